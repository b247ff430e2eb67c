package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Watches that no event of a controller makes or loses an owner of a word: what it holds afterwards
 * is what it held before, with what has come, without what it has sent. Where that is so of every
 * event, and messages come once each, every word has one owner in every state of the whole machine.
 */
public final class Conservation {
  private final Holdings.Holder controller;

  /** What is to be held when the event is over; null between two events. */
  private @Nullable Holdings due;

  /**
   * @param controller says what it holds
   */
  public Conservation(Holdings.Holder controller) {
    this.controller = controller;
  }

  /** An event begins. */
  public void begin() {
    due = new Holdings();
    controller.holds(due);
  }

  /** In this event a message is taken. */
  public void taken(MemoryMessage message) {
    add(message, 1);
  }

  /** In this event a message is sent. */
  public void sent(MemoryMessage message) {
    add(message, -1);
  }

  private void add(MemoryMessage message, int times) {
    if (due != null) {
      Holdings carried = new Holdings();
      message.holds(carried);
      due.add(carried, times);
    }
  }

  /**
   * The event is over.
   *
   * @throws ProtocolException when an owner has been made or lost
   */
  public void end(long time, String location) {
    Holdings previous = due;
    due = null;
    if (previous != null) {
      Holdings surplus = new Holdings();
      controller.holds(surplus);
      surplus.add(previous, -1);
      if (!surplus.balanced()) {
        throw ProtocolException.unbalanced(time, location, surplus);
      }
    }
  }
}
