package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.Registers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rounds of a loop that only looked: they read, and left every register that is still of use as it
 * was. Such a round adds events that can only forbid: an outcome that is allowed with the round is
 * allowed without it.
 */
final class SpinLoops {
  private final List<Instruction> instructions;

  /** The registers that may be used, before they are set, from an instruction on. */
  private final List<Set<String>> live = new ArrayList<>();

  SpinLoops(List<Instruction> instructions) {
    this.instructions = instructions;
    Set<String> allRegisters = new TreeSet<>();
    for (Instruction instruction : instructions) {
      live.add(new TreeSet<>());
      allRegisters.addAll(Registers.used(instruction));
      String target = Registers.set(instruction);
      if (target != null) {
        allRegisters.add(target);
      }
    }
    live.add(allRegisters); // At its end a thread shows them.
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int pc = instructions.size() - 1; pc >= 0; pc--) {
        changed |= live.get(pc).addAll(before(pc));
      }
    }
  }

  /**
   * Whether a round only looked.
   *
   * @param events what it did
   * @param start where it started and would start again
   * @param startRegisters the registers when it started
   * @param endRegisters the registers when it ended
   */
  boolean onlyLooked(
      List<Event> events,
      int start,
      Map<String, Value> startRegisters,
      Map<String, Value> endRegisters) {
    return events.stream().allMatch(event -> event.reads() && event.partner() < 0)
        && live.get(start).stream()
            .allMatch(register ->
                Objects.equals(startRegisters.get(register), endRegisters.get(register)));
  }

  private Set<String> before(int pc) {
    Instruction instruction = instructions.get(pc);
    Set<String> liveBefore = new TreeSet<>();
    switch (instruction) {
      case Instruction.Goto(int target) -> liveBefore.addAll(live.get(target));
      case Instruction.Branch i -> {
        liveBefore.addAll(live.get(i.target()));
        liveBefore.addAll(live.get(pc + 1));
      }
      default -> liveBefore.addAll(live.get(pc + 1));
    }
    String set = Registers.set(instruction);
    if (set != null) {
      liveBefore.remove(set);
    }
    liveBefore.addAll(Registers.used(instruction));
    return liveBefore;
  }
}
