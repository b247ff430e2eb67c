package dev.syncopate.model.explore.machine;

import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.Instruction.Update;
import dev.syncopate.model.litmus.Order;
import dev.syncopate.model.litmus.Scope;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Instructions as tests write them. */
final class InstructionText {
  private InstructionText() {}

  static String of(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load ->
          "ld%s %s, %s"
              .formatted(
                  qualifiers(load.remote(), load.order(), load.scope()),
                  load.target(),
                  load.address());
      case Instruction.Store store ->
          "st%s %s, %s"
              .formatted(
                  qualifiers(store.remote(), store.order(), store.scope()),
                  store.address(),
                  store.value());
      case Instruction.Atomic atomic -> atomic(atomic);
      case Instruction.Fence fence -> "fence" + qualifiers(false, fence.order(), fence.scope());
      case Instruction.ProxyFence fence ->
          "fence.proxy." + fence.proxy().name().toLowerCase(Locale.ROOT);
      case Instruction.Barrier barrier ->
          "bar.cta.%s %s%s%s"
              .formatted(
                  barrier.waits() ? "sync" : "arrive",
                  barrier.instance(),
                  barrier.id() == null ? "" : ", " + barrier.id(),
                  barrier.quorum() == null ? "" : ", " + barrier.quorum());
      case Instruction.Begin _ -> "tx.begin";
      case Instruction.Commit _ -> "tx.commit";
      case Instruction.Failed failed -> "tx.failed " + failed.target();
      case Instruction.Move move -> "ld %s, %s".formatted(move.target(), move.value());
      case Instruction.Compute compute ->
          "%s %s, %s, %s"
              .formatted(compute.arithmetic().text(), compute.target(), compute.a(), compute.b());
      case Instruction.Branch branch ->
          "b%s %s, %s"
              .formatted(
                  branch.comparison().name().toLowerCase(Locale.ROOT), branch.a(), branch.b());
      case Instruction.Goto _ -> "goto";
    };
  }

  private static String qualifiers(boolean remote, Order order, @Nullable Scope scope) {
    return (remote ? ".remote" : "")
        + "."
        + order.text()
        + (scope == null ? "" : "." + scope.text());
  }

  private static String atomic(Instruction.Atomic atomic) {
    String operation =
        switch (atomic.update()) {
          case Update.Combine combine -> combine.arithmetic().text();
          case Update.Exchange _ -> "exch";
          case Update.CompareAndSwap _ -> "cas";
        };
    String operands =
        switch (atomic.update()) {
          case Update.Combine combine -> combine.value().toString();
          case Update.Exchange exchange -> exchange.value().toString();
          case Update.CompareAndSwap swap -> swap.expected() + ", " + swap.replacement();
        };
    return "%s%s.%s %s%s, %s"
        .formatted(
            atomic.target() == null ? "red" : "atom",
            qualifiers(atomic.remote(), atomic.order(), atomic.scope()),
            operation,
            atomic.target() == null ? "" : atomic.target() + ", ",
            atomic.address(),
            operands);
  }
}
