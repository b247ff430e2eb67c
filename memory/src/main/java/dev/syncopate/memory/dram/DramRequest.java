package dev.syncopate.memory.dram;

import dev.syncopate.sim.engine.Event;
import org.jspecify.annotations.Nullable;

/**
 * A request of a channel, with its links in the lists that hold it. It is one object, not an entry
 * of flat arrays. Some hundred requests wait in each busy channel, and all the fields that the
 * scheduler reads of one lie in one or two lines of the host's cache. Fields are read directly by
 * the channel.
 */
final class DramRequest {
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
  @Nullable DramRequest next;

  @Nullable DramRequest previous;
}
