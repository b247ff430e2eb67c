package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.analysis.TransactionDepth;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkGroup;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncControl;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.MemoryInstruction.PeerCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.StoreAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.Transaction;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ModuleContext;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses unpaired transactions, and forbidden instructions inside transactions and the functions
 * called there. A lane that may be rolled back must not wait for other lanes, exchange values with
 * them, start an asynchronous copy, or exit.
 */
public final class TransactionRules {
  /** An instruction inside a transaction, and the call through which it is. */
  record Place(FunctionUnit unit, int instruction, @Nullable Place caller) {}

  private final ModuleContext module;

  /** Functions in which nothing was found that is forbidden inside, with all that they call. */
  private final Set<FunctionUnit> fit = new HashSet<>();

  public TransactionRules(ModuleContext module) {
    this.module = module;
  }

  /**
   * Looks at every function that may run.
   *
   * @throws PtxException at the first thing that is wrong
   */
  public void check() {
    for (FunctionUnit unit : module.functions.values()) {
      if (unit.code.stream().anyMatch(Transaction.class::isInstance)) {
        check(unit);
      }
    }
  }

  private void check(FunctionUnit unit) {
    TransactionDepth depth = new TransactionDepth(unit.code);
    TransactionComplaint complaint = new TransactionComplaint(module.source);
    if (depth.imbalance() != null) {
      throw complaint.of(unit, depth.imbalance());
    }
    for (int i = 0; i < unit.code.size(); i++) {
      if (depth.before(i) > 0) {
        inside(new Place(unit, i, null));
      }
    }
  }

  private void inside(Place place) {
    Instruction instruction = place.unit.code.get(place.instruction);
    String family = forbidden(instruction);
    if (family != null) {
      throw new TransactionComplaint(module.source).of(place, family);
    }
    for (FunctionUnit callee : callees(place, instruction)) {
      if (fit.add(callee)) {
        for (int i = 0; i < callee.code.size(); i++) {
          inside(new Place(callee, i, place));
        }
      }
    }
  }

  private List<FunctionUnit> callees(Place place, Instruction instruction) {
    List<FunctionUnit> callees = new ArrayList<>();
    if (instruction instanceof Call call) {
      callees.add(callee(place.unit, call));
    } else if (instruction instanceof CallIndirect) {
      String shape = String.valueOf(place.unit.indirectShapes.get(place.instruction));
      for (FunctionUnit candidate : module.addressed) {
        if (candidate.answersTo(shape)) {
          callees.add(candidate);
        }
      }
      if (callees.isEmpty()) {
        throw new TransactionComplaint(module.source).unknownCallee(place);
      }
    }
    return callees;
  }

  private static FunctionUnit callee(FunctionUnit unit, Call call) {
    for (FunctionUnit callee : unit.callees) {
      if (callee.index == call.target()) {
        return callee;
      }
    }
    throw new IllegalStateException(unit.syntax.name() + " calls no " + call.callee());
  }

  /** What must not be inside, as a sentence names one of its kind; null if it may. */
  private static @Nullable String forbidden(Instruction instruction) {
    return switch (instruction) {
      case WarpInstruction.ActiveMask _ -> null;
      case WarpInstruction.Barrier _ -> "barrier";
      case WarpInstruction.ClusterBarrier _ -> "barrier";
      case WarpInstruction.WarpSync _ -> "barrier";
      case MemoryBarrierObject _ -> "barrier";
      case CopyAsyncControl c ->
          switch (c.kind()) {
            case MBARRIER_ARRIVE, MBARRIER_ARRIVE_NOINC -> "barrier";
            case COMMIT_GROUP, WAIT_GROUP, WAIT_ALL -> "asynchronous copy";
          };
      case CopyAsync _, BulkCopy _, PeerCopy _, TensorCopy _, BulkGroup _, StoreAsync _ ->
          "asynchronous copy";
      case WarpInstruction _ -> "exchange between lanes";
      case Exit _ -> "end of the thread";
      default -> null;
    };
  }
}
