package dev.syncopate.machine.functional;

import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.functional.PagedMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * CTAs of one launch taking turns. A CTA runs to its end unless all its warps wait for other CTAs
 * or it has had a whole turn. Then the next one starts, as long as the machine has room for one
 * more; without room the CTA that has waited longest goes on. So CTAs that wait for each other (a
 * grid barrier, a lock) are resident together, up to the number that the machine holds. All CTAs of
 * a cluster start at once on one GPC, and take turns among themselves first.
 */
final class CtaRotation {
  /** Instructions after which a CTA gives its turn away though its warps get on. */
  private static final long TURN = 1 << 13;

  /** Rounds through a CTA's warps in which nothing gets on, after which its turn ends. */
  private static final int IDLE_ROUNDS = 2;

  /** Turns of the CTAs of a cluster after which others have theirs though these get on. */
  private static final int PEER_TURNS = 1024;

  private final FunctionalUnits units;
  private final PagedMemory memory;
  private final InstructionClock clock;
  private final FirstFault faults;
  private final Grid grid;
  private final boolean spread;
  private final Deque<Resident> suspendedCtas = new ArrayDeque<>();

  /** CTAs of the cluster that has started last, while they take turns among themselves. */
  private final Deque<Resident> peers = new ArrayDeque<>();

  /** Turns of peers since one of them got on. */
  private int idlePeerTurns;

  private int peerTurns;
  private long next;
  private long finished;
  private long lastProgress;

  /** Turns since one in which an instruction was issued. */
  private int idleTurns;

  private boolean stuck;

  /** Counts what each CTA issues; null for not. */
  private final @Nullable CtaWork work;

  private final @Nullable CtaRecording recording;

  /** A CTA and where it lives. */
  private record Resident(FunctionalUnit unit, Cta cta) {}

  /**
   * @param observer of the launch; null for none. With one CTAs go round the compute units, since
   *     checks tell scopes apart by them.
   * @param work counts what each CTA issues; null for not
   * @param recording of the last CTAs, without an observer of the launch; null for none
   */
  CtaRotation(
      FunctionalUnits units,
      PagedMemory memory,
      InstructionClock clock,
      FirstFault faults,
      Grid grid,
      @Nullable LaunchObserver observer,
      @Nullable CtaWork work,
      @Nullable CtaRecording recording) {
    this.units = units;
    this.memory = memory;
    this.clock = clock;
    this.faults = faults;
    this.grid = grid;
    this.spread = observer != null;
    this.work = work;
    this.recording = recording;
    this.lastProgress = clock.now;
    units.load(grid, observer);
  }

  /** CTAs that have ended. */
  long finished() {
    return finished;
  }

  /** CTAs that have not started. */
  long toCome() {
    return grid.subset().count() - next;
  }

  /** Whether every CTA has ended. */
  boolean ended() {
    return finished == grid.subset().count();
  }

  /** The last time at which something other than a spinning loop went on. */
  long lastProgress() {
    return lastProgress;
  }

  /** Whether no warp can issue anything any more. */
  boolean isStuck() {
    return stuck;
  }

  /** Runs CTAs until all have ended, a fault, or some instructions more than once. */
  void run(long instructions) {
    long end = clock.now + instructions;
    while (!ended() && faults.first() == null && clock.now < end && !stuck) {
      long start = clock.now;
      int residents = suspendedCtas.size() + peers.size();
      boolean ofPeers = !peers.isEmpty() || startCluster();
      Resident chosen = ofPeers ? peers.pollFirst() : start();
      if (chosen == null) {
        chosen = suspendedCtas.pollFirst();
      }
      if (chosen == null) {
        throw new IllegalStateException("no CTA is resident, and not all have ended");
      }
      boolean getsOn = turn(chosen);
      if (work != null) {
        work.add(chosen.cta.index, clock.now - start);
      }
      if (!chosen.cta.resident) {
        finished++;
      } else if (ofPeers) {
        peers.addLast(chosen);
      } else {
        suspendedCtas.addLast(chosen);
      }
      if (ofPeers) {
        countPeerTurn(getsOn);
      }
      idleTurns = clock.now == start ? idleTurns + 1 : 0;
      stuck = idleTurns > residents + 1 && !ended();
    }
  }

  /** The peers' turns go on while one gets on, and not for ever. */
  private void countPeerTurn(boolean getsOn) {
    idlePeerTurns = getsOn ? 0 : idlePeerTurns + 1;
    peerTurns++;
    if (idlePeerTurns > peers.size() || peerTurns > PEER_TURNS) {
      suspendedCtas.addAll(peers);
      peers.clear();
    }
  }

  /** Starts all CTAs of the next cluster if there is one, and room for it on one GPC. */
  private boolean startCluster() {
    int size = grid.cluster().ctas();
    if (size == 1 || next >= grid.subset().count()) {
      return false;
    }
    long number = next / size;
    ClusterPlaces places = units.placesOfCluster(number, size, spread);
    if (places == null) {
      return false;
    }
    record(next, size);
    for (int rank = 0; rank < size; rank++) {
      FunctionalUnit unit = units.unit(places.unit(rank));
      long cta = grid.cluster().cta(grid, number, rank);
      peers.addLast(new Resident(unit, unit.start(cta, places, rank)));
    }
    next += size;
    idlePeerTurns = 0;
    peerTurns = 0;
    return true;
  }

  /** Starts the next CTA of a launch without clusters if there is one, and room for it. */
  private @Nullable Resident start() {
    if (next >= grid.subset().count() || grid.cluster().ctas() > 1) {
      return null;
    }
    FunctionalUnit unit = units.withRoom(spread);
    if (unit == null) {
      return null;
    }
    record(next, 1);
    return new Resident(unit, unit.start(grid.subset().at(next++)));
  }

  /**
   * CTAs are about to start.
   *
   * @param first the number of the first of them in the order of starts
   */
  private void record(long first, int ctas) {
    if (recording != null && recording.firstCta() >= first && recording.firstCta() < first + ctas) {
      units.record(recording.observer());
    }
  }

  /** Returns whether it got on. */
  private boolean turn(Resident resident) {
    boolean gotOn = false;
    try {
      long end = clock.now + TURN;
      int idleRounds = 0;
      while (idleRounds < IDLE_ROUNDS && clock.now < end) {
        long changes = memory.changes();
        resident.unit.unit().progress = -1;
        boolean full = round(resident);
        boolean getsOn = memory.changes() != changes || resident.unit.unit().progress >= 0;
        if (getsOn) {
          lastProgress = clock.now;
          gotOn = true;
        }
        if (!resident.cta.resident || faults.first() != null) {
          return true;
        }
        idleRounds = getsOn || full ? 0 : idleRounds + 1;
      }
    } catch (KernelFault fault) {
      resident.unit.fail(fault);
    }
    return gotOn;
  }

  /** Lets each warp run once; whether one has issued as many instructions as its turn has. */
  private boolean round(Resident resident) {
    boolean full = false;
    for (Warp warp : resident.cta.warps) {
      if (warp.waiting() == Wait.NONE && warp.cta() == resident.cta) {
        full |= resident.unit.run(warp) == WarpRunner.Turn.FULL;
      }
    }
    return full;
  }
}
