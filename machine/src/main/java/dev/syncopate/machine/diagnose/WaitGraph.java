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
  /** Where device memory begins, and the windows of the other spaces behind it. */
  private static final long DEVICE_MEMORY = 1L << 32;

  private static final long WINDOWS = 1L << 44;

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
    boolean allAtBarrier = (warp.live() & ~warp.barrierLanes()) == 0;
    WarpStatus holder = spins(warp) && !allAtBarrier ? holder(warp) : null;
    return holder == null && warp.barrier() >= 0 ? missingAt(warp) : holder;
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

  /** The warp that has taken the word another reads; shared memory is its CTA's own. */
  private @Nullable WarpStatus holder(WarpStatus reader) {
    for (WarpStatus other : warps) {
      boolean sees =
          !reader.accessesShared()
              || (other.unit() == reader.unit() && other.cta() == reader.cta());
      if (sees && held(other, reader.accessAddress()) != null) {
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
          "%s at barrier %d, where %d of %d threads have arrived"
              .formatted(
                  Lanes.doing(warp.barrierLanes(), "waits", "wait"),
                  warp.barrier(),
                  warp.arrived(),
                  warp.expected()));
      long elsewhere = warp.live() & ~warp.barrierLanes();
      if (elsewhere != 0) {
        text.append("; ").append(Lanes.doing(elsewhere, "has", "have")).append(" not come");
        if (spins(warp)) {
          text.append(": ");
          spinning(text, warp);
        }
      }
    } else if (spins(warp)) {
      spinning(text, warp);
    } else {
      text.append(Lanes.describe(warp.live())).append(": ").append(says(warp.waiting()));
    }
    others(text, warp);
    return text.toString();
  }

  private void spinning(StringBuilder text, WarpStatus warp) {
    long address = warp.accessAddress();
    long running = 0;
    for (Split split : warp.splits()) {
      running |= split.doing() == Doing.RUNS ? split.lanes() : 0;
    }
    text.append(Lanes.doing(running, "keeps", "keep")).append(" reading ");
    if (warp.accessesShared()) {
      text.append("shared 0x")
          .append(Long.toHexString(address & 0xff_ffff))
          .append(" (the word is ")
          .append(warp.sharedWord())
          .append(')');
    } else {
      text.append("0x").append(Long.toHexString(address));
      wordInL2(text, address);
    }
    WarpStatus holder = holder(warp);
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

  private void wordInL2(StringBuilder text, long address) {
    if (address >= DEVICE_MEMORY && address < WINDOWS) {
      byte[] word = new byte[4];
      memory.read(address & -4L, word);
      int value = ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).getInt();
      text.append(" (in the L2 the word is ").append(value).append(')');
    }
  }

  private static void others(StringBuilder text, WarpStatus warp) {
    long meeting = warp.waitingToMeet();
    if (meeting != 0) {
      text.append("; ")
          .append(Lanes.doing(meeting, "waits", "wait"))
          .append(" where the branch ends");
    }
    for (Split split : warp.splits()) {
      if (split.doing() == Doing.GATHERS) {
        text.append("; ")
            .append(Lanes.doing(split.lanes(), "waits", "wait"))
            .append(" at line ")
            .append(split.at().line())
            .append(" for the lanes that it names");
      }
    }
  }

  static String says(Wait wait) {
    return switch (wait) {
      case NONE -> "running";
      case VALUE -> "waiting for a value from memory";
      case LOAD_STORE_UNIT -> "waiting for the load-store unit";
      case SYNCHRONISATION -> "waiting for a fence or synchronising access";
      case QUIET -> "waiting for their memory accesses before a barrier";
      case BARRIER -> "waiting for other lanes";
      case COPIES -> "waiting for asynchronous copies";
      case SYSTEM -> "waiting for a function of the runtime";
      case LINGERING -> "exited, waiting for their last memory accesses";
      case ABSENT -> "gone";
    };
  }
}
