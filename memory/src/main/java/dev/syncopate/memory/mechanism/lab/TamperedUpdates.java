package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.kit.update.UpdateRequest;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import java.util.Arrays;

/** An L1, wrong on purpose, that gets other partial values than the buffer in front of it sends. */
final class TamperedUpdates extends L1Decorator {
  /** Difference between what is sent and what arrives. */
  enum Tampering {
    /** Only the first partial value of a line arrives. */
    FIRST_WORD_ONLY,
    /** Of partial values of eight bytes the low four arrive, and zeros. */
    LOW_HALF_ONLY,
    /** Words that no update has touched get the first partial value as well. */
    WHOLE_LINE
  }

  private static final int WIDE = 8;

  private final Tampering tampering;
  private final int lineBytes;

  TamperedUpdates(L1Controller right, Tampering tampering, int lineBytes) {
    super(right);
    this.tampering = tampering;
    this.lineBytes = lineBytes;
  }

  @Override
  public ControllerOutcome accept(LineAccess access) {
    return super.accept(UpdateRequest.is(access) ? tampered(access) : access);
  }

  private LineAccess tampered(LineAccess update) {
    return switch (tampering) {
      case FIRST_WORD_ONLY -> firstWordOnly(update);
      case LOW_HALF_ONLY -> lowHalfOnly(update);
      case WHOLE_LINE -> wholeLine(update);
    };
  }

  private static LineAccess firstWordOnly(LineAccess update) {
    int words = WordMask.touched(update.maskLow, update.maskHigh);
    int first = Integer.lowestOneBit(words) * (bytes(update) == WIDE ? 3 : 1);
    return new LineAccess(
        update.parent,
        update.line,
        Long.lowestOneBit(update.lanes),
        WordMask.low(first),
        WordMask.high(first));
  }

  private static LineAccess lowHalfOnly(LineAccess update) {
    long[] operand = update.parent.operand;
    for (int i = 0; i < operand.length && bytes(update) == WIDE; i++) {
      operand[i] &= 0xffff_ffffL;
    }
    return update;
  }

  private LineAccess wholeLine(LineAccess update) {
    WarpAccess parent = update.parent;
    int elements = lineBytes / bytes(update);
    long[] address = new long[elements];
    long[] operand = new long[elements];
    Arrays.fill(operand, parent.operand[0]);
    for (int i = 0; i < elements; i++) {
      address[i] = update.line + (long) i * bytes(update);
    }
    for (int i = 0; i < parent.address.length; i++) {
      operand[(int) (parent.address[i] - update.line) / bytes(update)] = parent.operand[i];
    }
    long lanes = -1L >>> (Long.SIZE - elements);
    WarpAccess fullAccess =
        WarpAccess.of(parent.operation, parent.warp, lanes, address, operand, WarpAccess.NO_VALUES);
    fullAccess.steps = parent.steps;
    fullAccess.outstanding = parent.outstanding;
    int words = -1 >>> (Integer.SIZE - lineBytes / WordMask.BYTES);
    LineAccess wrong =
        new LineAccess(fullAccess, update.line, lanes, WordMask.low(words), WordMask.high(words));
    fullAccess.lines = new LineAccess[] {wrong};
    return wrong;
  }

  private static int bytes(LineAccess update) {
    return update.parent.operation.type().bytes();
  }
}
