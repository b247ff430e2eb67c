package dev.syncopate.memory.mechanism.srsp;

import static dev.syncopate.memory.mechanism.srsp.FenceState.Event.FENCE;
import static dev.syncopate.memory.mechanism.srsp.FenceState.Event.FLUSH;
import static dev.syncopate.memory.mechanism.srsp.FenceState.Event.WRITE;
import static dev.syncopate.memory.mechanism.srsp.FenceState.FENCED;
import static dev.syncopate.memory.mechanism.srsp.FenceState.UNFENCED;

import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;

/**
 * State table of release fences at CTA scope. A fence names no line: what is released by it is what
 * is stored behind it.
 */
final class FenceTable {
  static final Action<ReleaseFence, WrittenBytes> RELEASE_LINE =
      new Action<>(
          "release the line",
          (fence, line, part, written) -> fence.release(line, Objects.requireNonNull(written)));

  static final Action<ReleaseFence, WrittenBytes> NOTE_LOST =
      new Action<>(
          "note the writes so far as those of releases that have left the LR-TBL",
          (fence, line, part, cause) -> fence.loseAll());

  // spotless:off
  static final StateTable<FenceState, FenceState.Event, ReleaseFence, WrittenBytes> FENCES =
      StateTable.<FenceState, FenceState.Event, ReleaseFence, WrittenBytes>of("release fence of an L1", FenceState.class, FenceState.Event.class)
          .on(UNFENCED, FENCE)                       .to(FENCED)
          .on(FENCED, FENCE)                         .to(FENCED)
          .on(FENCED, WRITE)   .does(RELEASE_LINE)   .to(FENCED)
          .on(FENCED, FLUSH)   .does(NOTE_LOST)      .to(UNFENCED)
          .build();
  // spotless:on

  private FenceTable() {}
}
