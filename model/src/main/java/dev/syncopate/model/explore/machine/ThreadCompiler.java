package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.local.AsyncMutant;
import dev.syncopate.memory.local.ClusterOrder;
import dev.syncopate.model.explore.machine.ThreadCode.Source;
import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compiler from a thread of a litmus test to requests of the hardware, in 64 bits. */
final class ThreadCompiler {
  private static final Source ZERO = Source.of(0);

  private final LocationAddresses addresses;
  private final SharedPlaces places;
  private final boolean isClusterSpread;
  private final @Nullable AsyncMutant mutant;
  private final Function<MemoryOperation, @Nullable String> refusal;
  private final LitmusThread thread;
  private final List<String> registers = new ArrayList<>();
  private final List<ThreadCode.Instruction> instructions = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  /** By instruction of the thread, the first of the code. */
  private final List<Integer> starts = new ArrayList<>();

  /** Indices of branches whose targets are instructions of the thread. */
  private final List<Integer> unplaced = new ArrayList<>();

  /**
   * @param isClusterSpread whether the CTAs of the thread's cluster are on several tiles, so that
   *     what synchronises them orders global memory, too
   * @param mutant what is wrong on purpose with asynchronous operations; null for nothing
   * @param refusal why an operation cannot be performed, or null
   */
  ThreadCompiler(
      LitmusThread thread,
      LocationAddresses addresses,
      SharedPlaces places,
      boolean isClusterSpread,
      @Nullable AsyncMutant mutant,
      Function<MemoryOperation, @Nullable String> refusal) {
    this.thread = thread;
    this.addresses = addresses;
    this.places = places;
    this.isClusterSpread = isClusterSpread;
    this.mutant = mutant;
    this.refusal = refusal;
  }

  /**
   * @throws IllegalArgumentException for an instruction that the machine does not have
   */
  ThreadCode compile(int cta) {
    thread.registers().keySet().forEach(this::register);
    for (LitmusInstruction instruction : thread.instructions()) {
      String text = ExploredInstructionText.of(instruction);
      starts.add(instructions.size());
      try {
        emit(instruction, text);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "P%d: `%s`: %s".formatted(thread.id(), text, e.getMessage()), e);
      }
    }
    starts.add(instructions.size());
    unplaced.forEach(index -> instructions.set(index, placed(instructions.get(index))));
    List<Long> initial = new ArrayList<>();
    for (String name : registers) {
      LitmusOperand value = thread.registers().get(name);
      initial.add(value == null ? 0 : source(value).number());
    }
    return new ThreadCode(
        "P" + thread.id(),
        cta,
        ThreadPlaces.cluster(places.test(), thread),
        List.copyOf(initial),
        List.copyOf(registers),
        List.copyOf(instructions),
        List.copyOf(texts));
  }

  /** Adds the code of an instruction: with the fences that are part of it. */
  private void emit(LitmusInstruction instruction, String text) {
    if (instruction
        instanceof
        LitmusInstruction.Asynchronous(
            AsyncInstruction.TensormapFence(LitmusScope scope, String map))) {
      Order order = map == null ? Order.RELEASE : Order.ACQUIRE;
      fence(MemoryOperation.fence(order, simulated(scope)), text);
    }
    ThreadCode.Instruction compiled = compile(instruction);
    MemoryOperation ordered = isClusterSpread ? ordered(instruction, compiled) : null;
    if (ordered != null) {
      fence(ClusterOrder.before(ordered.order(), ordered.scope(), mutant), text);
    }
    if (compiled instanceof ThreadCode.Instruction.Branch) {
      unplaced.add(instructions.size());
    }
    add(compiled, text);
    MemoryOperation trailingFence =
        ordered == null ? null : ClusterOrder.behind(ordered.order(), ordered.scope(), mutant);
    if (trailingFence != null
        && compiled instanceof ThreadCode.Instruction.MbarrierStep wait
        && wait.target() >= 0) {
      // only where the phase is over
      Source isOver = new Source(wait.target(), 0);
      int next = instructions.size() + 2;
      add(new ThreadCode.Instruction.Branch(ComparisonOperator.EQ, isOver, ZERO, next), text);
    }
    fence(trailingFence, text);
  }

  private void add(ThreadCode.Instruction instruction, String text) {
    instructions.add(instruction);
    texts.add(text);
  }

  /** Adds a fence between threads that is part of an instruction; null for none. */
  private void fence(@Nullable MemoryOperation fence, String text) {
    if (fence != null) {
      String name = "fence.%s.%s".formatted(fence.order(), fence.scope()).toLowerCase(Locale.ROOT);
      checkPossible(fence);
      add(
          new ThreadCode.Instruction.Access(fence, ZERO, ZERO, ZERO, false, -1),
          "%s, of %s".formatted(name, text));
    }
  }

  /**
   * Order and scope of an instruction that synchronises with other CTAs by shared memory; null for
   * others.
   */
  private static @Nullable MemoryOperation ordered(
      LitmusInstruction instruction, ThreadCode.Instruction compiled) {
    if (compiled instanceof ThreadCode.Instruction.SharedAccess access) {
      return access.operation();
    }
    if (!(instruction instanceof LitmusInstruction.Asynchronous(AsyncInstruction operation))) {
      return null;
    }
    return switch (operation) {
      case AsyncInstruction.Mbarrier step ->
          step.scope() == null ? null : fence(step.order(), simulated(step.scope()));
      case AsyncInstruction.ClusterBarrier(boolean _, LitmusOrder order) ->
          fence(order, Scope.CLUSTER);
      default -> null;
    };
  }

  private static MemoryOperation fence(LitmusOrder order, Scope scope) {
    return MemoryOperation.fence(Order.valueOf(order.name()), scope);
  }

  /** An instruction whose target is a place in the code. */
  private ThreadCode.Instruction placed(ThreadCode.Instruction instruction) {
    return instruction instanceof ThreadCode.Instruction.Branch branch
        ? new ThreadCode.Instruction.Branch(
            branch.comparison(), branch.a(), branch.b(), starts.get(branch.target()))
        : instruction;
  }

  private int register(String name) {
    int index = registers.indexOf(name);
    if (index < 0) {
      registers.add(name);
      return registers.size() - 1;
    }
    return index;
  }

  private Source source(@Nullable LitmusOperand operand) {
    return switch (operand) {
      case null -> ZERO;
      case LitmusOperand.Constant constant -> Source.of(constant.value());
      case LitmusOperand.Location location -> Source.of(addresses.address(location.name()));
      case LitmusOperand.Register register -> new Source(register(register.name()), 0);
    };
  }

  private ThreadCode.Instruction compile(LitmusInstruction instruction) {
    return switch (instruction) {
      case LitmusInstruction.Load load ->
          access(
              operation(
                  AccessKind.LOAD,
                  null,
                  load.order(),
                  load.scope(),
                  load.remote(),
                  /* result= */ true),
              load.address(),
              ZERO,
              ZERO,
              false,
              register(load.target()));
      case LitmusInstruction.Store store ->
          access(
              operation(
                  AccessKind.STORE, null, store.order(), store.scope(), store.remote(), false),
              store.address(),
              source(store.value()),
              ZERO,
              false,
              -1);
      case LitmusInstruction.Atomic atomic -> atomic(atomic);
      case LitmusInstruction.Fence fence ->
          access(
              operation(AccessKind.FENCE, null, fence.order(), fence.scope(), false, false),
              null,
              ZERO,
              ZERO,
              false,
              -1);
      case LitmusInstruction.ProxyFence _ ->
          new ThreadCode.Instruction.Branch(
              ComparisonOperator.NE, ZERO, ZERO, 0); // one way to memory: nothing
      case LitmusInstruction.Barrier barrier ->
          new ThreadCode.Instruction.Barrier(
              barrier.waits(),
              source(barrier.instance()),
              barrier.id() == null ? null : source(barrier.id()),
              barrier.quorum() == null ? null : source(barrier.quorum()));
      case LitmusInstruction.Begin _, LitmusInstruction.Commit _, LitmusInstruction.Failed _ ->
          throw new IllegalArgumentException("no coherence protocol has transactions");
      case LitmusInstruction.Asynchronous(AsyncInstruction operation) -> asynchronous(operation);
      case LitmusInstruction.Move move ->
          new ThreadCode.Instruction.Move(register(move.target()), source(move.value()));
      case LitmusInstruction.Compute compute ->
          new ThreadCode.Instruction.Compute(
              compute.arithmetic(),
              register(compute.target()),
              source(compute.a()),
              source(compute.b()));
      case LitmusInstruction.Branch branch ->
          new ThreadCode.Instruction.Branch(
              branch.comparison(), source(branch.a()), source(branch.b()), branch.target());
      case LitmusInstruction.Goto jump ->
          new ThreadCode.Instruction.Branch(ComparisonOperator.EQ, ZERO, ZERO, jump.target());
    };
  }

  private ThreadCode.Instruction atomic(LitmusInstruction.Atomic atomic) {
    AtomicOp performed;
    Source a;
    Source b = ZERO;
    switch (atomic.update()) {
      case Update.Exchange exchange -> {
        performed = AtomicOp.EXCH;
        a = source(exchange.value());
      }
      case Update.CompareAndSwap swap -> {
        performed = AtomicOp.CAS;
        a = source(swap.expected());
        b = source(swap.replacement());
      }
      case Update.Combine combine -> {
        performed = combined(combine.arithmetic());
        a = source(combine.value());
      }
    }
    boolean negates =
        atomic.update() instanceof Update.Combine combine
            && combine.arithmetic() == IntegerFunction.SUB;
    int target = atomic.target() == null ? -1 : register(atomic.target());
    MemoryOperation operation =
        operation(
            AccessKind.ATOMIC,
            performed,
            atomic.order(),
            atomic.scope(),
            atomic.remote(),
            target >= 0);
    return access(operation, atomic.address(), a, b, negates, target);
  }

  private static AtomicOp combined(IntegerFunction arithmetic) {
    return switch (arithmetic) {
      case ADD, SUB -> AtomicOp.ADD;
      case AND -> AtomicOp.AND;
      case OR -> AtomicOp.OR;
      case XOR -> AtomicOp.XOR;
      case MUL, DIV ->
          throw new IllegalArgumentException("the hardware has no atomic " + arithmetic.text());
    };
  }

  private ThreadCode.Instruction access(
      MemoryOperation operation,
      @Nullable LitmusOperand address,
      Source a,
      Source b,
      boolean negates,
      int target) {
    if (address instanceof LitmusOperand.Location(String name) && places.isShared(name)) {
      return new ThreadCode.Instruction.SharedAccess(
          operation, places.owner(name, thread), places.place(name), a, b, negates, target);
    }
    checkPossible(operation);
    return new ThreadCode.Instruction.Access(operation, source(address), a, b, negates, target);
  }

  private void checkPossible(MemoryOperation operation) {
    String refused = refusal.apply(operation);
    if (refused != null) {
      throw new IllegalArgumentException(refused);
    }
  }

  private ThreadCode.Instruction asynchronous(AsyncInstruction instruction) {
    return switch (instruction) {
      case AsyncInstruction.Copy copy -> copy(copy);
      case AsyncInstruction.CommitGroup _ -> new ThreadCode.Instruction.CommitCopies();
      case AsyncInstruction.WaitGroup(boolean reads, long newest) ->
          new ThreadCode.Instruction.AwaitCopies(reads, (int) Math.min(newest, Integer.MAX_VALUE));
      case AsyncInstruction.Mbarrier step -> mbarrier(step);
      case AsyncInstruction.ProxyFence(AsyncInstruction.FenceSpace space) ->
          new ThreadCode.Instruction.AsyncFence(
              space == AsyncInstruction.FenceSpace.ALL
                  || space == AsyncInstruction.FenceSpace.GLOBAL,
              space != AsyncInstruction.FenceSpace.GLOBAL);
      case AsyncInstruction.TensorLoad load -> tensorLoad(load);
      case AsyncInstruction.TensormapFence(LitmusScope _, String map) ->
          new ThreadCode.Instruction.MapFence(map == null ? -1 : addresses.address(map));
      case AsyncInstruction.ReplaceMap(String map, String tile) ->
          access(
              operation(AccessKind.STORE, null, LitmusOrder.WEAK, null, false, false),
              new LitmusOperand.Location(map),
              source(new LitmusOperand.Location(tile)),
              ZERO,
              false,
              -1);
      case AsyncInstruction.InitFence _ ->
          new ThreadCode.Instruction.Branch(
              ComparisonOperator.NE, ZERO, ZERO, 0); // what is initialised is there at once
      case AsyncInstruction.RemoteStore store -> remoteStore(store);
      case AsyncInstruction.ClusterBarrier(boolean arrives, LitmusOrder order) ->
          new ThreadCode.Instruction.ClusterStep(arrives, order == LitmusOrder.RELEASE);
    };
  }

  private ThreadCode.Instruction copy(AsyncInstruction.Copy copy) {
    boolean toShared = copy.direction().toShared();
    boolean toPeer = copy.direction() == AsyncInstruction.Direction.SHARED_TO_PEER;
    IntegerFunction reduction = copy.reduction();
    MemoryOperation update =
        reduction == null
            ? null
            : MemoryOperation.atomic(combined(reduction), DataType.U64)
                .with(Order.RELAXED, Scope.GPU)
                .withResult(false);
    checkPossible(
        update != null
            ? update
            : toShared ? ExploredSharedMemory.READ : ExploredSharedMemory.WRITE);
    List<String> shared = toShared ? copy.targets() : copy.sources();
    List<String> global = toShared ? copy.sources() : copy.targets();
    return new ThreadCode.Instruction.Bulk(
        toShared,
        update,
        toShared ? owner(copy) : own(shared),
        toPeer ? ownPlace(global) : -1,
        places.place(shared),
        toPeer ? 0 : addresses.address(global),
        /* mapped= */ false,
        AsyncInstruction.BYTES * global.size(),
        copy.mbarrier() == null ? -1 : places.place(copy.mbarrier()));
  }

  private ThreadCode.Instruction tensorLoad(AsyncInstruction.TensorLoad load) {
    checkPossible(ExploredSharedMemory.READ);
    return new ThreadCode.Instruction.Bulk(
        /* toShared= */ true,
        null,
        places.owner(List.of(load.target(), load.mbarrier()), thread),
        -1,
        places.place(load.target()),
        addresses.address(load.map()),
        /* mapped= */ true,
        AsyncInstruction.BYTES,
        places.place(load.mbarrier()));
  }

  /** The CTA of the targets and the mbarrier of a copy. */
  private int owner(AsyncInstruction.Copy copy) {
    List<String> names = new ArrayList<>(copy.targets());
    if (copy.mbarrier() != null) {
      names.add(copy.mbarrier());
    }
    return places.owner(names, thread);
  }

  private int own(List<String> names) {
    if (places.owner(names, thread) != ThreadCode.OWN) {
      throw new IllegalArgumentException(
          "`%s` is in the shared memory of another block, from which no copy reads"
              .formatted(names.getFirst()));
    }
    return ThreadCode.OWN;
  }

  private int ownPlace(List<String> names) {
    int _ = own(names);
    return places.place(names);
  }

  private ThreadCode.Instruction remoteStore(AsyncInstruction.RemoteStore store) {
    IntegerFunction reduction = store.reduction();
    int owner = places.owner(List.of(store.target(), store.mbarrier()), thread);
    return new ThreadCode.Instruction.StoreAsync(
        reduction == null
            ? null
            : MemoryOperation.atomic(combined(reduction), DataType.U64)
                .with(Order.RELAXED, Scope.CLUSTER)
                .withResult(false),
        owner == ThreadCode.OWN ? ThreadPlaces.cta(places.test(), thread) : owner,
        places.place(store.target()),
        store.value(),
        places.place(store.mbarrier()));
  }

  private ThreadCode.Instruction mbarrier(AsyncInstruction.Mbarrier step) {
    return new ThreadCode.Instruction.MbarrierStep(
        step.action(),
        step.order() == LitmusOrder.RELEASE,
        places.owner(step.mbarrier(), thread),
        places.place(step.mbarrier()),
        (int) step.number(),
        step.target() == null ? -1 : register(step.target()));
  }

  private static Scope simulated(LitmusScope scope) {
    return switch (scope) {
      case CTA -> Scope.CTA;
      case CLUSTER -> Scope.CLUSTER;
      case GPU -> Scope.GPU;
      case SYS -> Scope.SYS;
    };
  }

  private static MemoryOperation operation(
      AccessKind kind,
      @Nullable AtomicOp atomic,
      LitmusOrder order,
      @Nullable LitmusScope scope,
      boolean remote,
      boolean result) {
    boolean commutative = order == LitmusOrder.COMM;
    Scope unscoped = commutative ? Scope.GPU : Scope.CTA;
    MemoryOperation plain =
        switch (kind) {
          case LOAD -> MemoryOperation.load(DataType.U64);
          case STORE -> MemoryOperation.store(DataType.U64);
          case ATOMIC -> MemoryOperation.atomic(Objects.requireNonNull(atomic), DataType.U64);
          case FENCE -> MemoryOperation.fence(Order.SC, Scope.CTA);
        };
    return plain
        .with(
            commutative ? Order.RELAXED : Order.valueOf(order.name()),
            scope == null ? unscoped : simulated(scope))
        .withRemote(remote)
        .withCommutative(commutative)
        .withResult(result);
  }
}
