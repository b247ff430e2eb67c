package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.Instruction.Update;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** An instruction as tests write it. */
public final class InstructionText {
  private InstructionText() {}

  /** With the label of a branch's target named by the index of its instruction: {@code LC03}. */
  public static String of(Instruction instruction) {
    return of(instruction, "LC%02d"::formatted);
  }

  static String of(Instruction instruction, IntFunction<String> label) {
    return switch (instruction) {
      case Instruction.Load i ->
          "ld%s %s, %s"
              .formatted(qualifiers(i.remote(), i.order(), i.scope()), i.target(), i.address());
      case Instruction.Store i ->
          "st%s %s, %s"
              .formatted(qualifiers(i.remote(), i.order(), i.scope()), i.address(), i.value());
      case Instruction.Atomic i -> atomic(i);
      case Instruction.Fence i -> "fence.%s.%s".formatted(i.order().text(), i.scope().text());
      case Instruction.ProxyFence i -> "fence.proxy." + i.proxy().name().toLowerCase(Locale.ROOT);
      case Instruction.Barrier i ->
          "bar.cta.%s %s%s%s"
              .formatted(
                  i.waits() ? "sync" : "arrive",
                  i.instance(),
                  i.id() == null ? "" : ", " + i.id(),
                  i.quorum() == null ? "" : ", " + i.quorum());
      case Instruction.Begin _ -> "tx.begin";
      case Instruction.Commit _ -> "tx.commit";
      case Instruction.Failed(String target) -> "tx.failed " + target;
      case Instruction.Move(String target, Operand value) -> "ld %s, %s".formatted(target, value);
      case Instruction.Compute(Arithmetic arithmetic, String target, Operand a, Operand b) ->
          "%s %s, %s, %s".formatted(arithmetic.text(), target, a, b);
      case Instruction.Branch(Comparison comparison, Operand a, Operand b, int target) ->
          "b%s %s, %s, %s"
              .formatted(comparison.name().toLowerCase(Locale.ROOT), a, b, label.apply(target));
      case Instruction.Goto(int target) -> "goto " + label.apply(target);
    };
  }

  private static String atomic(Instruction.Atomic i) {
    String update =
        switch (i.update()) {
          case Update.Combine(Arithmetic arithmetic, Operand value) ->
              arithmetic.text() + "#" + value;
          case Update.Exchange(Operand value) -> "exch#" + value;
          case Update.CompareAndSwap(Operand expected, Operand replacement) ->
              "cas#" + expected + ", " + replacement;
        };
    int cut = update.indexOf('#');
    return "%s%s.%s %s%s, %s"
        .formatted(
            i.target() == null ? "red" : "atom",
            qualifiers(i.remote(), i.order(), i.scope()),
            update.substring(0, cut),
            i.target() == null ? "" : i.target() + ", ",
            i.address(),
            update.substring(cut + 1));
  }

  private static String qualifiers(boolean remote, Order order, @Nullable Scope scope) {
    return (remote ? ".remote." : ".") + order.text() + (scope == null ? "" : "." + scope.text());
  }
}
