package dev.syncopate.workload.input;

import dev.syncopate.sim.config.NearestName;
import java.util.List;

/** An input that there is not; the message is for the user. */
public final class UnknownInputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnknownInputException(String message) {
    super(message);
  }

  UnknownInputException(String name, List<String> knownNames) {
    this(
        "there is no input '%s'%s; there are %s"
            .formatted(name, NearestName.hint(name, knownNames), String.join(", ", knownNames)));
  }
}
