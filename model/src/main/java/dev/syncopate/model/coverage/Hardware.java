package dev.syncopate.model.coverage;

import dev.syncopate.model.verdict.Binding;
import java.util.List;

/**
 * Hardware that is bound by some memory model.
 *
 * @param protocol name of its coherence protocol
 * @param model name of its consistency model
 */
public record Hardware(String protocol, String model) {
  /** All there is. */
  public static List<Hardware> all() {
    return Binding.all().stream()
        .map(binding -> new Hardware(binding.protocol(), binding.hardware()))
        .distinct()
        .toList();
  }

  /** For example {@code gpu × drf0}. */
  @Override
  public String toString() {
    return protocol + " × " + model;
  }
}
