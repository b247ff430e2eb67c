package dev.syncopate.memory.kit;

import dev.syncopate.memory.cache.CacheArray;

/** State of a line in a cache. Valid and dirty bytes are in the line's masks. */
public enum LineState {
  /** No frame holds it. */
  INVALID,
  /** Held, all valid bytes as the next level has sent or been sent them. */
  CLEAN,
  /** Held with bytes the next level has not been sent. */
  DIRTY;

  public static LineState of(CacheArray array, int frame) {
    return frame == CacheArray.NONE ? INVALID : array.dirty(frame) ? DIRTY : CLEAN;
  }
}
