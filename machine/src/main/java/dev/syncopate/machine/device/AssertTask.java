package dev.syncopate.machine.device;

import dev.syncopate.machine.warp.Warp;

/** {@code __assertfail}: reads what the first lane says about the assertion and ends the launch. */
final class AssertTask extends MemoryReader {
  private static final int LINE = 2;

  /** Arguments that are strings: message, file, function. */
  private static final int[] STRINGS = {0, 1, 3};

  private final String[] read = {"", "", ""};
  private int requestedStrings;

  AssertTask(RuntimeUnit runtime, SystemCallOp op, Warp warp, int pc, long lanes) {
    super(runtime, op, warp, pc, Long.lowestOneBit(lanes));
  }

  @Override
  void advance() {
    int lane = Long.numberOfTrailingZeros(lanes);
    if (requestedStrings > 0) {
      read[requestedStrings - 1] = string(lane);
    }
    if (requestedStrings < STRINGS.length) {
      wantString(lane, op.argument(warp, STRINGS[requestedStrings++], lane));
      return;
    }
    throw unit.trap(
        op,
        warp,
        lane,
        "assertion `%s' failed at %s:%d in %s"
            .formatted(read[0], read[1], op.argument(warp, LINE, lane) & 0xffff_ffffL, read[2]));
  }
}
