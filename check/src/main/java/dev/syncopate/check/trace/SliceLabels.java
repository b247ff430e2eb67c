package dev.syncopate.check.trace;

import dev.syncopate.check.report.InstructionDescription;
import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.sim.trace.TraceLabel;
import java.util.EnumMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Labels of a kernel's slices in a trace. */
final class SliceLabels {
  private final InstructionDescription texts;

  /** By instruction. */
  private final EnumMap<Stall, @Nullable TraceLabel[]> waiting = new EnumMap<>(Stall.class);

  private final @Nullable TraceLabel[] operations;

  SliceLabels(HotKernel kernel) {
    texts = new InstructionDescription(kernel.program);
    for (Stall cause : Stall.values()) {
      waiting.put(cause, new @Nullable TraceLabel[kernel.code.length]);
    }
    operations = new @Nullable TraceLabel[kernel.code.length];
  }

  /**
   * That a warp waits to issue an instruction; named as the counter of such waiting.
   *
   * @param pc of the instruction; negative where there is none
   */
  TraceLabel waiting(Stall cause, int pc) {
    @Nullable TraceLabel[] byInstruction = waiting.get(cause);
    if (byInstruction == null || pc < 0) {
      return TraceLabel.of(name(cause));
    }
    TraceLabel label = byInstruction[pc];
    if (label == null) {
      label = new TraceLabel(name(cause), texts.line(pc));
      byInstruction[pc] = label;
    }
    return label;
  }

  /** An instruction itself. */
  TraceLabel operation(int pc) {
    TraceLabel label = operations[pc];
    if (label == null) {
      label = new TraceLabel(texts.what(pc), texts.line(pc));
      operations[pc] = label;
    }
    return label;
  }

  /** Its line; null for what no instruction does. */
  @Nullable String line(int pc) {
    return pc < 0 ? null : operation(pc).line();
  }

  private static String name(Stall cause) {
    String[] words = cause.name().toLowerCase(Locale.ROOT).split("_", -1);
    StringBuilder name = new StringBuilder("stall.").append(words[0]);
    for (int i = 1; i < words.length; i++) {
      name.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(words[i].substring(1));
    }
    return name.toString();
  }
}
