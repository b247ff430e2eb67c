package dev.syncopate.app.report;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.ProgramSample;
import java.util.Formatter;
import java.util.Locale;
import java.util.Map;

/** Text at the end of a run: a handful of lines. */
public final class Summary {
  /** Locale.ROOT formats alike, and loads a locale's tables first. */
  private final Formatter out = new Formatter(Locale.US);

  private final RunReport report;
  private final Map<String, Long> totals;

  private Summary(RunReport report) {
    this.report = report;
    totals = report.totals();
  }

  /** The lines, each with a line feed at its end. */
  public static String of(RunReport report) {
    return new Summary(report).text();
  }

  private String text() {
    MachineConfig machine = report.device().machine();
    int gpus = machine.system().gpus();
    out.format(
        "%s on %s (%s%d compute units), %s\n",
        report.title(),
        machine.name(),
        gpus > 1 ? gpus + " GPUs, " : "",
        machine.core().units(),
        report.device().functional()
            ? "functional: no cycles, no caches, one schedule of its own"
            : "protocol %s, model %s"
                .formatted(report.device().protocol(), report.device().model()));
    if (report.ending() != Ending.DONE) {
      out.format("  ended early: %s\n", ending());
    } else if (!report.message().isEmpty()) {
      out.format("  %s%s\n", verdict(), report.message());
    }
    if (gpus > 1 && Boolean.FALSE.equals(report.verified()) && scopesCount()) {
      out.format(
          "  a kernel's CTAs are on %d GPUs here: what they synchronise at .gpu scope stays in"
              + " each (--model drf0 or drfrlx does it at .sys)\n",
          gpus);
    }
    if (report.device().functional()) {
      functional();
      return out.toString();
    }
    long cycles = report.cycles();
    double microseconds = (double) cycles / machine.core().clock();
    int launches = report.device().launches().size();
    ProgramSample sample = report.device().sample();
    out.format(
        "  %,d cycles%s (%s at %,d MHz)%s\n",
        cycles,
        sample == null ? "" : " +/- " + LaunchTable.error(sample.total()) + ", an estimate",
        simulated(microseconds),
        machine.core().clock(),
        launches > 1 ? " in " + launches + " launches" : "");
    if (sample != null) {
      out.format(
          "  %,d of the launches were timed; the error is half of a 95%% interval;"
              + " counters of caches, network, DRAM and energy are scaled likewise\n",
          sample.total().timed());
    }
    long instructions = total("instructions.warp");
    out.format(
        "  %,d warp instructions (%.2f a cycle), %,d thread instructions\n",
        instructions,
        cycles == 0 ? 0.0 : (double) instructions / cycles,
        total("instructions.thread"));
    memory();
    out.format("  %s\n", EnergyText.line(report.energy()));
    if (report.isSampled()) {
      out.format(
          "  a sample; scaled to all: %,d cycles, network: %,d bytes, %s\n",
          report.estimatedCycles(),
          report.estimatedTotals().getOrDefault("network.bytes", 0L),
          EnergyText.line(report.estimatedEnergy()));
    }
    LinkReport links = report.links();
    if (!links.isEmpty()) {
      out.format("%s", links.summary());
    }
    speed(instructions);
    return out.toString();
  }

  /** What there is to say of a run without time. */
  private void functional() {
    long instructions = total("instructions.warp");
    out.format(
        "  %,d warp instructions, %,d thread instructions, %,d CTAs in %s\n",
        instructions,
        total("instructions.thread"),
        total("ctas"),
        report.device().launches().size() == 1
            ? "1 launch"
            : report.device().launches().size() + " launches");
    accesses();
    long repeated = total("instructions.repeated");
    if (repeated > 0) {
      out.format(
          "  %,d of the warp instructions are of launches that repeat one which changed nothing;"
              + " these did not run again\n",
          repeated);
    }
    speed(instructions - repeated);
  }

  private void speed(long instructions) {
    out.format(
        "  %s warp instructions/s simulated; whole command %s, CPU %s\n",
        DurationText.rate(
            instructions * 1e9 / Math.max(report.device().simulationNanoseconds(), 1)),
        DurationText.seconds(report.wallSeconds()),
        DurationText.seconds(report.cpuSeconds()));
  }

  private void accesses() {
    out.format(
        "  %,d global accesses of threads, %s of them atomics\n",
        total("instructions.globalThread"),
        share("instructions.atomicThread", "instructions.globalThread"));
  }

  private void memory() {
    out.format(
        "  L1: %,d loads, %s hits; L2: %,d accesses, %s hits; DRAM: %,d reads, %,d writes\n",
        total("l1.loads"),
        share("l1.hits", "l1.loads"),
        total("l2.accesses"),
        share("l2.hits", "l2.accesses"),
        total("dram.reads"),
        total("dram.writes"));
    accesses();
    out.format(
        "  network: %,d messages, %,d bytes: %s data, %s atomics, %s control\n",
        total("network.messages"),
        total("network.bytes"),
        share("network.dataBytes", "network.bytes"),
        share("network.atomicBytes", "network.bytes"),
        share("network.controlBytes", "network.bytes"));
    out.format(
        "  %,d acquires, %,d releases, %,d flushes, %,d invalidations\n",
        total("sync.acquires"),
        total("sync.releases"),
        total("sync.flushes"),
        total("sync.invalidations"));
    if (total("tx.begins") > 0) {
      transactions();
    }
    if (total("cpu.cycles") > 0) {
      cpu();
    }
  }

  private void transactions() {
    out.format(
        "  %,d transactions committed in %,d attempts, %s by lanes that ran alone;"
            + " %,d conflicts, %s of them seen by a filter alone\n",
        total("tx.commits"),
        total("tx.attempts"),
        share("tx.serialised", "tx.commits"),
        total("tx.conflicts"),
        share("tx.falseConflicts", "tx.conflicts"));
    if (total("tx.fallbacks") > 0) {
      out.format(
          "  %,d transactions given up, %s of those begun: their lanes took the program's own way\n",
          total("tx.fallbacks"), share("tx.fallbacks", "tx.begins"));
    }
  }

  private void cpu() {
    out.format(
        "  CPU: %,d cycles, %,d loads, %,d stores, %,d atomics, %s of loads and atomics hit its L1\n",
        total("cpu.cycles"),
        total("cpu.loads"),
        total("cpu.stores"),
        total("cpu.atomics"),
        share(total("cpu.l1.hits"), total("cpu.loads") + total("cpu.atomics")));
  }

  /** Whether the consistency model performs synchronisation at the scope that a kernel states. */
  private boolean scopesCount() {
    return report.device().model().equals("hrf");
  }

  private String verdict() {
    Boolean verified = report.verified();
    return verified == null ? "" : verified ? "right: " : "WRONG: ";
  }

  private String ending() {
    return switch (report.ending()) {
      case DONE -> "";
      case HANG -> "a hang; standard error lists which warp waits for which";
      case NO_PROGRESS -> "no progress visible; what each warp does is on standard error";
      case MAX_CYCLES -> "the cycle limit was reached";
      case INTERRUPTED -> "interrupted";
      case FAULT -> "a thread failed; what it did is on standard error";
    };
  }

  private long total(String counter) {
    return totals.getOrDefault(counter, 0L);
  }

  private String share(String part, String totalName) {
    return share(total(part), total(totalName));
  }

  private static String share(long part, long total) {
    return total == 0 ? "-" : String.format(Locale.US, "%.1f%%", 100.0 * part / total);
  }

  private static String simulated(double microseconds) {
    return String.format(
        Locale.US,
        microseconds < 1000 ? "%.1f us" : "%.2f ms",
        microseconds < 1000 ? microseconds : microseconds / 1000);
  }
}
