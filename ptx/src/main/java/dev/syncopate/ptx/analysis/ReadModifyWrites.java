package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds strong stores of one element that depend on strong loads of one element. If both access one
 * address, which only a run can tell, they are the halves of a read-modify-write that is not
 * atomic. The dependence is of data or of control: the loaded value enters the stored value or
 * decides whether the store executes.
 *
 * <p>Values are followed through registers, local memory, shared memory and exchanges between
 * lanes, in one function: not through global memory, not into a function that is called and not
 * inlined. Local memory counts as one place, and so does shared memory. Where a value depends on a
 * load on some ways to the store only, it counts. A copy of what was read, by which nothing is
 * computed, does not. An exchange without a result ends an update as a store does.
 */
public final class ReadModifyWrites {
  /** Thread that may have executed the load. */
  public enum Reader {
    /** The one that stores. */
    SAME,
    /** One of its warp: the value has passed an exchange between lanes. */
    WARP,
    /** One of its CTA: the value has passed shared memory. */
    CTA
  }

  /**
   * A load on which a store depends.
   *
   * @param load index of the instruction
   * @param computed whether the value is computed from what was read; else that decides whether the
   *     store is executed
   * @param acts whether more than the store depends on that decision: other writes, or barriers
   */
  public record Origin(int load, Reader reader, boolean computed, boolean acts) {}

  /**
   * A store and the loads that it depends on.
   *
   * @param store index of the instruction
   * @param origins ascending by load; at least one
   * @param operation opcode of the last arithmetic before the store, with its type, as in {@code
   *     add.s32}; empty where that is not one instruction in the store's own block, or where no
   *     value is computed
   */
  public record Update(int store, List<Origin> origins, String operation) {
    public Update {
      origins = List.copyOf(origins);
    }

    /** Indices of the loads, ascending. */
    public List<Integer> loads() {
      return origins.stream().map(Origin::load).toList();
    }
  }

  private final Program program;
  private final FlowGraph graph;
  private final RegisterUses operands;
  private final ControlDependence decisions;

  private ReadModifyWrites(Program program) {
    this.program = program;
    this.graph = new FlowGraph(program.code(), List.of(0));
    this.operands =
        new RegisterUses(program.code(), program.valueRegisters(), program.predicateRegisters());
    this.decisions = new ControlDependence(program, graph, operands);
  }

  /** Those of a program that is ready to run, in the order of their stores. */
  public static List<Update> of(Program program) {
    List<Integer> loads = new ArrayList<>();
    List<Integer> stores = new ArrayList<>();
    for (int i = 0; i < program.code().size(); i++) {
      if (reads(program.code().get(i))) {
        loads.add(i);
      } else if (writes(program.code().get(i))) {
        stores.add(i);
      }
    }
    return loads.isEmpty() || stores.isEmpty()
        ? List.of()
        : new ReadModifyWrites(program).updates(loads, stores);
  }

  private static boolean reads(Instruction instruction) {
    return instruction instanceof Load load
        && load.order() != MemoryOrder.WEAK
        && mayBeShared(load.space())
        && load.destinations().size() == 1
        && load.destinations().getFirst() >= 0;
  }

  private static boolean writes(Instruction instruction) {
    return exchanges(instruction)
        || (instruction instanceof Store store
            && store.order() != MemoryOrder.WEAK
            && mayBeShared(store.space())
            && store.values().size() == 1);
  }

  private static boolean exchanges(Instruction instruction) {
    return instruction instanceof Atomic atomic
        && atomic.operation() == AtomicOperation.EXCH
        && !atomic.resultUsed()
        && atomic.a().size() == 1
        && mayBeShared(atomic.space());
  }

  private static boolean mayBeShared(StateSpace space) {
    return space == StateSpace.GLOBAL
        || space == StateSpace.SHARED
        || space == StateSpace.SHARED_CLUSTER
        || space == StateSpace.GENERIC;
  }

  private int value(int store) {
    return program.code().get(store) instanceof Store plain
        ? plain.values().getFirst()
        : ((Atomic) program.code().get(store)).a().getFirst();
  }

  private int bytes(int access) {
    return switch (program.code().get(access)) {
      case Load load -> load.type().bytes();
      case Store store -> store.type().bytes();
      case Atomic atomic -> atomic.type().bytes();
      default -> throw new IllegalStateException("no access to memory");
    };
  }

  private List<Update> updates(List<Integer> loads, List<Integer> stores) {
    List<List<Origin>> origins = new ArrayList<>();
    for (int i = 0; i < stores.size(); i++) {
      origins.add(new ArrayList<>());
    }
    for (int load : loads) {
      Map<Reader, ValueFlow> flows = new EnumMap<>(Reader.class);
      for (int i = 0; i < stores.size(); i++) {
        Origin origin =
            bytes(load) == bytes(stores.get(i)) ? origin(load, stores.get(i), flows) : null;
        if (origin != null) {
          origins.get(i).add(origin);
        }
      }
    }
    List<Update> updates = new ArrayList<>();
    for (int i = 0; i < stores.size(); i++) {
      if (!origins.get(i).isEmpty()) {
        boolean computed = origins.get(i).stream().anyMatch(Origin::computed);
        String operation = computed ? operation(stores.get(i)) : "";
        updates.add(new Update(stores.get(i), origins.get(i), operation));
      }
    }
    return updates;
  }

  /** How a store depends on a load; null for not at all. */
  private @Nullable Origin origin(int load, int store, Map<Reader, ValueFlow> flows) {
    int value = value(store);
    for (Reader reader : Reader.values()) {
      if (reader != Reader.SAME && !decisions.passes(reader)) {
        continue;
      }
      ValueFlow flow =
          flows.computeIfAbsent(reader, key -> new ValueFlow(program, graph, operands, load, key));
      if (!Operand.isConstant(value) && flow.computes(store, value)) {
        return new Origin(load, reader, true, true);
      }
      if (reader == Reader.SAME && !exchanges(program.code().get(store))) {
        ControlDependence.Kind kind = decisions.of(flow, store);
        if (kind != ControlDependence.Kind.NONE) {
          return new Origin(load, reader, false, kind == ControlDependence.Kind.ACTS);
        }
      }
    }
    return null;
  }

  /** What gives a store its value, conversions and moves apart. */
  private String operation(int store) {
    int register = value(store);
    int first = graph.start(graph.blockOf(store));
    for (int i = store - 1; i >= first; i--) {
      if (!writes(i, register)) {
        continue;
      }
      if (!(program.code().get(i) instanceof Compute compute)
          || !compute.guard().equals(Guard.NONE)) {
        return "";
      }
      String name = compute.function().mnemonic();
      boolean passes = name.startsWith("mov") || name.startsWith("cvt");
      if (!passes || Operand.isConstant(compute.a())) {
        return name;
      }
      register = compute.a();
    }
    return "";
  }

  private boolean writes(int instruction, int register) {
    for (int written : operands.writes(instruction)) {
      if (written == register) {
        return true;
      }
    }
    return false;
  }
}
