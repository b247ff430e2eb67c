package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.Operator;
import java.util.Objects;
import java.util.Set;

/**
 * Executions in which an atomic is one event that both reads and writes, as herd has them in C and
 * in HSA. They are computed from executions with two events: the write stands for both, and the
 * read takes no part.
 */
final class MergedAtomics {
  /** Relations that the two halves have among themselves, and one event has not with itself. */
  private static final Set<String> STRICT = Set.of("po", "addr", "data", "ctrl", "casdep");

  /** Relations between writes, or between barriers. */
  private static final Set<String> UNCHANGED = Set.of("co", "syncbar");

  private final ValueGraph graph;
  private final ValueNode events;

  /** From each event to the one that stands for it. */
  private final ValueNode substitute;

  MergedAtomics(ValueGraph graph, CatVocabulary vocabulary) {
    this.graph = graph;
    ValueNode halves =
        graph.computed(
            Operator.INTERSECTION, ValueType.SET, base("R", vocabulary), base("RMW", vocabulary));
    this.events = graph.computed(Operator.COMPLEMENT, ValueType.SET, halves);
    this.substitute =
        graph.computed(
            Operator.UNION,
            ValueType.RELATION,
            graph.computed(Operator.BRACKETS, ValueType.RELATION, events),
            base("rmw", vocabulary));
  }

  private ValueNode base(String name, CatVocabulary vocabulary) {
    return graph.base(name, Objects.requireNonNull(vocabulary.find(name)));
  }

  /** All events that take part. */
  ValueNode events() {
    return events;
  }

  /** All pairs of them. */
  ValueNode pairs() {
    return graph.computed(Operator.PRODUCT, ValueType.RELATION, events, events);
  }

  /** What a set or relation that the execution gives is of them. */
  ValueNode merged(String name, ValueNode base) {
    if (UNCHANGED.contains(name)) {
      return base;
    }
    if (base.type() == ValueType.SET) {
      ValueNode identity = graph.computed(Operator.BRACKETS, ValueType.RELATION, base);
      return graph.computed(
          Operator.RANGE,
          ValueType.SET,
          graph.computed(Operator.SEQUENCE, ValueType.RELATION, identity, substitute));
    }
    ValueNode related =
        graph.computed(
            Operator.SEQUENCE,
            ValueType.RELATION,
            graph.computed(Operator.INVERSE, ValueType.RELATION, substitute),
            graph.computed(Operator.SEQUENCE, ValueType.RELATION, base, substitute));
    return STRICT.contains(name)
        ? graph.computed(
            Operator.DIFFERENCE,
            ValueType.RELATION,
            related,
            graph.constant(Operator.ID, ValueType.RELATION))
        : related;
  }
}
