package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.core.Wait;
import dev.syncopate.machine.core.WarpStatus;
import dev.syncopate.machine.core.WarpStatus.Doing;
import dev.syncopate.machine.core.WarpStatus.Held;
import dev.syncopate.machine.core.WarpStatus.Split;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which warp waits for which, as far as it can be told from where they stand. */
final class WaitGraph {
  private final List<WarpStatus> warps;
  private final DeviceWords memory;
  private final long ctasToCome;

  WaitGraph(List<WarpStatus> warps, DeviceWords memory, long ctasToCome) {
    this.warps = warps;
    this.memory = memory;
    this.ctasToCome = ctasToCome;
  }

  static String name(WarpStatus warp) {
    return "CTA " + warp.ctaIndex() + " warp " + warp.warp() + " on cu" + warp.unit();
  }

  /** Warps to begin chains with: those at barriers, then those that spin, then the others. */
  List<WarpStatus> startingPoints() {
    List<WarpStatus> ordered = new ArrayList<>();
    warps.stream().filter(w -> w.barrier() >= 0).forEach(ordered::add);
    warps.stream().filter(w -> w.barrier() < 0 && spins(w)).forEach(ordered::add);
    warps.stream().filter(w -> !ordered.contains(w)).forEach(ordered::add);
    return ordered;
  }

  private static boolean spins(WarpStatus warp) {
    return warp.accessAt() != null && (warp.waiting() == Wait.NONE || warp.waiting() == Wait.VALUE);
  }

  /** The warp whose doing something would end another's wait; null when that cannot be told. */
  @Nullable WarpStatus waitsFor(WarpStatus warp) {
    if (warp.barrier() >= 0) {
      return missingAt(warp);
    }
    return spins(warp) ? holder(warp.accessAddress()) : null;
  }

  /** A warp of the CTA with threads that have not arrived at the barrier. */
  private @Nullable WarpStatus missingAt(WarpStatus waiting) {
    for (WarpStatus other : warps) {
      if (other.unit() == waiting.unit()
          && other.cta() == waiting.cta()
          && (other.barrier() != waiting.barrier()
              || (other.live() & ~other.barrierLanes()) != 0)) {
        return other;
      }
    }
    return null;
  }

  private @Nullable WarpStatus holder(long address) {
    for (WarpStatus other : warps) {
      if (held(other, address) != null) {
        return other;
      }
    }
    return null;
  }

  private static @Nullable Held held(WarpStatus warp, long address) {
    for (Held word : warp.held()) {
      if (word.address() == address) {
        return word;
      }
    }
    return null;
  }

  /** What a warp does and what for. */
  String explain(WarpStatus warp) {
    StringBuilder text = new StringBuilder();
    if (warp.barrier() >= 0) {
      text.append(
          "%s wait at barrier %d, where %d of %d threads have arrived"
              .formatted(
                  Lanes.describe(warp.barrierLanes()),
                  warp.barrier(),
                  warp.arrived(),
                  warp.expected()));
      long elsewhere = warp.live() & ~warp.barrierLanes();
      if (elsewhere != 0) {
        text.append("; ").append(Lanes.describe(elsewhere)).append(" of the warp have not come");
      }
    } else if (spins(warp)) {
      spinning(text, warp);
    } else {
      text.append(Lanes.describe(warp.live())).append(' ').append(says(warp.waiting()));
    }
    others(text, warp);
    return text.toString();
  }

  private void spinning(StringBuilder text, WarpStatus warp) {
    long address = warp.accessAddress();
    for (Split split : warp.splits()) {
      if (split.doing() == Doing.RUNS) {
        text.append(Lanes.describe(split.lanes())).append(' ');
      }
    }
    text.append("keep reading 0x").append(Long.toHexString(address));
    if (address >= 1L << 32 && address < 1L << 44) {
      byte[] word = new byte[4];
      memory.read(address & -4L, word);
      int value = ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).getInt();
      text.append(" (in the L2 the word is ").append(value).append(')');
    }
    WarpStatus holder = holder(address);
    Held held = holder == null ? null : held(holder, address);
    if (holder != null && held != null) {
      text.append(", which lane ")
          .append(held.lane())
          .append(holder.equals(warp) ? " of the same warp" : " of " + name(holder))
          .append(" took at ")
          .append(held.at().file())
          .append(':')
          .append(held.at().line());
    } else if (ctasToCome > 0) {
      text.append("; no resident warp holds it: perhaps a CTA that has not started must write it");
    } else {
      text.append("; no resident warp has taken it and not written it since");
    }
  }

  private static void others(StringBuilder text, WarpStatus warp) {
    long meeting = warp.waitingToMeet();
    if (meeting != 0) {
      text.append("; ")
          .append(Lanes.describe(meeting))
          .append(" wait for them where the branch ends");
    }
    for (Split split : warp.splits()) {
      if (split.doing() == Doing.GATHERS) {
        text.append("; ")
            .append(Lanes.describe(split.lanes()))
            .append(" wait at line ")
            .append(split.at().line())
            .append(" for the lanes that it names");
      }
    }
  }

  static String says(Wait wait) {
    return switch (wait) {
      case NONE -> "run";
      case VALUE -> "wait for a value from memory";
      case LOAD_STORE_UNIT -> "wait for the load-store unit";
      case SYNCHRONISATION -> "wait for a fence or synchronising access";
      case QUIET -> "wait for their memory accesses before a barrier";
      case BARRIER -> "wait for other lanes";
      case COPIES -> "wait for asynchronous copies";
      case SYSTEM -> "wait for a function of the runtime";
      case LINGERING -> "have exited and wait for their last memory accesses";
      case ABSENT -> "are gone";
    };
  }
}
