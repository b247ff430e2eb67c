package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusRegisters;
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
final class SpinRounds {
  private final List<LitmusInstruction> instructions;

  /** The registers that may be used, before they are set, from an instruction on. */
  private final List<Set<String>> live = new ArrayList<>();

  SpinRounds(List<LitmusInstruction> instructions) {
    this.instructions = instructions;
    Set<String> allRegisters = new TreeSet<>();
    for (LitmusInstruction instruction : instructions) {
      live.add(new TreeSet<>());
      allRegisters.addAll(LitmusRegisters.used(instruction));
      String target = LitmusRegisters.set(instruction);
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
      List<MemoryEvent> events,
      int start,
      Map<String, SymbolicValue> startRegisters,
      Map<String, SymbolicValue> endRegisters) {
    return events.stream()
            .allMatch(event -> (event.reads() && event.partner() < 0) || event.isFailedWait())
        && live.get(start).stream()
            .allMatch(register ->
                Objects.equals(startRegisters.get(register), endRegisters.get(register)));
  }

  /**
   * Whether a round has no other effect than on registers: it reads, fences, and does atomics. It
   * may be repeated forever if each atomic writes what it has read, and the registers that are of
   * use at the start are what they were.
   */
  static boolean mayRepeat(List<MemoryEvent> events) {
    return events.stream()
        .allMatch(event ->
            switch (event.kind()) {
              case READ, FENCE, PROXY_FENCE -> true;
              case WRITE -> event.partner() >= 0;
              case INITIAL, ARRIVAL, DEPARTURE, STEP -> false;
            });
  }

  /** The registers that may be used, before they are set, from an instruction on. */
  Set<String> usedFrom(int instruction) {
    return live.get(instruction);
  }

  private Set<String> before(int pc) {
    LitmusInstruction instruction = instructions.get(pc);
    Set<String> liveBefore = new TreeSet<>();
    switch (instruction) {
      case LitmusInstruction.Goto(int target) -> liveBefore.addAll(live.get(target));
      case LitmusInstruction.Branch i -> {
        liveBefore.addAll(live.get(i.target()));
        liveBefore.addAll(live.get(pc + 1));
      }
      default -> liveBefore.addAll(live.get(pc + 1));
    }
    String set = LitmusRegisters.set(instruction);
    if (set != null) {
      liveBefore.remove(set);
    }
    liveBefore.addAll(LitmusRegisters.used(instruction));
    return liveBefore;
  }
}
