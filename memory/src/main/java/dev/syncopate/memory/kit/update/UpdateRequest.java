package dev.syncopate.memory.kit.update;

import dev.syncopate.memory.access.AccessOrigins;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.WordMask;

/**
 * Factory of the accesses that forward partial values: commutative atomics that no warp has issued.
 */
public final class UpdateRequest {
  /** The warp of an access that none has issued: no unit has one of this number. */
  private static final int NOBODY = 127;

  private UpdateRequest() {}

  /**
   * The access of all partial values of a frame, one a lane. The sequence number that orders it is
   * assigned by its maker; in other accesses the load-store unit assigns it.
   *
   * @param steps one, of lines: how a commutative atomic is performed by who gets it
   * @param number for the maker, in {@link WarpAccess#outstanding}
   */
  public static LineAccess of(UpdateLines lines, int frame, Step[] steps, int number) {
    UpdateKind kind = lines.kind(frame);
    int bytes = kind.type().bytes();
    int words = lines.words(frame);
    int[] chosen = chosen(words, bytes);
    long[] address = new long[chosen.length];
    long[] operand = new long[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      address[i] = lines.line(frame) + (long) WordMask.BYTES * chosen[i];
      operand[i] = lines.value(frame, chosen[i]);
    }
    long lanes = -1L >>> (Long.SIZE - chosen.length);
    WarpAccess access =
        WarpAccess.of(kind.request(), NOBODY, lanes, address, operand, WarpAccess.NO_VALUES);
    if (lines.followed()) {
      access.origins = new AccessOrigins(access);
      for (int i = 0; i < chosen.length; i++) {
        access.origins.write(i, 0, lines.origin(frame, chosen[i]));
      }
    }
    access.steps = steps;
    access.outstanding = number;
    LineAccess request =
        new LineAccess(access, lines.line(frame), lanes, WordMask.low(words), WordMask.high(words));
    access.lines = new LineAccess[] {request};
    return request;
  }

  /** The first words of the elements that are held. */
  private static int[] chosen(int words, int bytes) {
    int firsts = bytes == WordMask.BYTES ? words : words & 0x5555_5555;
    int[] chosen = new int[Integer.bitCount(firsts)];
    int i = 0;
    for (int remaining = firsts; remaining != 0; remaining &= remaining - 1) {
      chosen[i++] = Integer.numberOfTrailingZeros(remaining);
    }
    return chosen;
  }

  /** Whether an access is one of these. */
  public static boolean is(LineAccess access) {
    return access.parent.warp == NOBODY;
  }
}
