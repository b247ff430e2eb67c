package dev.syncopate.app.cuda;

import org.jspecify.annotations.Nullable;

/**
 * End of a program: status or signal.
 *
 * @param status with which it exited; 128 and the signal's number for one that was killed, as in
 *     shells
 * @param signal that ended it; 0 where none did
 * @param output digest (SHA-256) of what it has printed on standard output, where that went through
 *     this process; null elsewhere
 */
public record ProgramEnd(int status, int signal, @Nullable String output) {
  /** What is added to a signal's number. */
  private static final int SIGNALLED = 128;

  private static final int LAST_SIGNAL = 64;

  /**
   * The end of a process.
   *
   * @param status as of the system's interface to processes, where a signal looks like a status
   * @param byItself whether the process has said that the status is its own
   */
  static ProgramEnd of(int status, boolean byItself, @Nullable String output) {
    int signal = status - SIGNALLED;
    boolean normalExit = byItself || signal < 1 || signal > LAST_SIGNAL;
    return new ProgramEnd(status, normalExit ? 0 : signal, output);
  }

  /** In words, as the end of a sentence about the program. */
  public String text() {
    return signal == 0 ? "exit status " + status : "ended by signal " + signal;
  }
}
