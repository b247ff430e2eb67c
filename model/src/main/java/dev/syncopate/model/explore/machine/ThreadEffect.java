package dev.syncopate.model.explore.machine;

/**
 * Effect of the load-store unit on a thread.
 *
 * @param warp the thread's number on its tile
 * @param register of an access that is complete: where its result goes, or -1
 * @param value the result
 */
public record ThreadEffect(int warp, Kind kind, int register, long value) {
  /** Kinds of effects. */
  public enum Kind {
    /** An access is complete. */
    COMPLETED,
    /** It may issue again. */
    WAKES,
    /** It is refused. */
    SLEEPS
  }

  static ThreadEffect wakes(int warp) {
    return new ThreadEffect(warp, Kind.WAKES, -1, 0);
  }

  /** A thread is refused. */
  public static ThreadEffect sleeps(int warp) {
    return new ThreadEffect(warp, Kind.SLEEPS, -1, 0);
  }

  void on(ExploredThread thread) {
    switch (kind) {
      case COMPLETED -> {
        thread.underWay--;
        if (register >= 0) {
          thread.arrived(register, value);
        }
      }
      case WAKES -> thread.asleep = false;
      case SLEEPS -> thread.asleep = true;
    }
  }
}
