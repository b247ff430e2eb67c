package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.PeerStoreEvent;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyFence;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyObjects;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorMapFence;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bulk copies (PTX ISA, {@code cp.async.bulk}). What a copy reads and what it writes are accesses
 * by the async proxy, each as if by another thread. They are after what comes before the issue of
 * the copy with a proxy fence on the way, and before what comes behind its completion. The
 * completion does not carry what the issuing thread did before (PTX ISA, "Causality order").
 *
 * <p>What a copy of a tensor's box reads of its map is an access by the tensormap proxy, as if by a
 * third thread. It is after a write by another proxy only with a release fence of that proxy and
 * then an acquire fence of the map on the way.
 *
 * <p>A copy to several CTAs is one to each of them: who waits for the mbarrier of one CTA knows of
 * the bytes there alone. Asynchronous stores ({@code st.async}, {@code red.async}) are like copies,
 * by the generic proxy.
 *
 * <p>These threads have numbers behind those of the grid, of asynchronous copies and of
 * initialisations: four for each copy of a thread that is in flight at a time.
 */
final class BulkCopies {
  /**
   * Kinds of threads with numbers before the first of a bulk copy: the grid's, those of {@link
   * AsynchronousCopies}, and those of {@link Initialisations}.
   */
  private static final int BEFORE = 3;

  /** Threads of a copy, and which of them reads the map. */
  private static final int AGENTS = 4;

  private static final int MAPPER = 2;

  /** Which of them writes for an asynchronous store. */
  private static final int STORER = 3;

  /** Ways to memory that need a fence between them. */
  enum Proxy {
    GENERIC,
    ASYNC,
    TENSOR_MAP
  }

  /** What a warp has in flight. */
  static final class Agents {
    /** The threads that read and write, by number of the copy among those of its lane. */
    private final List<WarpClock> readers = new ArrayList<>();

    private final List<WarpClock> writers = new ArrayList<>();

    private final List<WarpClock> mappers = new ArrayList<>();

    private final List<WarpClock> storers = new ArrayList<>();

    /** By copy: lanes of which it is in flight. */
    private final List<Long> busyLanes = new ArrayList<>();

    /** By lane, copies since the last group, and the groups that have not been waited for. */
    private final List<List<Copy>> open = new ArrayList<>();

    private final List<List<List<Copy>>> groups = new ArrayList<>();

    /** Products of warpgroups since the last group, and the groups not waited for. */
    private List<Copy> openProducts = new ArrayList<>();

    private final List<List<Copy>> productGroups = new ArrayList<>();

    /** A node behind all products that have been waited for; 0 before the first. */
    private int productsEnd;

    Agents(int width) {
      for (int lane = 0; lane < width; lane++) {
        open.add(new ArrayList<>());
        groups.add(new ArrayList<>());
      }
    }
  }

  /**
   * A copy in flight.
   *
   * @param reader stands where it reads, {@code writer} where it writes, {@code mapper} where it
   *     reads its tensor map
   * @param target number of the CTA to whose shared memory it copies; its own for global memory
   */
  record Copy(
      WarpClock warp,
      WarpClock reader,
      WarpClock writer,
      WarpClock mapper,
      int lane,
      int number,
      long target) {}

  /** Asynchronous stores of lanes that are in flight: which number each lane's has. */
  private record Store(WarpClock warp, int[] numbers) {}

  private final SyncGraph graph;
  private final int threads;
  private final BitSet globalFences = new BitSet();
  private final BitSet sharedFences = new BitSet();
  private final IdentityHashMap<BulkTransfer, List<Copy>> inFlight = new IdentityHashMap<>();

  /** Copies of which it is not known yet which bytes they move. */
  private final IdentityHashMap<BulkTransfer, List<Copy>> unlocated = new IdentityHashMap<>();

  private final IdentityHashMap<PeerStoreEvent, Store> stores = new IdentityHashMap<>();

  /** Release fences of the tensormap proxy. */
  private final BitSet mapReleases = new BitSet();

  /** By map, the moments of acquire fences. */
  private final Map<Long, BitSet> mapAcquires = new HashMap<>();

  /** By thread that reads maps, the map that each lane reads. */
  private final IdentityHashMap<WarpClock, long[]> maps = new IdentityHashMap<>();

  private long unchecked;

  /** Whether any copy reads a tensor map. */
  private boolean tensors;

  /**
   * @param reading what fences are taken for
   */
  BulkCopies(SyncGraph graph, Grid grid, InstructionReading reading) {
    this.graph = graph;
    this.threads = (int) grid.ctas() * grid.ids().x().length;
    List<Instruction> code = grid.kernel().program.code();
    for (int pc = 0; pc < code.size(); pc++) {
      if (reading.instruction(pc) instanceof ProxyFence fence) {
        globalFences.set(pc, fence.objects() != ProxyObjects.SHARED);
        sharedFences.set(pc, fence.objects() != ProxyObjects.GLOBAL);
      }
      tensors |= code.get(pc) instanceof TensorCopy;
      mapReleases.set(pc, code.get(pc) instanceof TensorMapFence fence && fence.map() == null);
    }
  }

  /** Copies for which there were no numbers. */
  long unchecked() {
    return unchecked;
  }

  /** By which proxy a thread accesses memory: by another than the generic if it is a copy's. */
  Proxy proxy(int thread) {
    int kind = thread / threads - BEFORE;
    return kind < 0
        ? Proxy.GENERIC
        : switch (kind % AGENTS) {
          case MAPPER -> Proxy.TENSOR_MAP;
          case STORER -> Proxy.GENERIC;
          default -> Proxy.ASYNC;
        };
  }

  /** The thread of the grid for which one copies; another is its own. */
  int thread(int number) {
    return number % threads;
  }

  /**
   * Whether what lanes of a warp did by the generic proxy happens before a node with a proxy fence
   * in between.
   */
  boolean fenced(int firstThread, long lanes, int time, int node, boolean shared) {
    BitSet fences = shared ? sharedFences : globalFences;
    return !fences.isEmpty() && graph.beforeThrough(firstThread, lanes, time, node, fences);
  }

  /**
   * Whether what lanes of a warp did by another proxy happens before a map is read, with a release
   * fence of the tensormap proxy and then an acquire fence of that map in between.
   */
  boolean mapFenced(int firstThread, long lanes, int time, LaneGroup reader) {
    long[] read = maps.get(reader.warp());
    int lane = Long.numberOfTrailingZeros(reader.lanes());
    BitSet acquires = read == null ? null : mapAcquires.get(read[lane]);
    return acquires != null
        && graph.beforeThrough(firstThread, lanes, time, reader.node(), mapReleases, acquires);
  }

  /** Lanes have fenced for maps, each at its latest moment. */
  void acquired(WarpClock warp, long lanes, long[] addresses) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      mapAcquires.computeIfAbsent(addresses[lane], _ -> new BitSet()).set(warp.now[lane]);
    }
  }

  /** A copy of which it is now known which bytes it moves: one for each CTA that it goes to. */
  List<Copy> located(BulkTransfer transfer) {
    List<Copy> copies = unlocated.remove(transfer);
    return copies == null ? List.of() : copies;
  }

  /** A lane issues a copy: one for each CTA that it goes to, if there are numbers for them. */
  List<Copy> issued(WarpClock warp, BulkTransfer transfer) {
    int lane = transfer.lane;
    Agents agents = agents(warp);
    List<Copy> copies = new ArrayList<>();
    for (long target : transfer.targets.isEmpty() ? List.of(transfer.issuer) : transfer.targets) {
      Copy copy = begin(warp, agents, lane, target);
      if (copy == null) {
        continue;
      }
      begins(copy.reader, warp, lane);
      begins(copy.writer, warp, lane);
      if (transfer.map != 0) {
        begins(copy.mapper, warp, lane);
        Objects.requireNonNull(maps.get(copy.mapper))[lane] = transfer.map;
      }
      copies.add(copy);
    }
    if (copies.isEmpty()) {
      return copies;
    }
    unlocated.put(transfer, copies);
    if (transfer.barrier == BulkTransfer.NO_BARRIER) {
      agents.open.get(lane).addAll(copies);
    } else {
      inFlight.put(transfer, new ArrayList<>(copies));
    }
    return copies;
  }

  /**
   * A warp issues its part of a warpgroup's product, which reads as a copy of its first lane would;
   * null where there is no number for it.
   */
  @Nullable Copy productIssued(WarpClock warp) {
    Agents agents = agents(warp);
    Copy product = begin(warp, agents, 0, warp.cta.index);
    if (product != null) {
      begins(product.reader, warp, 0);
      agents.openProducts.add(product);
    }
    return product;
  }

  /** A warp puts its products since the last group into another. */
  void productsGrouped(WarpClock warp) {
    Agents agents = agents(warp);
    agents.productGroups.add(agents.openProducts);
    agents.openProducts = new ArrayList<>();
  }

  /**
   * Lanes have waited for groups of products.
   *
   * @param but for how many of the latest ones
   */
  void productsAwaited(WarpClock warp, int pc, long lanes, int but) {
    Agents agents = agents(warp);
    List<List<Copy>> endedGroups =
        agents.productGroups.subList(0, Math.max(0, agents.productGroups.size() - but));
    int joined = agents.productsEnd;
    for (List<Copy> group : endedGroups) {
      for (Copy product : group) {
        joined = graph.join(joined, end(product.reader, 0, pc));
        free(product);
      }
    }
    endedGroups.clear();
    agents.productsEnd = joined;
    for (long rest = lanes; joined != 0 && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      warp.now[lane] = graph.lanes(warp.firstThread, 1L << lane, pc, warp.now[lane], joined);
    }
  }

  private static Agents agents(WarpClock warp) {
    Agents agents = warp.bulk;
    if (agents == null) {
      agents = new Agents(warp.now.length);
      warp.bulk = agents;
    }
    return agents;
  }

  /** Threads for a copy of a lane; null where there is no number for it. */
  private @Nullable Copy begin(WarpClock warp, Agents agents, int lane, long target) {
    int number = take(warp, agents, lane);
    if (number < 0) {
      unchecked++;
      return null;
    }
    return new Copy(
        warp,
        agents.readers.get(number),
        agents.writers.get(number),
        agents.mappers.get(number),
        lane,
        number,
        target);
  }

  /** A number for a copy of a lane that none of its copies in flight has; -1 for none left. */
  private int take(WarpClock warp, Agents agents, int lane) {
    int number = 0;
    while (number < agents.busyLanes.size() && (agents.busyLanes.get(number) >>> lane & 1) != 0) {
      number++;
    }
    if ((BEFORE + (long) AGENTS * (number + 1)) * threads > Integer.MAX_VALUE) {
      return -1;
    }
    if (number == agents.busyLanes.size()) {
      agents.busyLanes.add(0L);
      agents.readers.add(agent(warp, BEFORE + AGENTS * number));
      agents.writers.add(agent(warp, BEFORE + AGENTS * number + 1));
      WarpClock mapper = agent(warp, BEFORE + AGENTS * number + MAPPER);
      agents.mappers.add(mapper);
      agents.storers.add(agent(warp, BEFORE + AGENTS * number + STORER));
      maps.put(mapper, new long[warp.now.length]);
    }
    agents.busyLanes.set(number, agents.busyLanes.get(number) | 1L << lane);
    return number;
  }

  /**
   * Lanes issue asynchronous stores.
   *
   * @param accesses hears of the thread that stores for some of the lanes
   */
  void stores(WarpClock warp, PeerStoreEvent store, LaneAccesses accesses) {
    Agents agents = agents(warp);
    int[] numbers = new int[warp.now.length];
    long todo = store.data().lanes();
    for (long rest = todo; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      numbers[lane] = take(warp, agents, lane);
      if (numbers[lane] < 0) {
        unchecked++;
        todo &= ~(1L << lane);
      } else {
        begins(agents.storers.get(numbers[lane]), warp, lane);
      }
    }
    while (todo != 0) {
      int number = numbers[Long.numberOfTrailingZeros(todo)];
      long lanes = 0;
      for (long rest = todo; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        lanes |= numbers[lane] == number ? 1L << lane : 0;
      }
      accesses.accept(agents.storers.get(number), lanes);
      todo &= ~lanes;
    }
    stores.put(store, new Store(warp, numbers));
  }

  /** Receiver of what a thread that stores does for lanes. */
  interface LaneAccesses {
    void accept(WarpClock agent, long lanes);
  }

  /**
   * A lane's asynchronous store has been performed and counted.
   *
   * @return the thread that has stored, which stands behind that; null for none
   */
  @Nullable WarpClock stored(PeerStoreEvent event, int lane) {
    Store store = stores.get(event);
    Agents agents = store == null ? null : store.warp.bulk;
    if (store == null || agents == null || store.numbers[lane] < 0) {
      return null;
    }
    int number = store.numbers[lane];
    WarpClock agent = agents.storers.get(number);
    agent.now[lane] = end(agent, lane, event.data().pc());
    agents.busyLanes.set(number, agents.busyLanes.get(number) & ~(1L << lane));
    return agent;
  }

  /** All lanes' stores have been. */
  void forget(PeerStoreEvent event) {
    stores.remove(event);
  }

  private WarpClock agent(WarpClock warp, int kind) {
    return new WarpClock(
        warp.cta,
        kind * threads + warp.firstThread,
        WarpClock.NO_OWNER,
        warp.lanes,
        warp.now.length);
  }

  /** A thread of a copy stands behind the lane, at a node that covers no thread. */
  private void begins(WarpClock agent, WarpClock warp, int lane) {
    int now = warp.now[lane];
    agent.now[lane] = graph.lanes(agent.firstThread, 0, graph.pc(now), now, 0);
  }

  /** A node behind what a thread of a copy has done, and behind nothing else. */
  private int end(WarpClock agent, int lane, int pc) {
    return graph.lanes(agent.firstThread, 1L << lane, pc, 0, 0);
  }

  /**
   * A copy whose bytes an mbarrier object counts is over for a CTA.
   *
   * @return the thread that has written, which stands behind all of the copy; null for none
   */
  @Nullable Copy completed(BulkTransfer transfer, long cta) {
    List<Copy> copies = inFlight.get(transfer);
    Copy copy = null;
    for (Copy candidate : copies == null ? List.<Copy>of() : copies) {
      copy = candidate.target == cta ? candidate : copy;
    }
    if (copies == null || copy == null) {
      return null;
    }
    copies.remove(copy);
    if (copies.isEmpty()) {
      inFlight.remove(transfer);
    }
    int reading = end(copy.reader, copy.lane, transfer.pc);
    int writing = end(copy.writer, copy.lane, transfer.pc);
    int end = graph.join(reading, writing);
    if (transfer.map != 0) {
      end = graph.join(end, end(copy.mapper, copy.lane, transfer.pc));
    }
    copy.writer.now[copy.lane] = end;
    free(copy);
    return copy;
  }

  private static void free(Copy copy) {
    Agents agents = copy.warp.bulk;
    if (agents != null) {
      agents.busyLanes.set(copy.number, agents.busyLanes.get(copy.number) & ~(1L << copy.lane));
    }
  }

  /** Lanes put their copies since the last group into another. */
  void grouped(WarpClock warp, long lanes) {
    Agents agents = warp.bulk;
    for (long rest = lanes; agents != null && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      agents.groups.get(lane).add(agents.open.get(lane));
      agents.open.set(lane, new ArrayList<>());
    }
  }

  /**
   * Lanes have waited for groups.
   *
   * @param but for how many of their latest ones
   * @param reads whether only until these have read
   */
  void awaited(WarpClock warp, int pc, long lanes, int but, boolean reads) {
    Agents agents = warp.bulk;
    for (long rest = lanes; agents != null && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      List<List<Copy>> groups = agents.groups.get(lane);
      int count = Math.max(0, groups.size() - but);
      int joined = 0;
      for (List<Copy> group : groups.subList(0, count)) {
        for (Copy copy : group) {
          joined = graph.join(joined, end(copy.reader, lane, pc));
          if (tensors) {
            joined = graph.join(joined, end(copy.mapper, lane, pc));
          }
          if (!reads) {
            joined = graph.join(joined, end(copy.writer, lane, pc));
            free(copy);
          }
        }
      }
      if (joined != 0) {
        warp.now[lane] = graph.lanes(warp.firstThread, 1L << lane, pc, warp.now[lane], joined);
      }
      if (!reads) {
        groups.subList(0, count).clear();
      }
    }
  }
}
