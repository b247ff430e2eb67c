package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.LitmusInstruction.Update;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** An instruction as tests write it. */
public final class LitmusInstructionText {
  private LitmusInstructionText() {}

  /** With the label of a branch's target named by the index of its instruction: {@code LC03}. */
  public static String of(LitmusInstruction instruction) {
    return of(instruction, "LC%02d"::formatted);
  }

  static String of(LitmusInstruction instruction, IntFunction<String> label) {
    return switch (instruction) {
      case LitmusInstruction.Load i ->
          "ld%s %s, %s"
              .formatted(qualifiers(i.remote(), i.order(), i.scope()), i.target(), i.address());
      case LitmusInstruction.Store i ->
          "st%s %s, %s"
              .formatted(qualifiers(i.remote(), i.order(), i.scope()), i.address(), i.value());
      case LitmusInstruction.Atomic i -> atomic(i);
      case LitmusInstruction.Fence i -> "fence.%s.%s".formatted(i.order().text(), i.scope().text());
      case LitmusInstruction.ProxyFence i -> "fence.proxy." + i.proxy().text();
      case LitmusInstruction.Barrier i ->
          "bar.cta.%s %s%s%s"
              .formatted(
                  i.waits() ? "sync" : "arrive",
                  i.instance(),
                  i.id() == null ? "" : ", " + i.id(),
                  i.quorum() == null ? "" : ", " + i.quorum());
      case LitmusInstruction.Begin _ -> "tx.begin";
      case LitmusInstruction.Commit _ -> "tx.commit";
      case LitmusInstruction.Failed(String target) -> "tx.failed " + target;
      case LitmusInstruction.Move(String target, LitmusOperand value) ->
          "ld %s, %s".formatted(target, value);
      case LitmusInstruction.Compute(
              IntegerFunction arithmetic,
              String target,
              LitmusOperand a,
              LitmusOperand b) ->
          "%s %s, %s, %s".formatted(arithmetic.text(), target, a, b);
      case LitmusInstruction.Branch(
              ComparisonOperator comparison,
              LitmusOperand a,
              LitmusOperand b,
              int target) ->
          "b%s %s, %s, %s"
              .formatted(comparison.name().toLowerCase(Locale.ROOT), a, b, label.apply(target));
      case LitmusInstruction.Asynchronous(AsyncInstruction operation) -> operation.text();
      case LitmusInstruction.Goto(int target) -> "goto " + label.apply(target);
    };
  }

  private static String atomic(LitmusInstruction.Atomic i) {
    String update =
        switch (i.update()) {
          case Update.Combine(IntegerFunction arithmetic, LitmusOperand value) ->
              arithmetic.text() + "#" + value;
          case Update.Exchange(LitmusOperand value) -> "exch#" + value;
          case Update.CompareAndSwap(LitmusOperand expected, LitmusOperand replacement) ->
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

  private static String qualifiers(boolean remote, LitmusOrder order, @Nullable LitmusScope scope) {
    return (remote ? ".remote." : ".") + order.text() + (scope == null ? "" : "." + scope.text());
  }
}
