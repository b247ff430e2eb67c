package dev.syncopate.model.explore.machine;

import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Instructions as tests write them. */
final class ExploredInstructionText {
  private ExploredInstructionText() {}

  static String of(LitmusInstruction instruction) {
    return switch (instruction) {
      case LitmusInstruction.Load load ->
          "ld%s %s, %s"
              .formatted(
                  qualifiers(load.remote(), load.order(), load.scope()),
                  load.target(),
                  load.address());
      case LitmusInstruction.Store store ->
          "st%s %s, %s"
              .formatted(
                  qualifiers(store.remote(), store.order(), store.scope()),
                  store.address(),
                  store.value());
      case LitmusInstruction.Atomic atomic -> atomic(atomic);
      case LitmusInstruction.Fence fence ->
          "fence" + qualifiers(false, fence.order(), fence.scope());
      case LitmusInstruction.ProxyFence fence ->
          "fence.proxy." + fence.proxy().name().toLowerCase(Locale.ROOT);
      case LitmusInstruction.Barrier barrier ->
          "bar.cta.%s %s%s%s"
              .formatted(
                  barrier.waits() ? "sync" : "arrive",
                  barrier.instance(),
                  barrier.id() == null ? "" : ", " + barrier.id(),
                  barrier.quorum() == null ? "" : ", " + barrier.quorum());
      case LitmusInstruction.Begin _ -> "tx.begin";
      case LitmusInstruction.Commit _ -> "tx.commit";
      case LitmusInstruction.Failed failed -> "tx.failed " + failed.target();
      case LitmusInstruction.Move move -> "ld %s, %s".formatted(move.target(), move.value());
      case LitmusInstruction.Compute compute ->
          "%s %s, %s, %s"
              .formatted(compute.arithmetic().text(), compute.target(), compute.a(), compute.b());
      case LitmusInstruction.Branch branch ->
          "b%s %s, %s"
              .formatted(
                  branch.comparison().name().toLowerCase(Locale.ROOT), branch.a(), branch.b());
      case LitmusInstruction.Asynchronous(AsyncInstruction operation) -> operation.text();
      case LitmusInstruction.Goto _ -> "goto";
    };
  }

  private static String qualifiers(boolean remote, LitmusOrder order, @Nullable LitmusScope scope) {
    return (remote ? ".remote" : "")
        + "."
        + order.text()
        + (scope == null ? "" : "." + scope.text());
  }

  private static String atomic(LitmusInstruction.Atomic atomic) {
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
