package dev.syncopate.machine.tile;

import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.device.OtherHeaps;
import dev.syncopate.machine.device.RuntimeUnit;
import dev.syncopate.machine.unit.control.ControlUnit;
import dev.syncopate.machine.unit.lane.LaneUnit;
import dev.syncopate.machine.unit.matrix.TensorUnit;
import dev.syncopate.machine.unit.memory.MemoryUnit;
import dev.syncopate.machine.unit.transaction.TransactionPipe;
import java.util.List;

/**
 * The execution units of a compute unit.
 *
 * @param transactions that of transactions
 * @param runtime that of the runtime's functions
 * @param units one for each pipe
 */
public record ExecutionUnits(
    TransactionPipe transactions, RuntimeUnit runtime, List<ExecutionUnit> units) {

  /**
   * Those of the machines that presets describe.
   *
   * @param heaps where what other units have allocated is freed
   */
  public static ExecutionUnits of(ComputeUnit unit, MachineConfig machine, OtherHeaps heaps) {
    TransactionPipe transactions = new TransactionPipe(unit, machine);
    MemoryUnit accesses = new MemoryUnit(unit, machine, transactions);
    RuntimeUnit runtime = new RuntimeUnit(accesses, heaps);
    return new ExecutionUnits(
        transactions,
        runtime,
        List.of(
            new LaneUnit(unit, Pipe.INTEGER),
            new LaneUnit(unit, Pipe.FLOAT),
            new LaneUnit(unit, Pipe.DOUBLE),
            new LaneUnit(unit, Pipe.SPECIAL),
            new TensorUnit(unit),
            new ControlUnit(unit),
            accesses,
            accesses.shared,
            transactions,
            runtime));
  }
}
