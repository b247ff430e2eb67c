package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Part;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.machine.TileSplit.Did;
import dev.syncopate.model.explore.machine.UnaskedException;
import dev.syncopate.model.explore.snapshot.Snapshots;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cores of a tile as numbers, and what they do without looking at anything else. */
final class TileCores {
  /** In place of an access behind the head of the FIFO, where there is none. */
  static final int NONE = -1;

  /**
   * What a core does.
   *
   * @param core what it is afterwards
   * @param did what else
   * @param behind accesses that have come behind the head of the FIFO
   * @param effects on threads
   * @param sends channels and messages in turn
   */
  record Step(int core, Did did, int[] behind, int[] effects, int[] sends) {
    /** Whether it only puts an access behind the head of the FIFO. */
    boolean onlyPuts(int before, int access) {
      return core == before
          && behind.length == 1
          && behind[0] == access
          && effects.length == 0
          && sends.length == 0;
    }
  }

  private final Part part;
  private final TileSplit split;
  private final Snapshots snapshots;
  private final Messages messages;
  private final TileThreads threads;
  private final Interned<PartState> cores = new Interned<>();
  private final IntList queued = new IntList();
  private final List<Long> blocked = new ArrayList<>();
  private final IntList traits = new IntList();
  private final IntList expected = new IntList();
  private final List<List<String>> violations = new ArrayList<>();

  /** Steps by what they are for: a core and an access or message; to places in {@link #steps}. */
  private final PairMap offers = new PairMap();

  private final PairMap issues = new PairMap();
  private final PairMap deliveries = new PairMap();
  private final List<@Nullable Step> steps = new ArrayList<>();

  TileCores(
      Part part, TileSplit split, Snapshots snapshots, Messages messages, TileThreads threads) {
    this.part = part;
    this.split = split;
    this.snapshots = snapshots;
    this.messages = messages;
    this.threads = threads;
  }

  int number(PartState core) {
    int number = cores.number(snapshots.encode(core), core);
    if (number == queued.size()) {
      queued.add(TileSplit.queued(core));
      blocked.add(TileSplit.blocked(core));
      traits.add((TileSplit.isCalm(core) ? 1 : 0) | (part.finished(core) ? 2 : 0));
      expected.add(part.expects(core));
      violations.add(part.violations(core));
    }
    return number;
  }

  PartState get(int core) {
    return cores.get(core);
  }

  /** As {@link TileSplit#isCalm}. */
  boolean isCalm(int core) {
    return (traits.get(core) & 1) != 0;
  }

  boolean finished(int core) {
    return (traits.get(core) & 2) != 0;
  }

  int queued(int core) {
    return queued.get(core);
  }

  boolean blocks(int core, int warp) {
    return (blocked.get(core) >>> warp & 1) != 0;
  }

  int expected(int core) {
    return expected.get(core);
  }

  List<String> violations(int core) {
    return violations.get(core);
  }

  /** How often controllers did something. */
  int steps() {
    return steps.size();
  }

  private interface Action {
    @Nullable Did on(PartState copy);
  }

  /** The head of the FIFO is offered, behind which is an access or {@link #NONE}. */
  @Nullable Step offer(int core, int next) {
    return step(
        offers,
        core,
        next + 1,
        copy -> split.offer(copy, next == NONE ? null : snapshots.copy(threads.accessOf(next))));
  }

  /** An access comes into the FIFO. */
  @Nullable Step issue(int core, int access) {
    return step(
        issues, core, access, copy -> split.issue(copy, snapshots.copy(threads.accessOf(access))));
  }

  /** A message comes. */
  @Nullable Step receive(int core, int message) {
    return step(
        deliveries,
        core,
        message,
        copy -> split.receive(copy, messages.arriving(part, copy, message)));
  }

  private @Nullable Step step(PairMap known, int core, int other, Action action) {
    int place = known.get(core, other);
    if (place == PairMap.ABSENT) {
      place = steps.size();
      steps.add(done(core, action));
      known.put(core, other, place);
    }
    return steps.get(place);
  }

  /** Null where more than the core has to be known, or it fails. */
  private @Nullable Step done(int core, Action action) {
    PartState copy = snapshots.copy(cores.get(core));
    Did did;
    try {
      did = action.on(copy);
    } catch (UnaskedException e) {
      throw e;
    } catch (RuntimeException e) {
      did = null;
    }
    List<Part.Sent> sent = part.takeSent();
    if (did == null) {
      return null;
    }
    int[] sends = messages.send(part, copy, sent);
    part.renumber(copy);
    return new Step(
        number(copy),
        did,
        did.behind().stream().mapToInt(threads::access).toArray(),
        did.effects().stream().mapToInt(threads::effect).toArray(),
        sends);
  }
}
