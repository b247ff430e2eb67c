package dev.syncopate.memory.dram;

import dev.syncopate.sim.engine.Event;
import org.jspecify.annotations.Nullable;

/**
 * A request of a channel and its places in the lists it is in. One object, not an entry of flat
 * arrays: some hundred requests wait in each busy channel, and all that a choice looks at of one is
 * in the same line or two of the host's cache. Fields are read directly by the channel.
 */
final class Request {
  /** How the request's row came to be open. */
  static final byte HIT = 0;

  static final byte MISS = 1;
  static final byte CONFLICT = 2;

  long row;
  int bank;
  int bytes;
  boolean write;
  byte opened;

  /** Position in the order of arrival. */
  long order;

  long arrival;
  @Nullable Event completionEvent;

  /** Neighbours in the order of arrival. */
  @Nullable Request next;

  @Nullable Request previous;
}
