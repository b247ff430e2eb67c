package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.Instruction.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which registers instructions set and read. */
public final class Registers {
  private Registers() {}

  /** The registers that a program reads without having set them before, as it is written. */
  static Set<String> unset(List<Instruction> instructions) {
    Set<String> unset = new TreeSet<>();
    Set<String> set = new TreeSet<>();
    for (Instruction instruction : instructions) {
      used(instruction).stream().filter(name -> !set.contains(name)).forEach(unset::add);
      String target = set(instruction);
      if (target != null) {
        set.add(target);
      }
    }
    return unset;
  }

  /** The register that an instruction sets. */
  public static @Nullable String set(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load i -> i.target();
      case Instruction.Atomic i -> i.target();
      case Instruction.Failed i -> i.target();
      case Instruction.Move i -> i.target();
      case Instruction.Compute i -> i.target();
      default -> null;
    };
  }

  /** The registers that an instruction reads. */
  public static List<String> used(Instruction instruction) {
    Stream<@Nullable Operand> operands =
        switch (instruction) {
          case Instruction.Load i -> Stream.of(i.address());
          case Instruction.Store i -> Stream.of(i.address(), i.value());
          case Instruction.Atomic i -> Stream.concat(Stream.of(i.address()), used(i.update()));
          case Instruction.Move i -> Stream.of(i.value());
          case Instruction.Compute i -> Stream.of(i.a(), i.b());
          case Instruction.Branch i -> Stream.of(i.a(), i.b());
          case Instruction.Barrier i -> Stream.of(i.instance(), i.id(), i.quorum());
          case Instruction.Fence _,
              Instruction.ProxyFence _,
              Instruction.Begin _,
              Instruction.Commit _,
              Instruction.Failed _,
              Instruction.Goto _ ->
              Stream.of();
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
