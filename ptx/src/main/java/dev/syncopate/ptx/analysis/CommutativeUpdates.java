package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Treats a kernel's atomics as commutative ({@code .comm}) where they may be: relaxed ones of GPU
 * scope on global memory, of an operation that commutes, with an unused result. That is what the
 * software flag of the paper on local atomic buffers finds (lab §III-B, §IV-A).
 *
 * <p>An array is what a pointer parameter leads to. Two parameters are taken to be two arrays.
 */
public final class CommutativeUpdates {
  /**
   * Result for a kernel.
   *
   * @param program with those atomics commutative
   * @param treated where they are, in order
   * @param obstacles why one of them may not be treated so, each in a sentence; if there are any,
   *     nothing is treated
   */
  public record Outcome(Program program, List<Position> treated, List<String> obstacles) {
    public Outcome {
      treated = List.copyOf(treated);
      obstacles = List.copyOf(obstacles);
    }
  }

  private final Program program;
  private final List<Instruction> code;

  /** Where each instruction's address comes from, as computed by {@link AddressProvenance}. */
  private final long[] sources;

  private final List<String> obstacles = new ArrayList<>();

  private CommutativeUpdates(Program program) {
    this.program = program;
    code = program.code();
    sources = new long[code.size()];
  }

  /** Of a kernel that is ready to run. */
  public static Outcome of(Program program) {
    return new CommutativeUpdates(program).outcome();
  }

  private Outcome outcome() {
    List<Integer> updates = new ArrayList<>();
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof Atomic atomic && mayCommute(atomic)) {
        updates.add(i);
      } else if (code.get(i) instanceof Call || code.get(i) instanceof CallIndirect) {
        obstacles.add(
            "%s: the kernel calls a function, and what that reads is not known"
                .formatted(code.get(i).position()));
      }
    }
    if (obstacles.isEmpty() && !updates.isEmpty()) {
      trace();
      updates.forEach(this::check);
    }
    if (!obstacles.isEmpty()) {
      return new Outcome(program, List.of(), obstacles.stream().distinct().toList());
    }
    List<Instruction> treated = new ArrayList<>(code);
    updates.forEach(i -> treated.set(i, ((Atomic) code.get(i)).commuting()));
    return new Outcome(
        program.withCode(treated),
        updates.stream().map(i -> code.get(i).position()).toList(),
        List.of());
  }

  private static boolean mayCommute(Atomic atomic) {
    return atomic.operation().commutes()
        && !atomic.resultUsed()
        && !atomic.commutative()
        && !atomic.remote()
        && atomic.order() == MemoryOrder.RELAXED
        && atomic.scope() == MemoryScope.GPU
        && (atomic.space() == StateSpace.GLOBAL || atomic.space() == StateSpace.GENERIC);
  }

  private void trace() {
    FlowGraph graph = new FlowGraph(code, List.of(0));
    RegisterUses operands =
        new RegisterUses(code, program.valueRegisters(), program.predicateRegisters());
    AddressProvenance provenance = new AddressProvenance(program, graph, operands);
    for (int block = 0; block < graph.exit(); block++) {
      long[] state = provenance.at(block);
      for (int i = graph.start(block); i < graph.end(block); i++) {
        Address address = address(code.get(i));
        sources[i] = address == null ? 0 : AddressProvenance.of(address, state);
        provenance.pass(i, state);
      }
    }
  }

  /** Of an access to memory that may be global. */
  private static @Nullable Address address(Instruction instruction) {
    return switch (instruction) {
      case Load load when isGlobal(load.space()) -> load.address();
      case Store store when isGlobal(store.space()) -> store.address();
      case Atomic atomic when isGlobal(atomic.space()) -> atomic.address();
      case CopyAsync copy -> copy.global();
      default -> null;
    };
  }

  private static boolean isGlobal(StateSpace space) {
    return space == StateSpace.GLOBAL || space == StateSpace.GENERIC;
  }

  private void check(int update) {
    Position updatePosition = code.get(update).position();
    long array = sources[update];
    if (!AddressProvenance.isOne(array)) {
      obstacles.add(
          "%s: the array that this atomic updates is not that of one parameter"
              .formatted(updatePosition));
      return;
    }
    String name = program.parameters().get(Long.numberOfTrailingZeros(array)).name();
    for (int i = 0; i < code.size(); i++) {
      Instruction instruction = code.get(i);
      if (address(instruction) != null && !(instruction instanceof Atomic a && mayCommute(a))) {
        String verb = instruction instanceof Store ? "writes" : "reads";
        if ((sources[i] & array) != 0) {
          obstacles.add(
              "%s: the atomic updates the array of %s, which the kernel %s at %s"
                  .formatted(updatePosition, name, verb, instruction.position()));
        } else if ((sources[i] & AddressProvenance.ANYWHERE) != 0) {
          obstacles.add(
              "%s: the atomic updates the array of %s; the kernel %s at %s through a pointer that is no"
                      .formatted(updatePosition, name, verb, instruction.position())
                  + " parameter's alone, which may lead there");
        }
      }
    }
  }
}
