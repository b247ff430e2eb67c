package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.Kind;
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

  private static int cta(SharedAccess access) {
    return (int) access.warp().owner().index;
  }

  /** Lanes have accessed shared memory, and no transaction holds them together. */
  void accessed(Reads reads, SharedAccess access) {
    if (access.operation().kind() == Kind.LOAD) {
      if (sites.load(access.pc()) >= 0) {
        read(reads, access);
      }
      return;
    }
    Map<Long, Element> here = elements.get(cta(access));
    if (here == null) {
      return;
    }
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.operation().elements(); e++) {
        Element element = here.get(access.offset(lane, e));
        if (element != null) {
          wrote(reads, access, lane, e, element);
        }
      }
    }
  }

  private void wrote(Reads reads, SharedAccess access, int lane, int e, Element element) {
    Warp warp = access.warp();
    int pc = access.pc();
    long at = access.offset(lane, e);
    int bytes = access.operation().type().bytes();
    int thread = warp.indexInCta * warp.width + lane;
    long value = GlobalUpdates.truncated(access.stored()[e * warp.width + lane], bytes);
    Update update = access.operation().kind() == Kind.STORE ? sites.update(pc) : null;
    int load = update == null ? -1 : reads.begin(update, lane, at);
    if (update != null && load >= 0) {
      Write between = element.notBy(thread);
      boolean same = between != null && Sites.repeats(update) && between.value == value;
      if (between != null && between.number > reads.found(load, lane) && !same) {
        Who by = new Who(cta(access), thread);
        Who writer = new Who(cta(access), between.thread);
        lost.lost(at, bytes, update, load, by, between.pc, writer);
      }
    }
    element.add(thread, pc, value);
    reads.wrote(lane, at);
  }

  private void read(Reads reads, SharedAccess access) {
    Map<Long, Element> here = elements.computeIfAbsent(cta(access), fresh -> new HashMap<>());
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long at = access.offset(lane, 0);
      Element element = here.computeIfAbsent(at, fresh -> new Element());
      reads.add(access.pc(), lane, at, element.writes);
    }
  }
}
