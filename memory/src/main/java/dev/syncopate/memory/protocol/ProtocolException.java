package dev.syncopate.memory.protocol;

import dev.syncopate.memory.cache.OwnershipBalance;
import java.util.List;

/** A controller received an event that its protocol does not list: an error in the protocol. */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * An event that is not listed for a state.
   *
   * @param location for example {@code gpu L1 of tile 3}
   * @param history what lately happened to the line, oldest first
   */
  public ProtocolException(
      long time, String location, long line, String event, String state, List<String> history) {
    this(time, location, line, "event " + event + " is not listed for state " + state, history);
  }

  private ProtocolException(
      long time, String location, long line, String problem, List<String> history) {
    super(
        "cycle %d, %s, line 0x%x: %s; the line's history: %s"
            .formatted(
                time,
                location,
                line,
                problem,
                history.isEmpty() ? "none" : String.join("; ", history)));
  }

  /** An event in which words have come to have other than one owner. */
  public static ProtocolException unbalanced(long time, String location, OwnershipBalance surplus) {
    return new ProtocolException(
        time, location, surplus.first(), String.join(", ", surplus.surplus()), List.of());
  }

  /**
   * An event that has ended in a state which is not listed for that.
   *
   * @param event and the state in which it came
   * @param state in which it has ended
   */
  static ProtocolException wrongNext(
      long time, String location, long line, String event, String state, List<String> history) {
    return new ProtocolException(
        time,
        location,
        line,
        event + " has ended in state " + state + ", which is not listed",
        history);
  }
}
