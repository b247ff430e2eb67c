package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.Instruction.Update;
import dev.syncopate.model.litmus.Operand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
      all.addAll(used(instruction));
      String target = set(instruction);
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
    String set = set(instruction);
    if (set != null) {
      before.remove(set);
    }
    before.addAll(used(instruction));
    return before;
  }

  /** The register that an instruction sets. */
  static @Nullable String set(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load i -> i.target();
      case Instruction.Atomic i -> i.target();
      case Instruction.Move i -> i.target();
      case Instruction.Compute i -> i.target();
      default -> null;
    };
  }

  private static Collection<String> used(Instruction instruction) {
    Stream<@Nullable Operand> operands =
        switch (instruction) {
          case Instruction.Load i -> Stream.of(i.address());
          case Instruction.Store i -> Stream.of(i.address(), i.value());
          case Instruction.Atomic i -> Stream.concat(Stream.of(i.address()), used(i.update()));
          case Instruction.Move i -> Stream.of(i.value());
          case Instruction.Compute i -> Stream.of(i.a(), i.b());
          case Instruction.Branch i -> Stream.of(i.a(), i.b());
          case Instruction.Barrier i -> Stream.of(i.instance(), i.id(), i.quorum());
          case Instruction.Fence _, Instruction.ProxyFence _, Instruction.Goto _ -> Stream.of();
        };
    List<String> registers = new ArrayList<>();
    operands.forEach(operand -> {
      if (operand instanceof Operand.Register(String name)) {
        registers.add(name);
      }
    });
    return registers;
  }

  private static Stream<Operand> used(Update update) {
    return switch (update) {
      case Update.Combine(var _, Operand value) -> Stream.of(value);
      case Update.Exchange(Operand value) -> Stream.of(value);
      case Update.CompareAndSwap(Operand expected, Operand replacement) ->
          Stream.of(expected, replacement);
    };
  }
}
