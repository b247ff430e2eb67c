package dev.syncopate.check.order;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decision which write a read has read.
 *
 * @param sure whether the read has returned {@link #match}, or with none no write of the launch
 * @param match latest known write of the value that was read; null for none that is kept
 * @param unknown writes of unknown value that the read may have returned as well, the latest first;
 *     none where the decision is sure
 * @param value that was read
 */
public record Source(boolean sure, @Nullable Write match, List<Write> unknown, long value) {
  static Source of(Write match, long value) {
    return new Source(true, match, List.of(), value);
  }

  static Source unsure(@Nullable Write match, List<Write> unknown, long value) {
    return new Source(false, match, unknown, value);
  }

  /** Memory as it was before the launch, or a word that no strong write has touched. */
  static Source before(long value) {
    return new Source(true, null, List.of(), value);
  }

  /**
   * The likeliest write as far as is known by now: values that have become known since the read
   * count. Null for none.
   */
  public @Nullable Write likeliest() {
    Write latest = null;
    for (Write write : unknown) {
      if (write.known() && write.value() == value) {
        return write;
      }
      latest = latest == null && !write.known() ? write : latest;
    }
    return match == null ? latest : match;
  }
}
