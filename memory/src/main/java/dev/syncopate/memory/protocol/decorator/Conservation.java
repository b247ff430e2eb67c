package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Watches that no event of a controller makes or loses an owner of a word: what it holds afterwards
 * is what it held before, with what has come, without what it has sent. Where that is so of every
 * event, and messages come once each, every word has one owner in every state of the whole machine.
 */
public final class Conservation {
  private final OwnershipBalance.Holder controller;

  /** What is to be held when the event is over; null between two events. */
  private @Nullable OwnershipBalance due;

  /**
   * @param controller says what it holds
   */
  public Conservation(OwnershipBalance.Holder controller) {
    this.controller = controller;
  }

  /** An event begins. */
  public void begin() {
    due = new OwnershipBalance();
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
      OwnershipBalance carried = new OwnershipBalance();
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
    OwnershipBalance previous = due;
    due = null;
    if (previous != null) {
      OwnershipBalance surplus = new OwnershipBalance();
      controller.holds(surplus);
      surplus.add(previous, -1);
      if (!surplus.balanced()) {
        throw ProtocolException.unbalanced(time, location, surplus);
      }
    }
  }
}
