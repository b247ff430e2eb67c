package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Updates of a CTA's shared memory, whose accesses happen one after the other. */
final class SharedUpdates {
  /** A write of an element. */
  private record Write(int thread, int pc, long number, long value) {}

  /** An element that an update has read: its latest write, and the latest of another thread. */
  private static final class Element {
    long writes;
    @Nullable Write last;
    @Nullable Write other;

    void add(int thread, int pc, long value) {
      if (last != null && last.thread != thread) {
        other = last;
      }
      last = new Write(thread, pc, ++writes, value);
    }

    /** The latest write of another thread; null for none. */
    @Nullable Write notBy(int thread) {
      return last != null && last.thread == thread ? other : last;
    }
  }

  /** Who hears of it. */
  @FunctionalInterface
  interface Lost {
    void lost(long address, int bytes, Update update, int load, Who by, int write, Who writer);
  }

  private final Sites sites;
  private final Lost lost;

  /** By CTA and offset. */
  private final Map<Integer, Map<Long, Element>> elements = new HashMap<>();

  SharedUpdates(Sites sites, Lost lost) {
    this.sites = sites;
    this.lost = lost;
  }

  /** A CTA has ended. */
  void finished(int cta) {
    elements.remove(cta);
  }

  /**
   * Lanes have accessed shared memory.
   *
   * @param firstThread thread of lane 0 in the CTA
   * @param address of each lane, with {@code base} added
   * @param stored as {@code LaunchObserver.shared} has it
   */
  void accessed(
      Reads reads,
      int cta,
      int firstThread,
      int pc,
      MemoryOperation operation,
      long lanes,
      long[] address,
      int base,
      long[] stored,
      int width) {
    Map<Long, Element> here = elements.get(cta);
    if (operation.kind() == Kind.LOAD) {
      if (sites.load(pc) >= 0) {
        read(reads, cta, pc, lanes, address, base);
      }
      return;
    }
    if (here == null) {
      return;
    }
    int bytes = operation.type().bytes();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        long at = address[lane] - base + (long) e * bytes;
        Element element = here.get(at);
        if (element == null) {
          continue;
        }
        int thread = firstThread + lane;
        long value = GlobalUpdates.truncated(stored[e * width + lane], bytes);
        Update update = operation.kind() == Kind.STORE ? sites.update(pc) : null;
        int load = update == null ? -1 : reads.begin(update, lane, at);
        if (update != null && load >= 0) {
          Write between = element.notBy(thread);
          boolean same = between != null && Sites.repeats(update) && between.value == value;
          if (between != null && between.number > reads.found(load, lane) && !same) {
            lost.lost(
                at,
                bytes,
                update,
                load,
                new Who(cta, thread),
                between.pc,
                new Who(cta, between.thread));
          }
        }
        element.add(thread, pc, value);
        reads.wrote(lane, at);
      }
    }
  }

  private void read(Reads reads, int cta, int pc, long lanes, long[] address, int base) {
    Map<Long, Element> here = elements.computeIfAbsent(cta, fresh -> new HashMap<>());
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long at = address[lane] - base;
      Element element = here.computeIfAbsent(at, fresh -> new Element());
      reads.add(pc, lane, at, element.writes);
    }
  }
}
