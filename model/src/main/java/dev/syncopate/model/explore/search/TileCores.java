package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.MachinePart;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.machine.TileSplit.Did;
import dev.syncopate.model.explore.machine.UnaskedException;
import dev.syncopate.model.explore.snapshot.ByteSink;
import dev.syncopate.model.explore.table.ByteTable;
import dev.syncopate.model.explore.table.IntList;
import dev.syncopate.model.explore.table.NumberedObjects;
import dev.syncopate.model.explore.table.PairMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cores of a tile as numbers, and what they do without looking at anything else. For any threads.
 */
final class TileCores {
  /** In place of an access behind the head of the FIFO, where there is none. */
  static final int NONE = -1;

  /** In place of a step where more than the core has to be known, or it fails. */
  private static final int UNKNOWN = -1;

  private static final int FINISHED = 1;
  private static final int STARTED = 2;
  private static final int OFFERS = 4;
  private static final int PUTS_OFF = 8;

  /**
   * A core's step.
   *
   * @param core what it is afterwards
   * @param did what else
   * @param waiting accesses that have come behind the head of the FIFO
   * @param effects on threads
   * @param sends channels and messages in turn
   */
  record Step(int core, Did did, int[] waiting, int[] effects, int[] sends) {
    /**
     * Whether it puts an access behind the head of the FIFO, where it can as well be behind more.
     */
    boolean puts(int access) {
      return waiting.length == 1 && waiting[0] == access;
    }
  }

  private final TileReplicas replicas;
  private final MessageTable messages;
  private final TileThreads threads;

  /** Locked when a core is numbered or copied. */
  private final ByteTable cores = new ByteTable();

  private final IntList queued = new IntList();
  private final NumberedObjects<Long> blocked = new NumberedObjects<>();
  private final IntList traits = new IntList();
  private final IntList expected = new IntList();
  private final NumberedObjects<List<String>> violations = new NumberedObjects<>();

  /** Steps by what they are for: a core and an access or message; to places in {@link #steps}. */
  private final PairMap offers = new PairMap();

  private final PairMap issues = new PairMap();
  private final PairMap deliveries = new PairMap();

  /** Locked when a step is added. */
  private final NumberedObjects<Step> steps = new NumberedObjects<>();

  /** How often controllers did something. */
  private int count;

  TileCores(TileReplicas replicas, MessageTable messages, TileThreads threads) {
    this.replicas = replicas;
    this.messages = messages;
    this.threads = threads;
  }

  /** The number of the core that a replica has now, which is canonical. */
  int number(TileReplica replica, PartState core) {
    ByteSink bytes = replica.write();
    synchronized (cores) {
      int number = cores.number(bytes.array(), bytes.length());
      if (number == queued.size()) {
        add(replica, core);
      }
      return number;
    }
  }

  private void add(TileReplica replica, PartState core) {
    queued.add(TileSplit.queued(core));
    blocked.add(TileSplit.blocked(core));
    traits.add(
        (replica.part.finished(core) ? FINISHED : 0)
            | (TileSplit.started(core) ? STARTED : 0)
            | (TileSplit.queued(core) != 0 ? OFFERS : 0)
            | (replica.split.putsOff(core) ? PUTS_OFF : 0));
    expected.add(replica.part.expects(core));
    violations.add(replica.part.checkInvariants(core));
  }

  /** Puts a replica into a core, until its next one. */
  PartState load(TileReplica replica, int core) {
    byte[] bytes;
    int begin;
    synchronized (cores) {
      bytes = cores.array(core);
      begin = cores.begin(core);
    }
    return replica.load(bytes, begin);
  }

  private boolean is(int trait, int core) {
    return (traits.get(core) & trait) != 0;
  }

  boolean finished(int core) {
    return is(FINISHED, core);
  }

  /** Whether the test runs. */
  boolean started(int core) {
    return is(STARTED, core);
  }

  /** Whether the FIFO has a head. */
  boolean offers(int core) {
    return is(OFFERS, core);
  }

  /** As {@link TileSplit#putsOff}. */
  boolean putsOff(int core) {
    return is(PUTS_OFF, core);
  }

  int queued(int core) {
    return queued.get(core);
  }

  boolean blocks(int core, int warp) {
    return (Objects.requireNonNull(blocked.get(core)) >>> warp & 1) != 0;
  }

  int expected(int core) {
    return expected.get(core);
  }

  List<String> violations(int core) {
    return Objects.requireNonNull(violations.get(core));
  }

  /** How often controllers did something. */
  int steps() {
    return count;
  }

  private interface Action {
    @Nullable Did on(TileReplica replica, PartState core);
  }

  /** The head of the FIFO is offered, behind which is an access or {@link #NONE}. */
  @Nullable Step offer(int core, int next) {
    return step(
        offers,
        core,
        next + 1,
        (replica, copy) ->
            replica.split.offer(
                copy, next == NONE ? null : replica.snapshots.copy(threads.accessOf(next))));
  }

  /** An access comes into the FIFO. */
  @Nullable Step issue(int core, int access) {
    return step(
        issues,
        core,
        access,
        (replica, copy) ->
            replica.split.issue(copy, replica.snapshots.copy(threads.accessOf(access))));
  }

  /** A message comes. */
  @Nullable Step receive(int core, int message) {
    return step(
        deliveries,
        core,
        message,
        (replica, copy) ->
            replica.split.receive(copy, messages.arriving(replica.snapshots, message)));
  }

  private @Nullable Step step(PairMap cache, int core, int operand, Action action) {
    int place = cache.get(core, operand);
    if (place == PairMap.ABSENT) {
      place = find(cache, core, operand, action);
    }
    return place == UNKNOWN ? null : steps.get(place);
  }

  private int find(PairMap cache, int core, int operand, Action action) {
    replicas.begin(cache, core, operand);
    try {
      int place = cache.get(core, operand);
      if (place == PairMap.ABSENT) {
        place = replicas.run(replica -> keep(cache, core, operand, done(replica, core, action)));
      }
      return place;
    } finally {
      replicas.end(cache, core, operand);
    }
  }

  private int keep(PairMap cache, int core, int operand, @Nullable Step step) {
    synchronized (steps) {
      count++;
      int place = step == null ? UNKNOWN : steps.add(step);
      cache.put(core, operand, place);
      return place;
    }
  }

  /** Null where more than the core has to be known, or it fails. */
  private @Nullable Step done(TileReplica replica, int core, Action action) {
    PartState copy = load(replica, core);
    Did did;
    try {
      did = action.on(replica, copy);
    } catch (UnaskedException e) {
      throw e;
    } catch (RuntimeException e) {
      did = null;
    }
    List<MachinePart.Sent> sent = replica.part.takeSent();
    if (did == null) {
      return null;
    }
    int[] sends = messages.send(sent);
    replica.part.canonicalize(copy);
    return new Step(
        number(replica, copy),
        did,
        did.waiting().stream().mapToInt(threads::access).toArray(),
        did.effects().stream().mapToInt(threads::effect).toArray(),
        sends);
  }
}
