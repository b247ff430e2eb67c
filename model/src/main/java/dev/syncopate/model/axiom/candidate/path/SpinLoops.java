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
 * was. Such a round adds events that can only forbid; whatever is allowed with it is allowed
 * without it.
 */
final class SpinLoops {
  private final List<Instruction> instructions;

  /** The registers that may be used, before they are set, from an instruction on. */
  private final List<Set<String>> live = new ArrayList<>();

  SpinLoops(List<Instruction> instructions) {
    this.instructions = instructions;
    Set<String> all = new TreeSet<>();
    for (Instruction instruction : instructions) {
      live.add(new TreeSet<>());
      all.addAll(Registers.used(instruction));
      String target = Registers.set(instruction);
      if (target != null) {
        all.add(target);
      }
    }
    live.add(all); // At its end a thread shows them.
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
   * @param before the registers when it started
   * @param after the registers when it ended
   */
  boolean onlyLooked(
      List<Event> events, int start, Map<String, Value> before, Map<String, Value> after) {
    return events.stream().allMatch(event -> event.reads() && event.partner() < 0)
        && live.get(start).stream()
            .allMatch(register -> Objects.equals(before.get(register), after.get(register)));
  }

  private Set<String> before(int pc) {
    Instruction instruction = instructions.get(pc);
    Set<String> before = new TreeSet<>();
    switch (instruction) {
      case Instruction.Goto(int target) -> before.addAll(live.get(target));
      case Instruction.Branch i -> {
        before.addAll(live.get(i.target()));
        before.addAll(live.get(pc + 1));
      }
      default -> before.addAll(live.get(pc + 1));
    }
    String set = Registers.set(instruction);
    if (set != null) {
      before.remove(set);
    }
    before.addAll(Registers.used(instruction));
    return before;
  }
}
