package dev.syncopate.memory.system;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.Node;
import java.util.List;

/**
 * Message between an L2 bank and a memory controller over a mesh. Its size is that of the bytes
 * that would be in it; these themselves stay with the bank, the only one who ever looks at them.
 */
final class MemoryRequest extends MemoryMessage {
  /** Type of a request or of its answer. */
  enum Type implements MessageType {
    FETCH("bank to controller", "bytes are wanted; answered by DATA"),
    STORE("bank to controller", "bytes to be written"),
    DATA("controller to bank", "bytes that were wanted");

    @SuppressWarnings("ImmutableEnumChecker") // never changes
    private final Form form;

    Type(String way, String description) {
      form = Form.of(way, description, MessageField.TAG);
    }

    @Override
    public Form form() {
      return form;
    }
  }

  /** All types of such messages. */
  static List<MessageType> types() {
    return List.of(Type.values());
  }

  /** Bytes of the line that it is about. */
  final int bytes;

  private MemoryRequest(Builder builder, int first, int bytes, boolean carried) {
    super(builder.data(first, NO_BYTES).payload(carried ? bytes : 0));
    this.bytes = bytes;
  }

  private static final byte[] NO_BYTES = {};

  static MemoryRequest fetch(Node bank, int miss, long line, int start, int bytes) {
    return new MemoryRequest(new Builder(Type.FETCH, line, bank).tag(miss), start, bytes, false);
  }

  static MemoryRequest store(Node bank, long line, int start, int bytes) {
    return new MemoryRequest(new Builder(Type.STORE, line, bank), start, bytes, true);
  }

  /** The answer to a fetch. */
  MemoryRequest fetched() {
    return new MemoryRequest(new Builder(Type.DATA, line, node).tag(tag), first(), bytes, true);
  }
}
