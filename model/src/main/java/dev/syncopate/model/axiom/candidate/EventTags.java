package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent.Kind;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sorts events into the sets that models know by name. */
final class EventTags {
  private EventTags() {}

  static void fill(ExecutionSkeleton skeleton, Map<String, EventSet> sets) {
    for (int number = 0; number < skeleton.size(); number++) {
      MemoryEvent event = skeleton.event(number);
      for (String name : of(event)) {
        sets.computeIfAbsent(name, _ -> new EventSet(skeleton.size())).add(number);
      }
    }
  }

  private static Iterable<String> of(MemoryEvent event) {
    List<String> names = new ArrayList<>();
    switch (event.kind()) {
      case INITIAL -> {
        names.add("W");
        names.add("IW");
      }
      case READ -> names.add("R");
      case WRITE -> names.add("W");
      case FENCE -> names.add("F");
      case PROXY_FENCE -> {
        names.add("F");
        names.add("ALIAS");
      }
      case ARRIVAL -> names.add("EF");
      case DEPARTURE -> names.add("XF");
    }
    if (event.partner() >= 0) {
      names.add("RMW");
    }
    if (event.remote()) {
      names.add("REMOTE");
    }
    if (event.location() >= 0 || event.kind() == Kind.FENCE) {
      order(event.order(), names);
    }
    LitmusScope scope = event.scope();
    if (scope != null) {
      names.add(scope.name());
    }
    return names;
  }

  private static void order(LitmusOrder order, List<String> names) {
    switch (order) {
      case WEAK -> names.add("WEAK");
      case RELAXED -> names.add("RLX");
      case ACQUIRE -> names.add("ACQ");
      case RELEASE -> names.add("REL");
      case ACQ_REL -> names.add("ACQ_REL");
      case SC -> {
        names.add("ACQ_REL");
        names.add("SC");
      }
      case COMM -> {
        names.add("RLX");
        names.add("COMM");
      }
    }
  }
}
