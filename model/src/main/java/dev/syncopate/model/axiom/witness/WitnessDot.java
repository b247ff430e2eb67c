package dev.syncopate.model.axiom.witness;

import dev.syncopate.model.axiom.candidate.CandidateExecution;
import dev.syncopate.model.axiom.candidate.EventView;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.List;

/** An execution in the language of Graphviz: {@code dot -Tsvg}. */
public final class WitnessDot {
  private WitnessDot() {}

  /** A graph with a cluster for each thread. */
  public static String of(LitmusTest test, CandidateExecution execution, String title) {
    List<EventView> events = execution.view(test);
    List<Edge> edges = Edge.of(execution, events);
    StringBuilder text = new StringBuilder("digraph execution {\n");
    text.append("  label=")
        .append(quoted(title))
        .append("; labelloc=t; fontname=\"sans-serif\";\n");
    text.append("  node [shape=box, fontname=\"monospace\"]; edge [fontname=\"sans-serif\"];\n");
    for (EventView event : events) {
      if (event.isInitial() && isUsed(event, edges)) {
        text.append("  ").append(node(event));
      }
    }
    for (LitmusThread thread : test.threads()) {
      text.append(
          "  subgraph cluster_P%d {\n    label=\"P%d  %s\";\n"
              .formatted(thread.id(), thread.id(), thread.place()));
      for (EventView event : events) {
        if (event.thread() == thread.id()) {
          text.append("    ").append(node(event));
        }
      }
      text.append("  }\n");
    }
    for (Edge edge : edges) {
      text.append(
          "  e%d -> e%d [label=\"%s\", color=\"%s\", fontcolor=\"%s\"%s];\n"
              .formatted(
                  edge.tail(),
                  edge.head(),
                  edge.kind().label(),
                  edge.kind().colour(),
                  edge.kind().colour(),
                  edge.kind() == Edge.Kind.PO ? ", weight=10" : ", constraint=false"));
    }
    return text.append("}\n").toString();
  }

  static boolean isUsed(EventView event, List<Edge> edges) {
    return edges.stream()
        .anyMatch(edge -> edge.tail() == event.number() || edge.head() == event.number());
  }

  private static String node(EventView event) {
    String label = event.isInitial() ? event.label() : event.name() + ": " + event.label();
    return "e%d [label=%s];\n".formatted(event.number(), quoted(label));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
