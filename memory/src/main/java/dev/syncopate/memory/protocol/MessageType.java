package dev.syncopate.memory.protocol;

/** What a message asks or answers; each protocol has its own. */
public interface MessageType {
  String name();

  /**
   * Whether a bank takes it at any time: it asks for no bytes. In a bank it does not wait behind
   * messages that do, for other lines or from other tiles; as on a virtual channel of its own.
   */
  default boolean needsNoRoom() {
    return false;
  }
}
