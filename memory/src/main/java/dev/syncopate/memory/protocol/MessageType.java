package dev.syncopate.memory.protocol;

import dev.syncopate.memory.topology.VirtualNetwork;
import java.util.Set;

/** Type of a message, a request or an answer. Each protocol defines its types. */
public interface MessageType {
  /**
   * Properties of all messages of a type.
   *
   * @param network the virtual network on which they go
   * @param way sender and receiver, for display: {@code L1 to L2}
   * @param description what they ask or say, for people
   * @param fields fields in addition to line and sender; immutable, checked where protocols are
   */
  record Form(VirtualNetwork network, String way, String description, Set<MessageField> fields) {
    /** On some virtual network. */
    public static Form of(
        VirtualNetwork network, String way, String description, MessageField... fields) {
      return new Form(network, way, description, MessageField.setOf(fields));
    }

    /** Of requests. */
    public static Form of(String way, String description, MessageField... fields) {
      return of(VirtualNetwork.REQUEST, way, description, fields);
    }
  }

  String name();

  Form form();

  /** As {@link Form#way}. */
  default String way() {
    return form().way();
  }

  /** As {@link Form#description}. */
  default String description() {
    return form().description();
  }

  /** As {@link Form#fields}. */
  default Set<MessageField> fields() {
    return form().fields();
  }

  /** As {@link Form#network}. */
  default VirtualNetwork network() {
    return form().network();
  }
}
