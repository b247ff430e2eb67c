package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.space.Allocations.Range;
import dev.syncopate.machine.space.SharedNames;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.machine.status.WarpTraces;
import dev.syncopate.machine.status.WarpTraces.Word;
import dev.syncopate.memory.protocol.CachedCopy;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words that lanes wait for: what they are called, what is in them, and who wrote them. */
final class AwaitedWords {
  /** Where device memory begins, and the windows of the other spaces behind it. */
  private static final long DEVICE_MEMORY = 1L << 32;

  private static final long WINDOWS = 1L << 44;

  private final StoppedLaunch scene;

  AwaitedWords(StoppedLaunch scene) {
    this.scene = scene;
  }

  /** A name if there is one, else the address. */
  String name(Poll poll) {
    if (!poll.addressKnown()) {
      return "a word";
    }
    if (poll.shared()) {
      return SharedNames.name(scene.program(), poll.address(), poll.bytes());
    }
    String name = scene.names().name(poll.address(), poll.bytes());
    return name == null ? hexadecimal(poll.address()) : name;
  }

  /** Whether a word lies in memory that the host maps, too. */
  boolean isOfHost(Poll poll) {
    Range range =
        poll.addressKnown() && !poll.shared()
            ? scene.names().allocations().containing(poll.address())
            : null;
    return range != null && range.ofHost();
  }

  /** The name with the address, where that is another thing. */
  String nameAndAddress(Poll poll) {
    String name = name(poll);
    boolean bare = !poll.addressKnown() || name.equals(hexadecimal(poll.address()));
    return bare
        ? name
        : name + " at " + (poll.shared() ? "shared " : "") + hexadecimal(poll.address());
  }

  private static String hexadecimal(long address) {
    return "0x" + Long.toHexString(address);
  }

  /**
   * A word as its readers and others see it.
   *
   * @param observed what the readers get
   * @param inL2 what the L2 has
   * @param stale whether the readers get an old copy from their L1
   * @param elsewhere compute unit whose L1 has another value that it has not passed on, or -1
   * @param valueElsewhere that value
   */
  record Views(String observed, String inL2, boolean stale, int elsewhere, String valueElsewhere) {}

  /** Who sees what of a word in device memory; null for another or an unknown one. */
  @Nullable Views views(Waiter reader, Poll poll) {
    long address = poll.address();
    if (!poll.addressKnown() || poll.shared() || address < DEVICE_MEMORY || address >= WINDOWS) {
      return null;
    }
    byte[] l2 = new byte[poll.bytes()];
    scene.memory().read(address, l2);
    CachedCopy ownCopy = scene.memory().cached(reader.warp().unit(), address, poll.bytes());
    boolean fromL1 = ownCopy != null && poll.narrow();
    byte[] observed = ownCopy != null && fromL1 ? ownCopy.bytes() : l2;
    boolean stale = ownCopy != null && fromL1 && !ownCopy.dirty() && !Arrays.equals(observed, l2);
    for (int unit = 0; unit < scene.memory().units(); unit++) {
      CachedCopy copy =
          unit == reader.warp().unit() ? null : scene.memory().cached(unit, address, poll.bytes());
      if (copy != null && copy.dirty() && !Arrays.equals(copy.bytes(), observed)) {
        return new Views(value(observed), value(l2), stale, unit, value(copy.bytes()));
      }
    }
    return new Views(value(observed), value(l2), stale, -1, "");
  }

  /** A little-endian integer; signed from four bytes on, as counters and flags are. */
  private static String value(byte[] bytes) {
    long value = 0;
    for (int i = Math.min(bytes.length, Long.BYTES) - 1; i >= 0; i--) {
      value = value << 8 | (bytes[i] & 0xff);
    }
    return Long.toString(bytes.length == Integer.BYTES ? (int) value : value);
  }

  /** A shared word's value. */
  static String shared(Waiter reader, Poll poll) {
    long value = reader.warp().insight().shared(poll.address(), Math.min(8, poll.bytes()));
    return Long.toString(poll.bytes() == Integer.BYTES ? (int) value : value);
  }

  /** A warp that wrote a word, and how. */
  record Wrote(WarpTraces warp, Word word) {
    /** For example {@code lane 0 of CTA (0,0,0) warp 1, which has exited,}. */
    String name() {
      return "lane %d of CTA %s warp %d%s"
          .formatted(
              word.lane(),
              warp.ctaIndex(),
              warp.warp(),
              warp.departed() ? ", which has exited," : "");
    }
  }

  /**
   * The known writer of a word of device memory; null if there is none.
   *
   * @param unit the compute unit, or -1 for any
   */
  @Nullable Wrote writer(Poll poll, int unit) {
    for (WarpTraces warp : scene.traces()) {
      for (List<Word> words : List.of(warp.wrote(), warp.heldWords())) {
        for (Word word : words) {
          if ((unit < 0 || warp.unit() == unit) && word.address() == poll.address()) {
            return new Wrote(warp, word);
          }
        }
      }
    }
    return null;
  }

  /** The warp that took a word and has not written it since; null if there is none. */
  @Nullable Wrote holder(Poll poll, Waiter reader) {
    long generic = poll.address() + (poll.shared() ? AddressMap.SHARED_BASE : 0);
    WarpStatus cta = reader.warp();
    for (WarpTraces warp : poll.addressKnown() ? scene.traces() : List.<WarpTraces>of()) {
      boolean sees = !poll.shared() || (warp.unit() == cta.unit() && warp.cta() == cta.cta());
      for (Word word : warp.heldWords()) {
        if (sees && word.address() == generic) {
          return new Wrote(warp, word);
        }
      }
    }
    return null;
  }
}
