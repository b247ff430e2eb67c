package dev.syncopate.memory.protocol.denovo;

import dev.syncopate.memory.protocol.Transitions;
import java.util.function.LongSupplier;

/** What an L2 bank knows of a word (heterosync §II-B). */
enum OwnerState {
  /** The bank has its bytes, or memory behind it. */
  UNOWNED,
  /** An L1 has its bytes, or will have them when those before it have handed them over. */
  OWNED;

  /** What a bank does with words, by their state. */
  static Transitions<OwnerState, OwnerEvent> table(String where, LongSupplier clock) {
    return new Transitions<>(where, values(), OwnerEvent.values(), clock)
        .on(UNOWNED, OwnerEvent.READ, "send the bytes", UNOWNED)
        .on(UNOWNED, OwnerEvent.REGISTER, "grant it, with its bytes where wanted", OWNED)
        .on(UNOWNED, OwnerEvent.WRITE_BACK, "another has come to own it and given it back", UNOWNED)
        .on(OWNED, OwnerEvent.READ, "forward to the owner", OWNED)
        .on(OWNED, OwnerEvent.REGISTER, "forward to the owner, name the new one", OWNED)
        .on(OWNED, OwnerEvent.WRITE_BACK, "keep the bytes, unless another owns it", UNOWNED, OWNED)
        .on(OWNED, OwnerEvent.OTHER, "recall it", OWNED)
        .on(OWNED, OwnerEvent.EVICT, "recall it", OWNED)
        .on(OWNED, OwnerEvent.RECALLED, "keep the bytes", UNOWNED);
  }
}
