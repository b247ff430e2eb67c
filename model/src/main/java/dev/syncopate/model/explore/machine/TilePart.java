package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.lsu.LsuTiming;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tile. What can happen without a message: a thread issues an access or arrives at a barrier, and
 * the L1 is offered the head of the request FIFO. The only thread of a tile issues as soon as it
 * may, and so does the tile itself at its end: it makes no difference, for what is issued still
 * waits to be offered.
 */
final class TilePart extends MachinePart implements L1Environment, MemoryClient, LsuTiming {
  /** Event: the head of the FIFO is offered; others are threads' numbers. */
  static final int ADVANCE = 64;

  /** Event, before the test: the next location is loaded. */
  private static final int WARM_UP = 65;

  /** Event: the test starts on a tile that is warm. */
  static final int START = 66;

  /** Event: the copy unit issues a line. */
  private static final int COPY = 67;

  /** Event: the oldest store lands that the copy unit does not see. */
  private static final int LAND = 68;

  /** Event: the oldest load from shared memory of thread 0 returns; further threads follow. */
  private static final int RETURN = 69;

  /** Event: the next message of the first way between CTAs comes; further ways follow. */
  private static final int MESSAGE = 101;

  /** Threads of a tile with a copy unit. */
  static final int MOST_BESIDE_COPIES = 32;

  private final Machine machine;
  private final List<ThreadCode> codes;
  private @Nullable TileState current;

  /** Where what happens to threads is kept, when they are not part of what is worked on. */
  private @Nullable List<ThreadEffect> effects;

  TilePart(Machine machine, Node node, List<ThreadCode> codes) {
    this.machine = machine;
    super(machine, node);
    this.codes = List.copyOf(codes);
  }

  List<ThreadCode> codes() {
    return codes;
  }

  /** Works on a tile without its threads. */
  void workWithout(TileState tile, List<ThreadEffect> target) {
    work(tile);
    effects = target;
  }

  TileState work(PartState state) {
    TileState tile = (TileState) state;
    current = tile;
    effects = null;
    return tile;
  }

  private TileState current() {
    TileState tile = current;
    if (tile == null) {
      throw new IllegalStateException("no state is worked on");
    }
    return tile;
  }

  @Override
  public PartState initial() {
    L1Counters counters = new L1Counters();
    StepLsu lsu =
        new StepLsu(
            machine.plans(node()),
            machine.config().warpsPerUnit(),
            machine.config().l1().queue(),
            listener ->
                machine.protocol().at(node()).l1(machine.config(), this, listener, counters),
            this,
            this,
            counters);
    TileState tile =
        new TileState(
            lsu,
            new NamedBarriers(machine.barriers()),
            machine.sharedMemory(this),
            machine.answersAlone() ? topology().banks(node()).size() : 0);
    for (ThreadCode code : codes) {
      tile.threads.add(new ExploredThread(code, tile.threads.size()));
    }
    work(tile);
    tile.started = !machine.setup().warm();
    if (tile.started && tellsAtStart()) {
      tile.started = false; // nothing may be sent before anything happens
      tile.warmed = machine.addresses().names().size();
    }
    settle(tile);
    return tile;
  }

  /** Whether a thread comes to its end by itself, which other tiles hear of. */
  private boolean tellsAtStart() {
    return meets()
        && machine.channels().peers(node()) != 0
        && codes.stream()
            .anyMatch(code ->
                code.instructions().stream()
                    .allMatch(instruction ->
                        instruction instanceof ThreadCode.Instruction.Move
                            || instruction instanceof ThreadCode.Instruction.Compute
                            || instruction instanceof ThreadCode.Instruction.Branch));
  }

  // ---- what can happen ----

  @Override
  public int events(PartState state, int[] target) {
    TileState tile = work(state);
    if (!tile.started) {
      return warmingUp(tile, target);
    }
    int count = 0;
    boolean later = putsOff(tile);
    for (ExploredThread thread : tile.threads) {
      if (!thread.asleep && thread.run() && !(later && issues(thread))) {
        target[count++] = thread.warp;
      }
    }
    if (!tile.lsu.empty()) {
      target[count++] = ADVANCE;
    }
    ExploredSharedMemory local = tile.local;
    return local == null || tile.ended ? count : addLocal(local, target, count);
  }

  private int addLocal(ExploredSharedMemory local, int[] target, int first) {
    int count = first;
    if (local.mayAdvance()) {
      target[count++] = COPY;
    }
    if (local.mayLand()) {
      target[count++] = LAND;
    }
    for (int thread = 0; thread < codes.size(); thread++) {
      if (local.mayReturn(thread)) {
        target[count++] = RETURN + thread;
      }
    }
    for (int way = 0; way < local.ways(); way++) {
      if (local.message(way) != null) {
        target[count++] = MESSAGE + way;
      }
    }
    return count;
  }

  /** Whether threads' accesses are not issued now since they may as well be issued later. */
  boolean putsOff(TileState tile) {
    return machine.setup().reduced() && tile.mayIssueLater();
  }

  private int warmingUp(TileState tile, int[] target) {
    if (!tile.lsu.empty()) {
      target[0] = ADVANCE;
    } else if (tile.warming) {
      return 0;
    } else {
      target[0] = tile.warmed < machine.addresses().names().size() ? WARM_UP : START;
    }
    return 1;
  }

  @Override
  public boolean happen(PartState state, int event) {
    TileState tile = work(state);
    boolean happened = true;
    switch (event) {
      case ADVANCE -> happened = tile.lsu.advance() != 0;
      case START -> tile.started = true;
      case WARM_UP -> {
        tile.warming = true;
        tile.lsu.issue(SingleLaneAccesses.warmUp(machine.config().warpsPerUnit(), next(tile)));
      }
      case COPY -> local(tile).advance();
      case LAND -> local(tile).land();
      default -> {
        if (event >= MESSAGE) {
          local(tile).receive(tile, event - MESSAGE);
        } else if (event >= RETURN) {
          local(tile).returns(tile, event - RETURN);
        } else {
          issue(tile, tile.threads.get(event));
        }
      }
    }
    settle(tile);
    return happened;
  }

  private static ExploredSharedMemory local(TileState tile) {
    return Objects.requireNonNull(tile.local, "a tile without shared memory");
  }

  // ---- what the copy unit asks for ----

  /** The copy unit's slot in the load-store unit. */
  int copySlot() {
    return machine.config().warpsPerUnit() + 1;
  }

  /** Whether the test has barriers of clusters. */
  boolean meets() {
    return CopiedRuns.meetsPeers(machine.test());
  }

  /** Whether a location is at an address. */
  boolean hasLocation(long address) {
    return machine.addresses().at(address) != null;
  }

  boolean mayCopy() {
    return current().lsu.mayCopy();
  }

  void issueCopy(WarpAccess access) {
    current().lsu.issue(access);
  }

  @Override
  public boolean receive(PartState state, Sent sent) {
    TileState tile = work(state);
    if (sent.message() instanceof ExploredMessage message) {
      int sender = machine.channels().from(sent.channel()).number();
      local(tile).receive(tile, sender, message);
    } else {
      take(tile, sent);
    }
    settle(tile);
    return true;
  }

  void take(TileState tile, Sent sent) {
    answered(tile, sent);
    tile.l1.receive(sent.toController());
  }

  private void answered(TileState tile, Sent sent) {
    Node sender = machine.channels().from(sent.channel());
    if (tile.owed.length != 0 && --tile.owed[machine.place(sender)] < 0) {
      throw new UnaskedException(name() + " gets what it has not asked for: " + sent.message());
    }
  }

  /** Where the location is that is loaded next before the test. */
  private long next(TileState tile) {
    LocationAddresses addresses = machine.addresses();
    return addresses.address(addresses.names().get(tile.warmed));
  }

  @Override
  public String describe(PartState state, int event) {
    TileState tile = work(state);
    return switch (event) {
      case ADVANCE -> TileText.offered(tile, name(), machine);
      case START -> "the test starts";
      case WARM_UP -> "before the test: ld.weak " + machine.addresses().at(next(tile));
      case COPY -> local(tile).advanceText();
      case LAND -> "a store lands where the copy unit sees it";
      default ->
          event >= MESSAGE
              ? Objects.requireNonNull(local(tile).message(event - MESSAGE)).text() + " comes"
              : event >= RETURN
                  ? tile.threads.get(event - RETURN).code.name()
                      + "'s load from shared memory returns"
                  : TileText.issues(tile.threads.get(event));
    };
  }

  /** Lets everything happen that does not matter when it happens. */
  private void settle(TileState tile) {
    boolean again = tile.started;
    if (tile.local != null) {
      tile.threads.forEach(thread -> thread.asleep = false); // whatever it waits for may be here
    }
    while (again) {
      again = false;
      for (ExploredThread thread : tile.threads) {
        if (thread.run() && !thread.asleep) {
          thread.asleep = refused(tile, thread);
          if (!thread.asleep && machine.setup().eager() && tile.alone() && isSound(thread)) {
            issue(tile, thread);
            again = true;
          }
        }
      }
      exits(tile);
      again |= tile.barriers.releaseComplete(tile); // also of threads that have just ended
    }
    boolean copied = tile.local == null || tile.local.idle();
    if (tile.started && !tile.ending && copied && tile.threadsFinished()) {
      tile.ending = true;
      tile.lsu.kernelEnd();
    }
  }

  /** Threads that have come to their end leave the barrier of their cluster. */
  private static void exits(TileState tile) {
    if (tile.local == null) {
      return;
    }
    for (ExploredThread thread : tile.threads) {
      if (thread.next == thread.code.instructions().size() && !thread.waits) {
        tile.local.exit(thread.warp);
      }
    }
  }

  /** Whether issuing will not fail. A failing issue is a separate event, so that it is shown. */
  boolean isSound(ExploredThread thread) {
    return switch (thread.instruction()) {
      case ThreadCode.Instruction.Access access ->
          SingleLaneAccesses.fault(thread, access, machine.addresses()).isEmpty();
      case ThreadCode.Instruction.Barrier barrier -> thread.fault(barrier).isEmpty();
      default -> true;
    };
  }

  /** Whether a thread is at an access, and one that can be made. */
  boolean issues(ExploredThread thread) {
    return thread.instruction() instanceof ThreadCode.Instruction.Access && isSound(thread);
  }

  private static boolean refused(TileState tile, ExploredThread thread) {
    return switch (thread.instruction()) {
      case ThreadCode.Instruction.Access access ->
          !tile.lsu.canIssue(thread.warp, access.operation())
              || (access.operation().order().releases() && awaitsPeers(tile, thread));
      case ThreadCode.Instruction.Barrier _ ->
          !tile.lsu.quiet(thread.warp) || awaitsPeers(tile, thread);
      case ThreadCode.Instruction.Local local -> local(tile).refused(tile, thread, local);
      default -> throw new IllegalStateException(thread.text() + " is the thread's own affair");
    };
  }

  private static boolean awaitsPeers(TileState tile, ExploredThread thread) {
    return tile.local != null && tile.local.awaitsPeers(thread.warp);
  }

  private void issue(TileState tile, ExploredThread thread) {
    switch (thread.instruction()) {
      case ThreadCode.Instruction.Access access -> {
        issue(tile, made(thread, access));
      }
      case ThreadCode.Instruction.Barrier barrier -> {
        String name = thread.name(barrier);
        long count = thread.count(barrier);
        thread.next++;
        tile.barriers.arrive(tile, thread, name, count, barrier.waits());
      }
      case ThreadCode.Instruction.Local local -> local(tile).perform(tile, thread, local);
      default -> throw new IllegalStateException(thread.text() + " is the thread's own affair");
    }
  }

  /** What a thread issues, which is past it then. */
  WarpAccess made(ExploredThread thread, ThreadCode.Instruction.Access access) {
    WarpAccess warpAccess = SingleLaneAccesses.make(thread, access, machine.addresses());
    thread.next++;
    thread.underWay++;
    if (access.operation().resultUsed()) {
      thread.awaits(access.target());
    }
    return warpAccess;
  }

  void issue(TileState tile, WarpAccess warpAccess) {
    tile.lsu.issue(warpAccess);
    tile.returning += TileState.comesOnce(warpAccess) ? 0 : 1; // taken off when it is complete
  }

  @Override
  public void canonicalize(PartState state) {
    TileState tile = work(state);
    tile.l1.canonicalize();
    tile.lsu.canonicalize();
    if (tile.local != null) {
      tile.local.canonicalize();
    }
  }

  @Override
  public boolean finished(PartState state) {
    TileState tile = work(state);
    return tile.ended
        && tile.lsu.idle()
        && tile.l1.idle()
        && (tile.local == null || tile.local.idle());
  }

  @Override
  public int expects(PartState state) {
    TileState tile = work(state);
    return tile.owed.length == 0
        ? -1
        : machine.owing(tile.owed, node()) | machine.channels().peers(node());
  }

  @Override
  public List<String> checkInvariants(PartState state) {
    return work(state).l1.checkInvariants();
  }

  @Override
  public List<String> waiting(PartState state) {
    return TileText.waiting(work(state));
  }

  // ---- what the load-store unit and the L1 call ----

  @Override
  public void completed(WarpAccess access, long ready) {
    TileState tile = current();
    if (access.warp == machine.config().warpsPerUnit()) {
      tile.warmed++;
      tile.warming = false;
      return;
    }
    if (access.warp == copySlot()) {
      local(tile).landed(access);
      return;
    }
    tile.returning -= TileState.comesOnce(access) ? 0 : 1;
    boolean result = access.operation.resultUsed();
    happens(
        new ThreadEffect(
            access.warp,
            ThreadEffect.Kind.COMPLETED,
            result ? (Integer) token(access) : -1,
            result ? access.result[0] : 0));
  }

  private void happens(ThreadEffect effect) {
    if (effects == null) {
      effect.on(current().threads.get(effect.warp()));
    } else {
      effects.add(effect);
    }
  }

  private static Object token(WarpAccess access) {
    Object token = access.token;
    if (token == null) {
      throw new IllegalStateException("no thread awaits this access");
    }
    return token;
  }

  @Override
  public void mayIssue(int warp) {
    if (warp < codes.size()) {
      happens(ThreadEffect.wakes(warp));
    }
  }

  @Override
  public void kernelEnded() {
    current().ended = true;
  }

  @Override
  void sends(Node receiver) {
    int[] owed = current().owed;
    if (owed.length != 0) {
      owed[machine.place(receiver)]++;
    }
  }

  @Override
  public void occupy(int cycles) {}

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return machine.time();
  }
}
