package dev.syncopate.machine.sample;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.system.MemorySystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Records the lines that a launch without time uses. CTAs that run at the same time in cycles use
 * their lines in a random order, which is another one in each launch, as in cycles.
 *
 * @param <L> listener that gets the uses
 */
final class LineRecorder<L extends LineRecorder.LineListener> implements LaunchObserver {
  private final L listener;

  /** CTAs that run at the same time in cycles. */
  private final long slots;

  /** Such CTAs, by their numbers. */
  private final Map<Long, CtaUses> wave = new LinkedHashMap<>();

  private final SplittableRandom random;
  private @Nullable CtaUses running;
  private int runningWarp;

  /** Told the uses of lines in order. */
  interface LineListener {
    /** CTAs of a wave are about to use their lines. */
    default void begins(List<CtaUses> wave) {}

    /** A CTA uses its present line. */
    void use(CtaUses cta);
  }

  /**
   * @param number of the launch
   * @param slots CTAs that the machine holds at once
   */
  LineRecorder(L listener, int number, long slots) {
    this.listener = listener;
    this.slots = slots;
    this.random = new SplittableRandom(number);
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    long cta = warp.owner().index;
    if (running == null || running.cta != cta) {
      if (wave.size() == slots && !wave.containsKey(cta)) {
        useWave();
      }
      running = wave.computeIfAbsent(cta, CtaUses::new);
    }
    runningWarp = warp.indexInCta();
  }

  @Override
  public void coalesced(int unit, int pc, WarpAccess access) {
    boolean writes = access.operation.kind() != AccessKind.LOAD;
    if (running != null) {
      for (LineAccess line : access.lines) {
        running.add(runningWarp, line.line, sectors(line), writes);
      }
    }
  }

  /** Uses the lines of the CTAs of a wave, of one after the other in an arbitrary order. */
  private void useWave() {
    List<CtaUses> ctas = new ArrayList<>(wave.values());
    wave.clear();
    ctas.forEach(CtaUses::takeTurns);
    listener.begins(ctas);
    while (!ctas.isEmpty()) {
      int chosen = random.nextInt(ctas.size());
      CtaUses uses = ctas.get(chosen);
      if (uses.hasNext()) {
        listener.use(uses);
        uses.advance();
      } else {
        CtaUses last = ctas.removeLast();
        if (chosen < ctas.size()) {
          ctas.set(chosen, last);
        }
      }
    }
  }

  /** The launch has ended. Returns the listener, which has been told all uses. */
  L finish() {
    useWave();
    return listener;
  }

  private static int sectors(LineAccess line) {
    int sectors = 0;
    for (int i = 0; i < Long.SIZE / MemorySystem.SECTOR; i++) {
      long mask = ((1L << MemorySystem.SECTOR) - 1) << (i * MemorySystem.SECTOR);
      sectors |= (line.maskLow & mask) == 0 ? 0 : 1 << i;
      sectors |= (line.maskHigh & mask) == 0 ? 0 : 4 << i;
    }
    return sectors;
  }
}
