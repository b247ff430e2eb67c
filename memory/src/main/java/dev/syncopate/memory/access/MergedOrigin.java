package dev.syncopate.memory.access;

import org.jspecify.annotations.Nullable;

/**
 * The origin of several updates that an update buffer has combined into one.
 *
 * @param earlier the updates combined before the last one: null where their origin is not known
 * @param last the update that came last
 */
public record MergedOrigin(@Nullable ByteOrigin earlier, ByteOrigin last) implements ByteOrigin {
  /** The origin of a partial value after another update. */
  public static @Nullable ByteOrigin of(@Nullable ByteOrigin earlier, @Nullable ByteOrigin last) {
    return last == null ? earlier : earlier == null ? last : new MergedOrigin(earlier, last);
  }
}
