package dev.syncopate.model.axiom.witness;

import dev.syncopate.model.axiom.candidate.CandidateExecution;
import dev.syncopate.model.axiom.candidate.EventView;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pair of events that is shown as an arrow. What follows from other pairs is left out. */
record Edge(Kind kind, int tail, int head) {
  /** Kind of a drawn edge. */
  enum Kind {
    PO("po", "#888888"),
    RF("rf", "#c02020"),
    CO("co", "#8a5a00"),
    FR("fr", "#d08000"),
    RMW("rmw", "#606060"),
    BARRIER("bar", "#2060a0");

    private final String label;
    private final String colour;

    Kind(String label, String colour) {
      this.label = label;
      this.colour = colour;
    }

    /** As models name it. */
    String label() {
      return label;
    }

    /** For pictures. */
    String colour() {
      return colour;
    }
  }

  static List<Edge> of(CandidateExecution execution, List<EventView> events) {
    List<Edge> edges = new ArrayList<>();
    Relation empty = new Relation(execution.events());
    Relation order = orElse(execution.relation("po"), empty);
    Relation coherence = orElse(execution.relation("co"), empty);
    Relation readsFrom = orElse(execution.relation("rf"), empty);
    Relation steps = reduced(coherence);
    add(Kind.PO, reduced(order), edges);
    add(Kind.RF, readsFrom, edges);
    add(Kind.CO, steps, edges);
    add(Kind.FR, readsFrom.inverse().sequence(steps).difference(order), edges);
    add(Kind.RMW, orElse(execution.relation("rmw"), empty), edges);
    Relation internal = orElse(execution.relation("int"), empty);
    add(Kind.BARRIER, orElse(execution.relation("syncbar"), empty).difference(internal), edges);
    edges.removeIf(edge -> edge.kind() == Kind.CO && events.get(edge.tail()).isInitial());
    return edges;
  }

  private static Relation orElse(@Nullable Relation relation, Relation fallback) {
    return relation == null ? fallback : relation;
  }

  private static Relation reduced(Relation relation) {
    return relation.difference(relation.sequence(relation));
  }

  private static void add(Kind kind, Relation relation, List<Edge> edges) {
    for (int a = 0; a < relation.events(); a++) {
      for (int b = 0; b < relation.events(); b++) {
        if (relation.contains(a, b)) {
          edges.add(new Edge(kind, a, b));
        }
      }
    }
  }
}
