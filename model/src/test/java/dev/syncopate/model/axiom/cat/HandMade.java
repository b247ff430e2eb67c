package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An execution put together by hand, event by event in the order of the numbers. Program order,
 * same location, and the placement of threads follow from how it is put together; coherence is
 * given per location, initial write first.
 */
public final class HandMade implements BaseNames {
  private record Event(int thread, int cta, int gpu, String location, List<String> tags) {}

  private record Pair(int tail, int head) {}

  private static final int NO_THREAD = -1;

  private final List<Event> events = new ArrayList<>();
  private final Map<String, List<Pair>> pairs = new TreeMap<>();
  private int threads;

  /** A thread of a CTA of a GPU, to which events are added. */
  public final class Agent {
    private final int number = threads++;
    private final int cta;
    private final int gpu;

    private Agent(int cta, int gpu) {
      this.cta = cta;
      this.gpu = gpu;
    }

    /** A read with what its set names are in addition to {@code R}, such as {@code "ACQ GPU"}. */
    public int read(String location, String tags) {
      return add(number, cta, gpu, location, "R " + tags);
    }

    /** A write. */
    public int write(String location, String tags) {
      return add(number, cta, gpu, location, "W " + tags);
    }

    /** A read-modify-write: the number of its read; its write has the next number. */
    public int rmw(String location, String readTags, String writeTags) {
      int read = read(location, "RMW " + readTags);
      relate("rmw", read, write(location, "RMW " + writeTags));
      return read;
    }

    /** A fence. */
    public int fence(String tags) {
      return add(number, cta, gpu, "", "F " + tags);
    }

    /** An arrival at a barrier ({@code "EF"}) or a departure ({@code "XF"}). */
    public int barrier(String tags) {
      return add(number, cta, gpu, "", tags);
    }
  }

  /** A new thread. */
  public Agent thread(int cta, int gpu) {
    return new Agent(cta, gpu);
  }

  /** The initial write of a location. */
  public int initial(String location) {
    return add(NO_THREAD, NO_THREAD, NO_THREAD, location, "W IW");
  }

  private int add(int thread, int cta, int gpu, String location, String tags) {
    events.add(new Event(thread, cta, gpu, location, Arrays.asList(tags.strip().split("\\s+"))));
    return events.size() - 1;
  }

  /** Each read reads from the write. */
  public HandMade rf(int write, int... reads) {
    for (int read : reads) {
      relate("rf", write, read);
    }
    return this;
  }

  /** The writes of one location, the first one first. */
  public HandMade co(int... writes) {
    for (int i = 0; i < writes.length; i++) {
      for (int j = i + 1; j < writes.length; j++) {
        relate("co", writes[i], writes[j]);
      }
    }
    return this;
  }

  /** A pair of another relation. */
  public HandMade relate(String name, int tail, int head) {
    pairs.computeIfAbsent(name, key -> new ArrayList<>()).add(new Pair(tail, head));
    return this;
  }

  /** A relation has at most this pair and those given so before; any where none was. */
  public HandMade atMost(String name, int tail, int head) {
    return relate("at most " + name, tail, head);
  }

  @Override
  public Relation atMost(String name) {
    List<Pair> upperBound = pairs.get("at most " + name);
    if (upperBound == null) {
      return BaseNames.super.atMost(name);
    }
    Relation relation = new Relation(events.size());
    upperBound.forEach(pair -> relation.add(pair.tail, pair.head));
    return relation;
  }

  @Override
  public int events() {
    return events.size();
  }

  @Override
  public @Nullable EventSet set(String name) {
    EventSet set = new EventSet(events.size());
    for (int e = 0; e < events.size(); e++) {
      if (events.get(e).tags.contains(name)) {
        set.add(e);
      }
    }
    return set.isEmpty() ? null : set;
  }

  @Override
  public @Nullable Relation relation(String name) {
    Relation relation = new Relation(events.size());
    for (int a = 0; a < events.size(); a++) {
      for (int b = 0; b < events.size(); b++) {
        if (follows(name, a, b)) {
          relation.add(a, b);
        }
      }
    }
    pairs.getOrDefault(name, List.of()).forEach(pair -> relation.add(pair.tail, pair.head));
    return relation.isEmpty() ? null : relation;
  }

  private boolean follows(String name, int tail, int head) {
    Event a = events.get(tail);
    Event b = events.get(head);
    boolean inThreads = a.thread != NO_THREAD && b.thread != NO_THREAD;
    return switch (name) {
      case "po" -> inThreads && a.thread == b.thread && tail < head;
      case "int" -> tail == head || (inThreads && a.thread == b.thread);
      case "loc", "vloc" -> !a.location.isEmpty() && a.location.equals(b.location);
      case "scta" -> inThreads && a.cta == b.cta && a.gpu == b.gpu;
      case "sgpu" -> inThreads && a.gpu == b.gpu;
      default -> false;
    };
  }
}
