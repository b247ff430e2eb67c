package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.LitmusInstruction.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Registers that instructions set and read. */
public final class LitmusRegisters {
  private LitmusRegisters() {}

  /** The registers that a program reads without having set them before, as it is written. */
  static Set<String> unset(List<LitmusInstruction> instructions) {
    Set<String> unset = new TreeSet<>();
    Set<String> set = new TreeSet<>();
    for (LitmusInstruction instruction : instructions) {
      used(instruction).stream().filter(name -> !set.contains(name)).forEach(unset::add);
      String target = set(instruction);
      if (target != null) {
        set.add(target);
      }
    }
    return unset;
  }

  /** The register that an instruction sets. */
  public static @Nullable String set(LitmusInstruction instruction) {
    return switch (instruction) {
      case LitmusInstruction.Load i -> i.target();
      case LitmusInstruction.Atomic i -> i.target();
      case LitmusInstruction.Failed i -> i.target();
      case LitmusInstruction.Move i -> i.target();
      case LitmusInstruction.Compute i -> i.target();
      case LitmusInstruction.Asynchronous(AsyncInstruction.Mbarrier wait) -> wait.target();
      default -> null;
    };
  }

  /** The registers that an instruction reads. */
  public static List<String> used(LitmusInstruction instruction) {
    Stream<@Nullable LitmusOperand> operands = operands(instruction);
    List<String> registers = new ArrayList<>();
    operands.forEach(operand -> {
      if (operand instanceof LitmusOperand.Register(String name)) {
        registers.add(name);
      }
    });
    return registers;
  }

  /** The locations whose addresses instructions name. */
  public static Set<String> locations(List<LitmusInstruction> instructions) {
    Set<String> names = new TreeSet<>();
    for (LitmusInstruction instruction : instructions) {
      operands(instruction)
          .forEach(operand -> {
            if (operand instanceof LitmusOperand.Location(String name)) {
              names.add(name);
            }
          });
    }
    return names;
  }

  private static Stream<@Nullable LitmusOperand> operands(LitmusInstruction instruction) {
    return switch (instruction) {
      case LitmusInstruction.Load i -> Stream.of(i.address());
      case LitmusInstruction.Store i -> Stream.of(i.address(), i.value());
      case LitmusInstruction.Atomic i -> Stream.concat(Stream.of(i.address()), used(i.update()));
      case LitmusInstruction.Move i -> Stream.of(i.value());
      case LitmusInstruction.Compute i -> Stream.of(i.a(), i.b());
      case LitmusInstruction.Branch i -> Stream.of(i.a(), i.b());
      case LitmusInstruction.Asynchronous(AsyncInstruction operation) ->
          operation.names().stream().map(LitmusOperand.Location::new);
      case LitmusInstruction.Barrier i -> Stream.of(i.instance(), i.id(), i.quorum());
      case LitmusInstruction.Fence _,
          LitmusInstruction.ProxyFence _,
          LitmusInstruction.Begin _,
          LitmusInstruction.Commit _,
          LitmusInstruction.Failed _,
          LitmusInstruction.Goto _ ->
          Stream.of();
    };
  }

  private static Stream<LitmusOperand> used(Update update) {
    return switch (update) {
      case Update.Combine(var _, LitmusOperand value) -> Stream.of(value);
      case Update.Exchange(LitmusOperand value) -> Stream.of(value);
      case Update.CompareAndSwap(LitmusOperand expected, LitmusOperand replacement) ->
          Stream.of(expected, replacement);
    };
  }
}
