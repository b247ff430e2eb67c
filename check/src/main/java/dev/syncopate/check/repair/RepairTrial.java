package dev.syncopate.check.repair;

import dev.syncopate.check.scope.AdviceRun;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Run of edited programs. */
public final class RepairTrial {
  private RepairTrial() {}

  /**
   * A run whose programs are edited round by round: the sites of a round are those of the programs
   * that the round before has left.
   *
   * @param watch passes the observers of the run
   */
  public static AdviceRun of(
      List<? extends Collection<ProgramEdit>> rounds, Consumer<Consumer<Observer>> watch) {
    List<EditedPrograms> edited = rounds.stream().map(EditedPrograms::new).toList();
    List<Observer> observers = new ArrayList<>();
    watch.accept(observers::add);
    return AdviceRun.of(
        program -> {
          Program result = program;
          for (EditedPrograms round : edited) {
            result = round.apply(result);
          }
          return result;
        },
        observers);
  }
}
