package dev.syncopate.memory.rig;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.TinyThread.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** Runs a small program in many orders of events and collects what its registers get. */
public final class Outcomes {
  private Outcomes() {}

  /**
   * @param program adds threads to a machine and its registers to a list
   * @return for example {@code 0 1}, one for each combination of values seen
   */
  public static Set<String> of(
      Protocol protocol,
      ConsistencyModel model,
      int runs,
      BiConsumer<TestBed, List<Register>> program) {
    Set<String> outcomes = new TreeSet<>();
    for (int seed = 0; seed < runs; seed++) {
      LooseMachine machine =
          new LooseMachine(
              RigConfigs.tiny(), protocol, model, new SplittableRandom(seed), 1_000_000);
      List<Register> registers = new ArrayList<>();
      program.accept(machine, registers);
      machine.run();
      outcomes.add(
          registers.stream()
              .map(register -> Long.toString(register.value()))
              .collect(Collectors.joining(" ")));
    }
    return outcomes;
  }
}
