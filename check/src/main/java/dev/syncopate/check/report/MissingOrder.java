package dev.syncopate.check.report;

import dev.syncopate.check.race.Race.Passed;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.WarpInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Order that a write and a read of it lack to be a release and an acquire. */
final class MissingOrder {
  private final InstructionDescription text;

  /** The narrowest scope that includes both threads. */
  private MemoryScope needed = MemoryScope.GPU;

  private MissingOrder(InstructionDescription text) {
    this.text = text;
  }

  /** What a synchronisation lacked that could have ordered them; empty for nothing. */
  static String of(Passed passed, InstructionDescription text) {
    return new MissingOrder(text).of(passed);
  }

  private String of(Passed passed) {
    boolean oneCta = passed.writerCta() == passed.readerCta();
    needed = oneCta ? MemoryScope.CTA : passed.oneCluster() ? MemoryScope.CLUSTER : MemoryScope.GPU;
    List<String> needs = new ArrayList<>();
    releasing(passed, oneCta, needs);
    acquiring(passed, oneCta, needs);
    return String.join("; ", needs);
  }

  private void releasing(Passed passed, boolean oneCta, List<String> needs) {
    int pc = passed.write();
    Instruction write = text.instruction(pc);
    String scope = scopeFor(write);
    boolean releases = passed.release() >= 0;
    if (!passed.strong()) {
      needs.add(
          "the %s at %s must be %s one at %s scope%s"
              .formatted(
                  text.what(pc),
                  text.line(pc),
                  releases ? "a relaxed" : "a release",
                  scope,
                  releases ? "" : ", or a relaxed one with a fence before it"));
    } else if (!releases) {
      needs.add(
          "the %s at %s needs release at %s scope, or a fence before it"
              .formatted(text.what(pc), text.line(pc), scope));
    }
    if (!oneCta && releases && !passed.releasesWidely()) {
      needs.add(wider(passed.release()));
    }
    if (!oneCta
        && passed.strong()
        && scope(write).compareTo(needed) < 0
        && pc != passed.release()) {
      needs.add(wider(pc));
    }
  }

  private void acquiring(Passed passed, boolean oneCta, List<String> needs) {
    int pc = passed.read();
    Instruction read = text.instruction(pc);
    boolean narrow = !oneCta && scope(read).compareTo(needed) < 0;
    if (!acquires(read) && passed.fence() < 0) {
      needs.add(
          "the %s at %s needs acquire at %s scope, or a fence after it"
              .formatted(text.what(pc), text.line(pc), scopeFor(read)));
      return;
    }
    if (narrow) {
      needs.add(wider(pc));
    }
    if (!acquires(read) && !oneCta && !passed.fencesWidely()) {
      needs.add(wider(passed.fence()));
    }
  }

  private String wider(int pc) {
    return wider(text, pc, needed);
  }

  /** That an instruction's scope is too narrow. */
  static String wider(InstructionDescription text, int pc, MemoryScope needed) {
    return "the %s at %s needs %s scope".formatted(text.what(pc), text.line(pc), name(needed));
  }

  /** What threads need; no less than an instruction has, which may be for others. */
  private String scopeFor(Instruction instruction) {
    boolean strong =
        switch (instruction) {
          case Load load -> load.order() != MemoryOrder.WEAK;
          case Store store -> store.order() != MemoryOrder.WEAK;
          default -> true;
        };
    MemoryScope present = scope(instruction);
    if (!strong || present.compareTo(needed) < 0) {
      return name(needed);
    }
    return name(present.compareTo(MemoryScope.GPU) < 0 ? present : MemoryScope.GPU);
  }

  /** A scope as PTX writes it. */
  static String name(MemoryScope scope) {
    return scope.name().toLowerCase(Locale.ROOT);
  }

  private static boolean acquires(Instruction instruction) {
    return switch (instruction) {
      case Load load -> strongerThanRelaxed(load.order());
      case Atomic atomic ->
          strongerThanRelaxed(atomic.order()) && atomic.order() != MemoryOrder.RELEASE;
      case MemoryBarrierObject barrier -> strongerThanRelaxed(barrier.order());
      case WarpInstruction.ClusterBarrier barrier -> barrier.ordered() && !barrier.arrives();
      default -> false;
    };
  }

  private static boolean strongerThanRelaxed(MemoryOrder order) {
    return order != MemoryOrder.WEAK && order != MemoryOrder.RELAXED;
  }

  /** An access's scope; the widest for anything else. */
  static MemoryScope scope(Instruction instruction) {
    return switch (instruction) {
      case Store store -> store.scope();
      case Load load -> load.scope();
      case Atomic atomic -> atomic.scope();
      case MemoryBarrierObject barrier -> barrier.scope();
      case WarpInstruction.ClusterBarrier _ -> MemoryScope.CLUSTER;
      default -> MemoryScope.SYS;
    };
  }
}
