package dev.syncopate.memory.protocol;

/** What a message asks or answers; each protocol has its own. */
public interface MessageType {
  String name();
}
