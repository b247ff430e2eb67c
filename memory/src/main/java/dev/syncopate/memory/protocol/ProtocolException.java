package dev.syncopate.memory.protocol;

import java.util.List;

/** A controller met something its protocol does not list: an error in the protocol. */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param where for example {@code gpu L1 of tile 3}
   * @param history what lately happened to the line, oldest first
   */
  public ProtocolException(
      long time, String where, long line, String event, String state, List<String> history) {
    super(
        "cycle "
            + time
            + ", "
            + where
            + ", line 0x"
            + Long.toHexString(line)
            + ": event "
            + event
            + " is not listed for state "
            + state
            + "; the line's history: "
            + (history.isEmpty() ? "none" : String.join("; ", history)));
  }
}
