package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.axiom.candidate.path.AsyncFacts.MbarrierStep;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent.Kind;
import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.AsyncInstruction.FenceSpace;
import dev.syncopate.model.litmus.AsyncInstruction.MbarrierAction;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Executes instructions of asynchronous synchronisation on a path. A copy becomes an issue in
 * program order, and outside of it a read and a write for each location and a completion. A wait
 * for an mbarrier goes both ways; which of them is possible follows from the order of the
 * mbarrier's operations.
 */
final class AsyncUnroller {
  private final TestLocations locations;

  AsyncUnroller(TestLocations locations) {
    this.locations = locations;
  }

  /**
   * Executes one instruction.
   *
   * @param open takes the other ways on
   * @return whether this way goes on
   */
  boolean step(PathState state, AsyncInstruction operation, Deque<PathState> open) {
    switch (operation) {
      case AsyncInstruction.Copy copy -> copy(state, copy);
      case AsyncInstruction.TensorLoad load -> {
        tensorLoad(state, load, open);
        return false;
      }
      case AsyncInstruction.RemoteStore store -> remoteStore(state, store);
      case AsyncInstruction.CommitGroup _ -> {
        state.groups.add((BitSet) state.ungrouped.clone());
        state.ungrouped.clear();
      }
      case AsyncInstruction.WaitGroup wait -> waitGroup(state, wait);
      case AsyncInstruction.Mbarrier step -> mbarrier(state, step, open);
      case AsyncInstruction.ProxyFence(FenceSpace space) ->
          inProgram(state, null, -1, null, new BitSet(), null, space, "F", "FPA");
      case AsyncInstruction.TensormapFence(LitmusScope scope, String map) ->
          inProgram(
              state,
              scope,
              map == null ? -1 : locations.named(map),
              null,
              new BitSet(),
              null,
              null,
              "F",
              map == null ? "FTR" : "FTA");
      case AsyncInstruction.InitFence _ ->
          inProgram(state, LitmusScope.CLUSTER, -1, null, new BitSet(), null, null, "F", "FMI");
      case AsyncInstruction.ReplaceMap(String map, String tile) -> {
        SymbolicValue address = new SymbolicValue.Known(locations.address(locations.named(tile)));
        state.write(
            LitmusOrder.WEAK,
            null,
            false,
            locations.named(map),
            MemoryEvent.NOTHING,
            address,
            MemoryEvent.NOTHING,
            -1);
      }
      case AsyncInstruction.ClusterBarrier(boolean arrives, LitmusOrder order) ->
          state.asynchronous(
              arrives ? Kind.ARRIVAL : Kind.DEPARTURE,
              order,
              LitmusScope.CLUSTER,
              -1,
              null,
              MemoryEvent.NOTHING,
              -1,
              facts(true, -1, new BitSet(), null, null, tag(order), LitmusScope.CLUSTER.name()));
    }
    state.pc++;
    return true;
  }

  private void copy(PathState state, AsyncInstruction.Copy copy) {
    int issue = issue(state);
    BitSet accesses = new BitSet();
    for (int i = 0; i < copy.targets().size(); i++) {
      SymbolicValue value =
          read(state, issue, locations.named(copy.sources().get(i)), MemoryEvent.NOTHING, "ASY");
      accesses.set(state.events.size() - 1);
      write(
          state,
          issue,
          locations.named(copy.targets().get(i)),
          copy.reduction(),
          LitmusScope.GPU,
          value,
          "ASY",
          accesses);
    }
    if (copy.mbarrier() == null) {
      state.ungrouped.or(accesses);
    } else {
      complete(
          state,
          issue,
          copy.mbarrier(),
          AsyncInstruction.BYTES * (long) copy.targets().size(),
          accesses);
    }
  }

  /** Reads the map, then copies the tile whose address it holds. */
  private void tensorLoad(
      PathState state, AsyncInstruction.TensorLoad load, Deque<PathState> open) {
    int issue = issue(state);
    SymbolicValue tile =
        read(state, issue, locations.named(load.map()), MemoryEvent.NOTHING, "TMP");
    for (int name = 0; name < locations.names(); name++) {
      PathState fork = state.fork();
      SymbolicValue address = new SymbolicValue.Known(locations.address(name));
      if (!fork.require(ComparisonOperator.EQ, tile, address)) {
        continue;
      }
      BitSet accesses = new BitSet();
      accesses.set(issue + 1);
      SymbolicValue value = read(fork, issue, name, tile.reads(), "ASY");
      accesses.set(fork.events.size() - 1);
      write(
          fork,
          issue,
          locations.named(load.target()),
          null,
          LitmusScope.GPU,
          value,
          "ASY",
          accesses);
      complete(fork, issue, load.mbarrier(), AsyncInstruction.BYTES, accesses);
      fork.pc++;
      open.push(fork);
    }
  }

  private void remoteStore(PathState state, AsyncInstruction.RemoteStore store) {
    int issue = issue(state);
    BitSet accesses = new BitSet();
    SymbolicValue value = new SymbolicValue.Known(store.value());
    write(
        state,
        issue,
        locations.named(store.target()),
        store.reduction(),
        LitmusScope.CLUSTER,
        value,
        store.reduction() == null ? "WEAK" : "RLX",
        accesses);
    complete(state, issue, store.mbarrier(), AsyncInstruction.BYTES, accesses);
  }

  private static int issue(PathState state) {
    int issue = state.events.size();
    inProgram(state, null, -1, null, new BitSet(), null, null, "ISSUE");
    return issue;
  }

  private static SymbolicValue read(
      PathState state, int issue, int name, BitSet addressFrom, String proxy) {
    SymbolicValue value = new SymbolicValue.Read(state.events.size());
    state.asynchronous(
        Kind.READ,
        LitmusOrder.WEAK,
        null,
        name,
        null,
        addressFrom,
        -1,
        facts(false, issue, new BitSet(), null, null, proxy, "WEAK"));
    return value;
  }

  /** Writes a location, or combines a value with its; adds the accesses to a set. */
  private static void write(
      PathState state,
      int issue,
      int name,
      @Nullable IntegerFunction reduction,
      LitmusScope scope,
      SymbolicValue value,
      String proxy,
      BitSet accesses) {
    int first = state.events.size();
    if (reduction == null) {
      state.asynchronous(
          Kind.WRITE,
          LitmusOrder.WEAK,
          null,
          name,
          value,
          MemoryEvent.NOTHING,
          -1,
          facts(false, issue, new BitSet(), null, null, proxy, "WEAK"));
    } else {
      AsyncFacts facts =
          facts(false, issue, new BitSet(), null, null, proxy, "RLX", "RMW", scope.name());
      SymbolicValue old = new SymbolicValue.Read(first);
      state.asynchronous(
          Kind.READ, LitmusOrder.RELAXED, scope, name, null, MemoryEvent.NOTHING, first + 1, facts);
      state.asynchronous(
          Kind.WRITE,
          LitmusOrder.RELAXED,
          scope,
          name,
          SymbolicValue.of(reduction, old, value),
          MemoryEvent.NOTHING,
          first,
          facts);
    }
    accesses.set(first, state.events.size());
  }

  private void complete(PathState state, int issue, String mbarrier, long bytes, BitSet accesses) {
    state.asynchronous(
        Kind.STEP,
        LitmusOrder.RELEASE,
        LitmusScope.CLUSTER,
        locations.named(mbarrier),
        new SymbolicValue.Known(bytes),
        MemoryEvent.NOTHING,
        -1,
        facts(
            false,
            issue,
            accesses,
            new MbarrierStep(MbarrierAction.COMPLETE_TX, bytes, false),
            null,
            "MB",
            "CMP",
            "REL",
            LitmusScope.CLUSTER.name()));
  }

  private static void waitGroup(PathState state, AsyncInstruction.WaitGroup wait) {
    BitSet awaited = new BitSet();
    int last = (int) Math.max(0, state.groups.size() - wait.newest());
    state.groups.subList(0, last).forEach(awaited::or);
    if (wait.reads()) {
      for (int event = awaited.nextSetBit(0); event >= 0; event = awaited.nextSetBit(event + 1)) {
        boolean isSource = state.events.get(event).reads() && state.events.get(event).partner() < 0;
        awaited.set(event, isSource);
      }
    }
    inProgram(state, null, -1, null, awaited, null, null, "GRP");
  }

  private void mbarrier(PathState state, AsyncInstruction.Mbarrier step, Deque<PathState> open) {
    if (!step.action().waits()) {
      perform(state, step, false);
      return;
    }
    PathState failed = state.fork();
    perform(failed, step, false);
    failed.pc++;
    open.push(failed);
    perform(state, step, true);
  }

  private void perform(PathState state, AsyncInstruction.Mbarrier step, boolean succeeds) {
    SymbolicValue.Known value =
        new SymbolicValue.Known(step.action().waits() ? (succeeds ? 1 : 0) : step.number());
    int number = state.events.size();
    SortedSet<String> sets = new TreeSet<>(List.of("MB"));
    if (step.scope() != null) {
      sets.add(tag(step.order()));
      sets.add(step.scope().name());
    }
    if (step.action().arrives()) {
      sets.add("ARRIVE");
    } else if (step.action() == MbarrierAction.INIT) {
      sets.add("INIT");
    } else if (step.action().waits()) {
      sets.add(succeeds ? "WAIT" : "NOWAIT");
    }
    inProgram(
        state,
        step.scope(),
        locations.named(step.mbarrier()),
        value,
        new BitSet(),
        new MbarrierStep(step.action(), step.number(), succeeds),
        null,
        sets.toArray(String[]::new));
    if (step.target() != null) {
      SymbolicValue result = new SymbolicValue.Read(number);
      state.registers.put(step.target(), result);
      state.require(ComparisonOperator.EQ, result, value);
    }
  }

  private static void inProgram(
      PathState state,
      @Nullable LitmusScope scope,
      int name,
      SymbolicValue.@Nullable Known value,
      BitSet awaited,
      @Nullable MbarrierStep step,
      @Nullable FenceSpace space,
      String... sets) {
    AsyncFacts facts = facts(true, -1, awaited, step, space, sets);
    if (scope != null) {
      SortedSet<String> scoped = new TreeSet<>(facts.sets());
      scoped.add(scope.name());
      facts = new AsyncFacts(scoped, true, -1, awaited, step, space);
    }
    SymbolicValue shownValue = value != null || name < 0 ? value : new SymbolicValue.Known(0);
    state.asynchronous(
        Kind.STEP, LitmusOrder.RELAXED, scope, name, shownValue, MemoryEvent.NOTHING, -1, facts);
  }

  private static AsyncFacts facts(
      boolean inProgram,
      int issue,
      BitSet awaited,
      @Nullable MbarrierStep step,
      @Nullable FenceSpace space,
      String... sets) {
    return new AsyncFacts(new TreeSet<>(List.of(sets)), inProgram, issue, awaited, step, space);
  }

  private static String tag(LitmusOrder order) {
    return switch (order) {
      case RELEASE -> "REL";
      case ACQUIRE -> "ACQ";
      default -> "RLX";
    };
  }
}
