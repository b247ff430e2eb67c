package dev.syncopate.memory.kit;

import static dev.syncopate.memory.protocol.MessageField.TAG;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests of a tile or of the memory side to an L2 bank of one of several GPUs, other than
 * requests to a line. All but RESUME are answered by DONE.
 */
public enum SystemMessage implements MessageType {
  FLUSH(
      "write all dirty bytes to the memory side; answered by DONE when it has acknowledged these"
          + " and older ones",
      TAG),
  INVALIDATE("drop every byte that is not dirty; answered by DONE", TAG),
  HOLD(
      "surrender a line after what has come for it so far, and let all that comes later wait;"
          + " answered by DONE",
      TAG),
  RESUME("go on with a held line", TAG),
  DONE("L2 to who asked", "it is done", TAG);

  /** What controllers of the kit alone send each other on a machine. */
  public static List<MessageType> ofKit(MemoryConfig machine) {
    List<MessageType> messageTypes = new ArrayList<>(List.of(LineMessage.values()));
    if (machine.severalGpus()) {
      messageTypes.addAll(List.of(FLUSH, INVALIDATE, DONE));
    }
    return messageTypes;
  }

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final Form form;

  SystemMessage(String description, MessageField... fields) {
    this("L1 or memory side to L2", description, fields);
  }

  SystemMessage(String way, String description, MessageField... fields) {
    form = Form.of(way, description, fields);
  }

  @Override
  public Form form() {
    return form;
  }
}
