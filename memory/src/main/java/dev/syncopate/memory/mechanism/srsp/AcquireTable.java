package dev.syncopate.memory.mechanism.srsp;

import static dev.syncopate.memory.mechanism.srsp.AcquireState.Event.ACQUIRE;
import static dev.syncopate.memory.mechanism.srsp.AcquireState.Event.INVALIDATE;
import static dev.syncopate.memory.mechanism.srsp.AcquireState.Event.OVERFLOW;
import static dev.syncopate.memory.mechanism.srsp.AcquireState.Event.SELECTIVE_INVALIDATE;
import static dev.syncopate.memory.mechanism.srsp.AcquireState.PROMOTED;
import static dev.syncopate.memory.mechanism.srsp.AcquireState.UNPROMOTED;

import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;

/** State table of lines in the PA-TBL of an L1 (srsp §4.3, §4.4, §4.7). */
final class AcquireTable {
  static final Action<PromotedAcquires, Object> FLUSH_L1 =
      new Action<>("flush the L1", (acquires, line, part, cause) -> acquires.flush());

  /** What the PA-TBL can name no more, with all other lines. */
  static final Action<PromotedAcquires, Object> INVALIDATE_L1 =
      new Action<>(
          "flash-invalidate the L1, which empties the PA-TBL",
          (acquires, line, part, cause) -> acquires.invalidate());

  static final Action<PromotedAcquires, Object> PERFORM_PROMOTED =
      new Action<>(
          "perform the acquire at the L2, and invalidate the L1 behind it",
          (acquires, line, part, access) -> acquires.promote());

  // spotless:off
  /** A line is put into the PA-TBL on entering PROMOTED, and removed on leaving. */
  static final StateTable<AcquireState, AcquireState.Event, PromotedAcquires, Object> ACQUIRES =
      StateTable.<AcquireState, AcquireState.Event, PromotedAcquires, Object>of("PA-TBL of an L1", AcquireState.class, AcquireState.Event.class)
          .on(UNPROMOTED, SELECTIVE_INVALIDATE)                                  .to(PROMOTED)
          .on(UNPROMOTED, OVERFLOW)             .does(FLUSH_L1, INVALIDATE_L1)   .to(UNPROMOTED)
          .on(PROMOTED, SELECTIVE_INVALIDATE)                                    .to(PROMOTED)
          .on(PROMOTED, ACQUIRE)                .does(PERFORM_PROMOTED)          .to(PROMOTED)
          .on(PROMOTED, INVALIDATE)                                              .to(UNPROMOTED)
          .build();
  // spotless:on

  private AcquireTable() {}
}
