package dev.syncopate.model.axiom.halt;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends long work from outside. The caller that starts it says when it should end ({@link #unless});
 * the work asks now and then ({@link #poll}). The methods between the two pass nothing on.
 */
public final class Cancellation {
  /** Asking reads a clock: done once in so many calls. */
  private static final int EVERY = 256;

  /** Reason why work should end. */
  @FunctionalInterface
  public interface Reason {
    /** Why it should end, or null while it should not. Called from the thread that works. */
    @Nullable String why();

    /** Told before each question how many steps the work has done. From the same thread. */
    default void after(long steps) {}
  }

  private static final ScopedValue<Reason> ASKED = ScopedValue.newInstance();

  private final Reason reason;
  private long polls;

  private Cancellation(Reason reason) {
    this.reason = reason;
  }

  /**
   * Does some work, unless it should end before it is done.
   *
   * @throws HaltedException with the reason, when the work asks after there is one
   */
  public static <R> R unless(Reason reason, Supplier<R> work) {
    return ScopedValue.where(ASKED, reason).call(work::get);
  }

  /** What work that begins in this thread should ask. Not for several threads. */
  public static Cancellation current() {
    return new Cancellation(ASKED.orElse(() -> null));
  }

  /**
   * Asks now and then whether to go on; cheap enough for every step of a search.
   *
   * @throws HaltedException where not
   */
  public void poll() {
    if (++polls % EVERY == 0) {
      reason.after(polls);
      String why = reason.why();
      if (why != null) {
        throw new HaltedException(why);
      }
    }
  }
}
