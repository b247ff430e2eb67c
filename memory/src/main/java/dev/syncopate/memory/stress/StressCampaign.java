package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.coverage.CoverageProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.List;
import java.util.Optional;

/** Series of random programs, run on machines in turn until one fails. */
public final class StressCampaign {
  private final CoverageProtocol coverage;
  private final ConsistencyModel model;
  private final List<StressMachine> machines;
  private final boolean promotion;
  private final long seed;
  private long programs;
  private long operations;

  /**
   * @param machines in whose turn; at least one
   * @param seed of the first program; the next one's is one more
   * @throws IllegalArgumentException when the protocol cannot run on one of the machines
   */
  public StressCampaign(
      Protocol protocol, ConsistencyModel model, List<StressMachine> machines, long seed) {
    machines.forEach(machine -> protocol.require(machine.config()));
    coverage = new CoverageProtocol(protocol);
    this.model = model;
    this.machines = List.copyOf(machines);
    this.seed = seed;
    promotion =
        protocol.supports(
            RigOperations.remote(RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU)));
  }

  /** Where the next program runs. */
  public StressMachine machine() {
    return machines.get((int) (programs % machines.size()));
  }

  /** Runs the next program; the failure if it goes wrong. */
  public Optional<StressFailure> next() {
    StressMachine machine = machine();
    Programs kind = machine.programs(promotion).commuting();
    long programSeed = seed + programs;
    RaceFreeProgram program = kind.make(programSeed);
    operations += program.size();
    Optional<StressFailure> failure =
        Tester.failure(machine.beds(coverage, model), program, programSeed);
    coverage.forget();
    if (failure.isEmpty()) {
      programs++;
    }
    return failure;
  }

  /** Programs that were right. */
  public long programs() {
    return programs;
  }

  /** Accesses and locks in all programs run. */
  public long operations() {
    return operations;
  }

  /** What has happened in the controllers. */
  public CoverageProtocol coverage() {
    return coverage;
  }
}
