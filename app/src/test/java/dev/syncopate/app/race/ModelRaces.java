package dev.syncopate.app.race;

import dev.syncopate.app.race.RecordedRun.Event;
import dev.syncopate.app.race.RecordedRun.Sort;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.model.axiom.cat.BaseNames;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** The races of a {@link RecordedRun} by the axiomatic model of PTX that litmus tests are asked. */
final class ModelRaces implements BaseNames {
  private static final CatModel MODEL = model();

  private final List<Event> events;
  private final Set<String> reportedPairs = new HashSet<>();
  private final Map<String, EventSet> sets = new HashMap<>();
  private final Map<String, Relation> relations = new HashMap<>();

  private ModelRaces(List<Event> events) {
    this.events = events;
    set("R", e -> e.sort == Sort.READ);
    set("W", e -> e.sort == Sort.WRITE);
    set("F", e -> e.sort == Sort.FENCE);
    set("RMW", e -> e.half != null);
    set("EF", e -> e.sort == Sort.ARRIVAL);
    set("XF", e -> e.sort == Sort.DEPARTURE);
    set("WEAK", e -> e.isAccess() && e.operation.order() == Order.WEAK);
    set("ACQ", e -> e.sort == Sort.READ && e.operation.order().acquires());
    set("REL", e -> e.sort == Sort.WRITE && e.operation.order().releases());
    set(
        "RLX",
        e ->
            e.isAccess()
                && e.operation.order() != Order.WEAK
                && !(e.sort == Sort.READ
                    ? e.operation.order().acquires()
                    : e.operation.order().releases()));
    set("ACQ_REL", e -> e.sort == Sort.FENCE);
    set("CTA", e -> scoped(e, Scope.CTA));
    set("GPU", e -> scoped(e, Scope.GPU));
    set("SYS", e -> scoped(e, Scope.SYS));
    set("REMOTE", Event::isBlind);
    relation("po", (a, b) -> a.thread == b.thread && a.number < b.number);
    relation("int", (a, b) -> a.thread == b.thread);
    relation("rmw", (a, b) -> a.sort == Sort.READ && a.half == b);
    relation("loc", (a, b) -> a.isAccess() && b.isAccess() && a.place.equals(b.place));
    relations.put("vloc", relations.get("loc"));
    relation("scta", (a, b) -> a.cta == b.cta);
    relation("sgpu", (a, b) -> true);
    relation(
        "syncbar",
        (a, b) -> a.sort == Sort.ARRIVAL && b.sort == Sort.DEPARTURE && a.meeting == b.meeting);
    relation("rf", ModelRaces::reads);
  }

  private static boolean scoped(Event event, Scope scope) {
    boolean strong = event.isAccess() && event.operation.order() != Order.WEAK;
    return (strong || event.sort == Sort.FENCE) && event.operation.scope() == scope;
  }

  private static boolean reads(Event write, Event read) {
    if (write.sort != Sort.WRITE || read.sort != Sort.READ || !write.place.equals(read.place)) {
      return false;
    }
    return read.place.startsWith("shared")
        ? read.source == write
        : write.half != read && write.value == read.value && read.operation.order() != Order.WEAK;
  }

  /** Pairs of instructions that race, the smaller first, as "3-5". */
  static SortedSet<String> of(RecordedRun run) {
    run.complete();
    ModelRaces races = new ModelRaces(run.events());
    while (true) {
      Set<String> reportedPairs = races.reportedPairs;
      races.relation("addr", (a, b) -> !reportedPairs.contains(pair(a, b)));
      Judgement judgement = MODEL.judge(races);
      if (judgement.isAllowed()) {
        return new TreeSet<>(reportedPairs);
      }
      List<Integer> pair = judgement.violations().getFirst().events();
      reportedPairs.add(pair(races.events.get(pair.getFirst()), races.events.get(pair.getLast())));
    }
  }

  private static String pair(Event a, Event b) {
    return Math.min(a.pc, b.pc) + "-" + Math.max(a.pc, b.pc);
  }

  private void set(String name, Predicate<Event> holds) {
    EventSet set = new EventSet(events.size());
    for (int i = 0; i < events.size(); i++) {
      if (holds.test(events.get(i))) {
        set.add(i);
      }
    }
    sets.put(name, set);
  }

  private void relation(String name, BiPredicate<Event, Event> holds) {
    Relation relation = new Relation(events.size());
    for (int a = 0; a < events.size(); a++) {
      for (int b = 0; b < events.size(); b++) {
        if (holds.test(events.get(a), events.get(b))) {
          relation.add(a, b);
        }
      }
    }
    relations.put(name, relation);
  }

  @Override
  public int events() {
    return events.size();
  }

  @Override
  public EventSet set(String name) {
    return sets.get(name);
  }

  @Override
  public Relation relation(String name) {
    return relations.get(name);
  }

  private static CatModel model() {
    try {
      return ModelCatalog.read(
          Path.of(Objects.requireNonNull(ModelRaces.class.getResource("race.cat")).toURI()));
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
