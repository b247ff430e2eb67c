package dev.syncopate.memory.protocol;

/** Where messages arrive. */
@FunctionalInterface
public interface MessageReceiver {
  void arrive(MemoryMessage message, long now);
}
