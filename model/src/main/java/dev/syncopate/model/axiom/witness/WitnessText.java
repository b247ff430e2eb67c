package dev.syncopate.model.axiom.witness;

import dev.syncopate.model.axiom.candidate.CandidateExecution;
import dev.syncopate.model.axiom.candidate.EventView;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.List;
import java.util.stream.Collectors;

/** An execution in a few lines: each thread's events, and which write is read and comes when. */
public final class WitnessText {
  private WitnessText() {}

  /** With a line for each thread and one for each kind of pairs, each after an indent. */
  public static String of(LitmusTest test, CandidateExecution execution, String indent) {
    List<EventView> events = execution.view(test);
    StringBuilder text = new StringBuilder();
    for (LitmusThread thread : test.threads()) {
      String line =
          events.stream()
              .filter(event -> event.thread() == thread.id())
              .map(event -> event.name() + ": " + event.label())
              .collect(Collectors.joining("   "));
      text.append(indent).append("P").append(thread.id()).append("  ").append(line).append('\n');
    }
    List<Edge> edges = Edge.of(execution, events);
    String pairs =
        List.of(Edge.Kind.RF, Edge.Kind.CO, Edge.Kind.FR, Edge.Kind.BARRIER).stream()
            .map(kind -> pairs(kind, edges, events))
            .filter(line -> !line.isEmpty())
            .collect(Collectors.joining("   "));
    if (!pairs.isEmpty()) {
      text.append(indent).append("    ").append(pairs).append('\n');
    }
    return text.toString();
  }

  private static String pairs(Edge.Kind kind, List<Edge> edges, List<EventView> events) {
    String pairs =
        edges.stream()
            .filter(edge -> edge.kind() == kind)
            .map(edge -> events.get(edge.tail()).name() + "→" + events.get(edge.head()).name())
            .collect(Collectors.joining(" "));
    return pairs.isEmpty() ? "" : kind.label() + " " + pairs;
  }
}
