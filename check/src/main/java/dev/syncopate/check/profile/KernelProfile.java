package dev.syncopate.check.profile;

import dev.syncopate.check.profile.lock.LockFigures;
import dev.syncopate.check.profile.lock.LockTallies;
import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.SourceLines;
import dev.syncopate.ptx.ir.SourceLines.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All launches of one kernel, by instruction. */
public final class KernelProfile {
  private final HotKernel kernel;
  private final MeasureCounts[] byInstruction;
  private final MeasureCounts elsewhere = new MeasureCounts();
  private final LockTallies locks = new LockTallies();
  private long launches;

  KernelProfile(HotKernel kernel) {
    this.kernel = kernel;
    byInstruction = new MeasureCounts[kernel.code.length];
    for (int pc = 0; pc < byInstruction.length; pc++) {
      byInstruction[pc] = new MeasureCounts();
    }
  }

  boolean isOf(HotKernel candidate) {
    return kernel == candidate;
  }

  void launched() {
    launches++;
  }

  /** Counts for an instruction; a negative one is a compute unit's own doing. */
  void add(int pc, ProfileMeasure measure, long amount) {
    (pc < 0 ? elsewhere : byInstruction[pc]).add(measure, amount);
  }

  /** Where what is seen of its locks is kept. */
  LockTallies lockTallies() {
    return locks;
  }

  /** Its mangled name. */
  public String name() {
    return kernel.program.name();
  }

  public long launches() {
    return launches;
  }

  /** What compute units did themselves at the beginnings and ends of launches. */
  public MeasureCounts elsewhere() {
    return elsewhere;
  }

  /** All instructions together. */
  public MeasureCounts total() {
    MeasureCounts total = new MeasureCounts();
    for (MeasureCounts counts : byInstruction) {
      total.add(counts);
    }
    return total;
  }

  /** Lock words on which acquisitions and releases were seen, the longest waited for first. */
  public List<LockFigures> locks() {
    return locks.figures();
  }

  /**
   * The lines of which something was counted: the one that costs the most warp-cycles first, of
   * like ones that which comes first in the PTX.
   */
  public List<LineProfile> lines() {
    Map<Object, Group> groups = new HashMap<>();
    List<Group> inOrder = new ArrayList<>();
    SourceLines sources = kernel.program.sourceLines();
    for (int pc = 0; pc < byInstruction.length; pc++) {
      if (byInstruction[pc].isEmpty()) {
        continue;
      }
      Position position = kernel.position(pc);
      Place source = sources.of(position);
      Object key = source == null ? position.line() : source;
      Group group = groups.get(key);
      if (group == null) {
        group = new Group(source, position.file());
        groups.put(key, group);
        inOrder.add(group);
      }
      group.ptx.add(position.line());
      group.counts.add(byInstruction[pc]);
    }
    List<LineProfile> lines = new ArrayList<>();
    for (Group group : inOrder) {
      lines.add(
          new LineProfile(
              SourceLine.of(group.source), List.copyOf(group.ptx), group.ptxFile, group.counts));
    }
    lines.sort(
        Collections.reverseOrder(
            (a, b) -> Long.compare(a.counts().warpCycles(), b.counts().warpCycles())));
    return lines;
  }

  /** A line while its instructions are gathered. */
  private static final class Group {
    final @Nullable Place source;
    final String ptxFile;
    final TreeSet<Integer> ptx = new TreeSet<>();
    final MeasureCounts counts = new MeasureCounts();

    Group(@Nullable Place source, String ptxFile) {
      this.source = source;
      this.ptxFile = ptxFile;
    }
  }
}
