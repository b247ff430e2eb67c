package dev.syncopate.memory.mechanism.denovo.owner;

import dev.syncopate.memory.protocol.Transitions;
import java.util.function.LongSupplier;

/** What an L2 bank knows of a word (heterosync §II-B). */
public enum OwnerState {
  /** The bank has its bytes, or memory behind it. */
  UNOWNED,
  /** An L1 has its bytes, or will have them when those before it have handed them over. */
  OWNED;

  /** What happens to words at an L2 bank. */
  public enum Event {
    READ,
    REGISTER,
    WRITE_BACK,
    /** A request of an L1 that does not own words. */
    OTHER,
    EVICT,
    RECALLED
  }

  /** What a bank does with words, by their state. */
  public static Transitions<OwnerState, Event> table(String where, LongSupplier clock) {
    return new Transitions<>(where, values(), Event.values(), clock)
        .on(UNOWNED, Event.READ, "send the bytes", UNOWNED)
        .on(UNOWNED, Event.REGISTER, "grant it, with its bytes where wanted", OWNED)
        .on(UNOWNED, Event.WRITE_BACK, "another has come to own it and given it back", UNOWNED)
        .on(OWNED, Event.READ, "forward to the owner", OWNED)
        .on(OWNED, Event.REGISTER, "forward to the owner, name the new one", OWNED)
        .on(OWNED, Event.WRITE_BACK, "keep the bytes, unless another owns it", UNOWNED, OWNED)
        .on(OWNED, Event.OTHER, "recall it", OWNED)
        .on(OWNED, Event.EVICT, "recall it", OWNED)
        .on(OWNED, Event.RECALLED, "keep the bytes", UNOWNED);
  }
}
