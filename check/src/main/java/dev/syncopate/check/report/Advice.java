package dev.syncopate.check.report;

import dev.syncopate.check.race.Access;
import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.Race.Passed;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncControl;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncKind;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import java.util.ArrayList;
import java.util.List;

/** What would order the two sides of a race. */
final class Advice {
  private final Race race;
  private final InstructionText text;

  private Advice(Race race, InstructionText text) {
    this.race = race;
    this.text = text;
  }

  static String of(Race race, InstructionText text) {
    return new Advice(race, text).sentence();
  }

  private String sentence() {
    boolean sameCta = race.earlier().cta() == race.later().cta();
    if (race.kind() == Race.Kind.SCOPE) {
      return "both need %s scope: the threads are in %s"
          .formatted(sameCta ? "cta" : "gpu", sameCta ? "one CTA" : "different CTAs");
    }
    if (race.kind() == Race.Kind.SIZE) {
      return "strong accesses to the same bytes must be of one size and address";
    }
    if (race.kind() == Race.Kind.SAME_VALUE) {
      return "the model allows no two weak writes at once, whatever they write; relaxed ones would do";
    }
    if (text.instruction(race.earlier().pc()) instanceof CopyAsync) {
      return copied(sameCta);
    }
    return order(sameCta) + (race.kind() == Race.Kind.MIXED_STRENGTH ? orStrong(sameCta) : "");
  }

  /** A weak access of a place that others access strongly may have been meant to be like those. */
  private String orStrong(boolean sameCta) {
    boolean first = weak(race.earlier());
    if (!first && !weak(race.later())) {
      return "";
    }
    return "; if either order will do, the %s may be a relaxed one at %s scope, as the other access is strong"
        .formatted(
            text.what((first ? race.earlier() : race.later()).pc()), sameCta ? "cta" : "gpu");
  }

  private boolean weak(Access access) {
    return switch (text.instruction(access.pc())) {
      case Load load -> load.order() == MemoryOrder.WEAK;
      case Store store -> store.order() == MemoryOrder.WEAK;
      default -> false;
    };
  }

  private String order(boolean sameCta) {
    Passed passed = race.passed();
    if (passed != null) {
      String missing = missing(passed);
      if (!missing.isEmpty()) {
        return missing;
      }
    }
    if (sameCta && race.earlier().warp(race.grid()) == race.later().warp(race.grid())) {
      return race.earlier().pc() == race.later().pc()
          ? "threads of one warp do it at once: one of them should, or an atomic"
          : "nothing orders these threads of one warp: __syncwarp() between the two would";
    }
    return sameCta
        ? "nothing orders these threads of one CTA: __syncthreads() between the two would"
        : "nothing orders threads of these CTAs: a release at gpu scope after the first, and an"
            + " acquire of it before the second would";
  }

  /** What would order a copy before what follows. */
  private String copied(boolean sameCta) {
    Access copy = race.earlier();
    Access later = race.later();
    boolean oneThread = sameCta && copy.thread() == later.thread();
    if (race.awaited()) {
      boolean oneWarp = sameCta && copy.warp(race.grid()) == later.warp(race.grid());
      return "the thread that copies has waited for it, of which the other knows nothing: "
          + (oneWarp
              ? "__syncwarp() between the wait and this would tell it"
              : sameCta
                  ? "__syncthreads() between the wait and this would tell it"
                  : "a release behind the wait, and an acquire of it, would tell it");
    }
    if (later.synchronised() >= 0
        && oneThread
        && text.instruction(later.synchronised()) instanceof CopyAsyncControl wait
        && wait.kind() == CopyAsyncKind.WAIT_GROUP) {
      return "the %s at %s does not wait for this copy: its group must be older, or the number smaller"
          .formatted(text.what(later.synchronised()), text.line(later.synchronised()));
    }
    String waiting = "cp.async.wait_group or cp.async.wait_all (__pipeline_wait_prior)";
    return oneThread
        ? "the copy may still be in flight: " + waiting + " between the two would wait for it"
        : "the copy may still be in flight: its thread must wait for it by %s, and then meet the other"
            .formatted(waiting);
  }

  /** What a synchronisation lacked that could have ordered them; empty for nothing. */
  private String missing(Passed passed) {
    String scope = passed.writerCta() == passed.readerCta() ? "cta" : "gpu";
    List<String> needs = new ArrayList<>();
    Instruction write = text.instruction(passed.write());
    Instruction read = text.instruction(passed.read());
    if (!passed.released()) {
      needs.add(
          "the %s at %s needs release at %s scope, or a fence before it"
              .formatted(text.what(passed.write()), text.line(passed.write()), scope));
    } else if (releases(write) && scope.equals("gpu") && scope(write) == MemoryScope.CTA) {
      needs.add(
          "the %s at %s needs gpu scope"
              .formatted(text.what(passed.write()), text.line(passed.write())));
    } else if (!releases(write) && scope.equals("gpu") && !passed.releasedWidely()) {
      needs.add(
          "the fence before the %s at %s needs gpu scope"
              .formatted(text.what(passed.write()), text.line(passed.write())));
    }
    int last = race.later().synchronised();
    if (!acquires(read)
        && scope.equals("gpu")
        && last >= 0
        && text.instruction(last) instanceof Fence fence
        && fence.scope() == MemoryScope.CTA) {
      needs.add("the %s at %s needs gpu scope".formatted(text.what(last), text.line(last)));
    } else if (!acquires(read)) {
      needs.add(
          "the %s at %s needs acquire at %s scope, or a fence after it"
              .formatted(text.what(passed.read()), text.line(passed.read()), scope));
    } else if (scope.equals("gpu") && scope(read) == MemoryScope.CTA) {
      needs.add(
          "the %s at %s needs gpu scope"
              .formatted(text.what(passed.read()), text.line(passed.read())));
    }
    return String.join("; ", needs);
  }

  private static boolean releases(Instruction instruction) {
    return switch (instruction) {
      case Store store -> strongerThanRelaxed(store.order());
      case Atomic atomic -> strongerThanRelaxed(atomic.order());
      default -> false;
    };
  }

  private static boolean acquires(Instruction instruction) {
    return switch (instruction) {
      case Load load -> strongerThanRelaxed(load.order());
      case Atomic atomic ->
          strongerThanRelaxed(atomic.order()) && atomic.order() != MemoryOrder.RELEASE;
      default -> false;
    };
  }

  private static boolean strongerThanRelaxed(MemoryOrder order) {
    return order != MemoryOrder.WEAK && order != MemoryOrder.RELAXED;
  }

  private static MemoryScope scope(Instruction instruction) {
    return switch (instruction) {
      case Store store -> store.scope();
      case Load load -> load.scope();
      case Atomic atomic -> atomic.scope();
      default -> MemoryScope.SYS;
    };
  }
}
