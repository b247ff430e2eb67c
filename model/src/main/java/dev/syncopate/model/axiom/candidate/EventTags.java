package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent.Kind;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sorts events into the sets that models know by name. */
final class EventTags {
  private EventTags() {}

  static void fill(ExecutionSkeleton skeleton, LitmusTest test, Map<String, EventSet> sets) {
    boolean isPtx = test.annotations().dialect() == LitmusDialect.PTX;
    TestLocations locations = isPtx ? null : new TestLocations(test);
    for (int number = 0; number < skeleton.size(); number++) {
      MemoryEvent event = skeleton.event(number);
      List<String> names = of(event, annotation(test, event));
      if (locations == null) {
        names.add("GLOBAL");
      } else if (event.location() >= 0) {
        names.addAll(test.annotations().of(locations.name(event.location())));
      }
      if (names.contains("CTA")) {
        names.add("WG");
      }
      if (names.contains("GPU")) {
        names.add("DV");
      }
      for (String name : names) {
        sets.computeIfAbsent(name, _ -> new EventSet(skeleton.size())).add(number);
      }
    }
    if (isPtx) {
      sets.put("NAL", nonAtomic(skeleton));
    }
  }

  /** Accesses to the locations that weak accesses alone go to. */
  private static EventSet nonAtomic(ExecutionSkeleton skeleton) {
    BitSet atomicLocations = new BitSet();
    for (MemoryEvent event : skeleton.events) {
      if (event.location() >= 0 && event.order() != LitmusOrder.WEAK) {
        atomicLocations.set(event.location());
      }
    }
    EventSet nonAtomicEvents = new EventSet(skeleton.size());
    for (int number = 0; number < skeleton.size(); number++) {
      int location = skeleton.event(number).location();
      if (location >= 0 && !atomicLocations.get(location)) {
        nonAtomicEvents.add(number);
      }
    }
    return nonAtomicEvents;
  }

  private static @Nullable InstructionAnnotation annotation(LitmusTest test, MemoryEvent event) {
    return event.thread() < 0
        ? null
        : test.threads().get(event.thread()).annotation(event.instruction());
  }

  private static List<String> of(MemoryEvent event, @Nullable InstructionAnnotation annotation) {
    List<String> names = new ArrayList<>();
    switch (event.kind()) {
      case INITIAL -> {
        names.add("W");
        names.add("IW");
      }
      case READ -> names.add("R");
      case WRITE -> names.add("W");
      case FENCE -> {
        if (annotation == null) {
          names.add("F");
        }
      }
      case PROXY_FENCE -> {
        if (annotation == null) {
          names.add("F");
          names.add("ALIAS");
        }
      }
      case ARRIVAL -> names.add("EF");
      case DEPARTURE -> names.add("XF");
      case STEP -> {}
    }
    if (event.partner() >= 0) {
      names.add("RMW");
    }
    if (event.remote()) {
      names.add("REMOTE");
    }
    if (event.async() != null) {
      names.addAll(event.async().sets());
      return names;
    }
    if (annotation != null) {
      names.addAll(annotated(event, annotation));
      return names;
    }
    if (event.location() >= 0 || event.kind() == Kind.FENCE) {
      order(event, names);
    }
    LitmusScope scope = event.scope();
    if (scope != null) {
      names.add(scope.name());
    }
    return names;
  }

  private static Set<String> annotated(MemoryEvent event, InstructionAnnotation annotation) {
    return switch (event.kind()) {
      case READ -> event.partner() < 0 ? annotation.failing() : annotation.acquiring();
      case DEPARTURE -> annotation.acquiring();
      case INITIAL, WRITE, FENCE, PROXY_FENCE, ARRIVAL, STEP -> annotation.releasing();
    };
  }

  private static void order(MemoryEvent event, List<String> names) {
    switch (event.order()) {
      case WEAK -> names.add("WEAK");
      case RELAXED -> names.add("RLX");
      case ACQUIRE -> names.add("ACQ");
      case RELEASE -> names.add("REL");
      case ACQ_REL -> names.add("ACQ_REL");
      case SC -> {
        names.add(event.reads() ? "ACQ" : event.writes() ? "REL" : "ACQ_REL");
        names.add("SC");
      }
      case COMM -> {
        names.add("RLX");
        names.add("COMM");
      }
    }
  }
}
