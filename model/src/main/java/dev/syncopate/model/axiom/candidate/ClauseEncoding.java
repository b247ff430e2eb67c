package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import dev.syncopate.model.axiom.candidate.path.ThreadPath.Constraint;
import dev.syncopate.model.axiom.clause.ClauseSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Clauses of a skeleton whose coherence is total. Each read has one source and one value. Values
 * come from sources and fit the threads' paths. The writes to a location are in a total order.
 *
 * <p>Values of unbounded domains, and computations with too many combinations of inputs, are not
 * encoded. Neither is that no value is out of thin air. These are left to the theory.
 */
final class ClauseEncoding {
  /** Of inputs' values; computations with more are not encoded. */
  private static final long MOST_COMBINATIONS = 256;

  private static final int NO_LITERAL = -1;

  private final ClauseSolver solver;
  private final ExecutionSkeleton skeleton;

  /** By read. */
  private final int[][] sources;

  private final ValueDomains domains;

  /** By read and write. */
  private final int[][] sourceLiterals;

  /** By two writes to a location. */
  private final int[][] orderLiterals;

  /** By literal that refuses one. */
  private final Map<Integer, Fact> refusedFacts = new HashMap<>();

  /** By event and value: of encoded reads, and of writes that compute with these. */
  private final Map<Integer, SortedMap<Long, Integer>> valueLiterals = new HashMap<>();

  /** The reads whose values are encoded. */
  private final BitSet encodedReads = new BitSet();

  /** By observable and value. */
  private final List<SortedMap<Long, Integer>> outcomeLiterals = new ArrayList<>();

  /** Values of the inputs of a computation, by event. */
  private final long[] inputValues;

  /**
   * @param start what all executions have
   * @param sources by read, the writes that it may read from
   */
  ClauseEncoding(ClauseSolver solver, CandidateExecution start, int[][] sources) {
    this.solver = solver;
    this.skeleton = start.skeleton;
    this.sources = sources;
    this.domains = new ValueDomains(skeleton, read -> sources[read]);
    int size = skeleton.size();
    this.sourceLiterals = new int[size][size];
    this.orderLiterals = new int[size][size];
    this.inputValues = new long[size];
    for (int event = 0; event < size; event++) {
      Arrays.fill(sourceLiterals[event], NO_LITERAL);
      Arrays.fill(orderLiterals[event], NO_LITERAL);
      if (skeleton.event(event).value() instanceof SymbolicValue.Known(long constant)) {
        inputValues[event] = constant;
      }
    }
    encodeSources();
    encodeOrders(start);
    chooseEncodedReads();
    encodeValues();
    for (int thread = 0; thread < skeleton.paths.size(); thread++) {
      for (Constraint constraint : skeleton.paths.get(thread).constraints()) {
        encode(thread, constraint);
      }
    }
  }

  /** The literal of the order of two writes to a location, the first before the second. */
  int order(int a, int b) {
    return orderLiterals[a][b];
  }

  /** The write that a read reads from by the current assignment, or none. */
  int currentSource(int read) {
    for (int write : sources[read]) {
      if (solver.isTrue(sourceLiterals[read][write])) {
        return write;
      }
    }
    return CandidateExecution.NONE;
  }

  /** Whether a fact is encoded; others are refused, or in all executions. */
  boolean encodes(Fact fact) {
    return literal(fact) != NO_LITERAL;
  }

  /** The literal that refuses a fact. */
  int refusal(Fact fact) {
    return ClauseSolver.not(literal(fact));
  }

  /** The fact that a literal refuses. */
  Fact refusedFact(int literal) {
    Fact fact = refusedFacts.get(literal);
    if (fact == null) {
      throw new IllegalArgumentException("literal %d refuses no fact".formatted(literal));
    }
    return fact;
  }

  private int literal(Fact fact) {
    return fact.isOrder()
        ? orderLiterals[fact.first()][fact.second()]
        : sourceLiterals[fact.second()][fact.first()];
  }

  /** Whether a read's value is encoded. */
  boolean encodesValue(int read) {
    return encodedReads.get(read);
  }

  /** The literal of an encoded read's value, which is one of its domain. */
  int value(int read, long value) {
    Integer literal = literals(read).get(value);
    if (literal == null) {
      throw new IllegalArgumentException("event %d never has %d".formatted(read, value));
    }
    return literal;
  }

  private SortedMap<Long, Integer> literals(int event) {
    SortedMap<Long, Integer> literals = valueLiterals.get(event);
    if (literals == null) {
      throw new IllegalArgumentException("the value of event %d is not encoded".formatted(event));
    }
    return literals;
  }

  private void encodeSources() {
    for (int read : skeleton.reads()) {
      int[] literals = new int[sources[read].length];
      for (int i = 0; i < literals.length; i++) {
        literals[i] = solver.variable(/* phase= */ true);
        sourceLiterals[read][sources[read][i]] = literals[i];
        refusedFacts.put(
            ClauseSolver.not(literals[i]), new Fact(/* isOrder= */ false, sources[read][i], read));
      }
      exactlyOne(literals);
    }
  }

  private void encodeOrders(CandidateExecution start) {
    for (int[] pair : skeleton.pairs()) {
      int a = pair[0];
      int b = pair[1];
      int literal = solver.variable(/* phase= */ true);
      orderLiterals[a][b] = literal;
      orderLiterals[b][a] = ClauseSolver.not(literal);
      refusedFacts.put(ClauseSolver.not(literal), new Fact(/* isOrder= */ true, a, b));
      refusedFacts.put(literal, new Fact(/* isOrder= */ true, b, a));
    }
    for (int[] pair : skeleton.pairs()) {
      int a = pair[0];
      int b = pair[1];
      if (start.isOrdered(a, b)) {
        solver.add(start.coherence().contains(a, b) ? order(a, b) : order(b, a));
      }
      for (int c = b + 1; c < skeleton.size(); c++) {
        if (order(b, c) != NO_LITERAL) {
          solver.add(order(b, a), order(c, b), order(a, c));
          solver.add(order(a, b), order(b, c), order(c, a));
        }
      }
    }
  }

  /** Encodes as many reads' values as can be: a greatest fixed point. */
  private void chooseEncodedReads() {
    for (int read : skeleton.reads()) {
      encodedReads.set(read, domains.of(read) != null);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int read : skeleton.reads()) {
        if (encodedReads.get(read) && !Arrays.stream(sources[read]).allMatch(this::isEncodable)) {
          encodedReads.clear(read);
          changed = true;
        }
      }
    }
  }

  private boolean isEncodable(int write) {
    SymbolicValue value = skeleton.event(write).value();
    return value != null && isEncodable(Math.max(0, skeleton.event(write).thread()), value);
  }

  private boolean isEncodable(int thread, SymbolicValue... values) {
    long combinations = 1;
    for (int input : inputs(thread, values)) {
      if (isConstant(input)) {
        continue;
      }
      long[] domain = encodedReads.get(input) ? domains.of(input) : null;
      if (domain == null || combinations * domain.length > MOST_COMBINATIONS) {
        return false;
      }
      combinations *= domain.length;
    }
    return true;
  }

  private boolean isConstant(int event) {
    return skeleton.event(event).value() instanceof SymbolicValue.Known;
  }

  /** The events that values are computed from. */
  private int[] inputs(int thread, SymbolicValue... values) {
    BitSet inputs = new BitSet();
    for (SymbolicValue value : values) {
      inputs.or(value.reads());
    }
    return inputs.stream().map(input -> skeleton.first[thread] + input).toArray();
  }

  private void encodeValues() {
    BitSet writes = new BitSet();
    for (int read : encodedReads.stream().toArray()) {
      SortedMap<Long, Integer> literals = new TreeMap<>();
      long[] domain = domains.of(read);
      for (long value : domain == null ? ValueSets.EMPTY : domain) {
        literals.put(value, solver.variable(/* phase= */ false));
      }
      valueLiterals.put(read, literals);
      exactlyOne(numbers(literals));
      Arrays.stream(sources[read]).forEach(writes::set);
    }
    writes.stream().forEach(this::encodeComputation);
    encodedReads.stream().forEach(this::encodeReading);
  }

  /** A write's value follows from its inputs. */
  private void encodeComputation(int write) {
    SymbolicValue value = skeleton.event(write).value();
    if (value != null && !isConstant(write) && !valueLiterals.containsKey(write)) {
      valueLiterals.put(write, computed(skeleton.event(write).thread(), value));
    }
  }

  /** The literals of the values of an encodable computation. */
  private SortedMap<Long, Integer> computed(int thread, SymbolicValue value) {
    int[] inputs = inputs(thread, value);
    if (value instanceof SymbolicValue.Read && !isConstant(inputs[0])) {
      return literals(inputs[0]);
    }
    SortedMap<Long, Integer> literals = new TreeMap<>();
    forEachCombination(
        inputs,
        0,
        new int[0],
        unlessCombined -> {
          long result = value.in(inputValues, skeleton.first[thread]);
          solver.add(with(unlessCombined, literal(literals, result)));
        });
    exactlyOne(numbers(literals));
    return literals;
  }

  /** The literal of a value, a new one if there is none. */
  private int literal(SortedMap<Long, Integer> literals, long value) {
    return literals.computeIfAbsent(value, _ -> solver.variable(/* phase= */ false));
  }

  private interface CombinationTaker {
    /** Takes a clause that is true unless the inputs have the values of a combination. */
    void take(int[] unlessCombined);
  }

  private void forEachCombination(
      int[] inputs, int next, int[] unlessCombined, CombinationTaker taker) {
    if (next == inputs.length) {
      taker.take(unlessCombined);
    } else if (isConstant(inputs[next])) {
      forEachCombination(inputs, next + 1, unlessCombined, taker);
    } else {
      literals(inputs[next])
          .forEach((value, literal) -> {
            inputValues[inputs[next]] = value;
            int[] longer = with(unlessCombined, ClauseSolver.not(literal));
            forEachCombination(inputs, next + 1, longer, taker);
          });
    }
  }

  /** A read has the value of its source. */
  private void encodeReading(int read) {
    SortedMap<Long, Integer> readLiterals = literals(read);
    for (int write : sources[read]) {
      int unlessRead = ClauseSolver.not(sourceLiterals[read][write]);
      if (isConstant(write)) {
        Integer literal = readLiterals.get(inputValues[write]);
        solver.add(literal == null ? new int[] {unlessRead} : new int[] {unlessRead, literal});
      } else {
        imply(unlessRead, literals(write), readLiterals);
        imply(unlessRead, readLiterals, literals(write));
      }
    }
    readLiterals.forEach(
        (value, literal) -> solver.add(with(suiting(read, value), ClauseSolver.not(literal))));
  }

  private void imply(
      int unlessRead, SortedMap<Long, Integer> causes, SortedMap<Long, Integer> effects) {
    causes.forEach((value, cause) -> {
      int unlessCaused = ClauseSolver.not(cause);
      Integer effect = effects.get(value);
      solver.add(
          effect == null
              ? new int[] {unlessRead, unlessCaused}
              : new int[] {unlessRead, unlessCaused, effect});
    });
  }

  /** The literals of the sources from which a read may have a value. */
  private int[] suiting(int read, long value) {
    return Arrays.stream(sources[read])
        .filter(write ->
            isConstant(write) ? inputValues[write] == value : literals(write).containsKey(value))
        .map(write -> sourceLiterals[read][write])
        .toArray();
  }

  private void encode(int thread, Constraint constraint) {
    if (isEncodable(thread, constraint.a(), constraint.b())) {
      int first = skeleton.first[thread];
      forEachCombination(
          inputs(thread, constraint.a(), constraint.b()),
          0,
          new int[0],
          unlessCombined -> {
            long a = constraint.a().in(inputValues, first);
            long b = constraint.b().in(inputValues, first);
            if (!constraint.comparison().holds(a, b)) {
              solver.add(unlessCombined);
            }
          });
    }
  }

  /**
   * Encodes what is observed, if all of it can be.
   *
   * @return whether it is encoded
   */
  boolean encodeOutcomes(List<ObservedPlace> places) {
    if (!places.stream().allMatch(this::isEncodable)) {
      return false;
    }
    for (ObservedPlace place : places) {
      outcomeLiterals.addLast(
          switch (place) {
            case ObservedPlace.Computed(int thread, SymbolicValue value) -> computed(thread, value);
            case ObservedPlace.Last(int location) -> last(skeleton.writesTo(location));
          });
    }
    return true;
  }

  private boolean isEncodable(ObservedPlace place) {
    return switch (place) {
      case ObservedPlace.Computed(int thread, SymbolicValue value) -> isEncodable(thread, value);
      case ObservedPlace.Last(int location) ->
          Arrays.stream(skeleton.writesTo(location)).allMatch(this::isEncodable);
    };
  }

  /** The literals of the values of the last one of the writes to a location. */
  private SortedMap<Long, Integer> last(int[] writes) {
    SortedMap<Long, Integer> contents = new TreeMap<>();
    for (int write : writes) {
      // An initial write is before all others.
      if (write >= skeleton.first[0] || writes.length == 1) {
        int[] unlessLast =
            Arrays.stream(writes)
                .filter(otherWrite -> otherWrite != write && otherWrite >= skeleton.first[0])
                .map(otherWrite -> order(write, otherWrite))
                .toArray();
        encodeComputation(write);
        if (isConstant(write)) {
          solver.add(with(unlessLast, literal(contents, inputValues[write])));
        } else {
          literals(write)
              .forEach((value, literal) ->
                  solver.add(
                      with(with(unlessLast, ClauseSolver.not(literal)), literal(contents, value))));
        }
      }
    }
    exactlyOne(numbers(contents));
    return contents;
  }

  /** Refuses an outcome. */
  void refuse(ObservedState outcome) {
    int[] literals = new int[outcomeLiterals.size()];
    for (int i = 0; i < literals.length; i++) {
      Integer literal = outcomeLiterals.get(i).get(outcome.value(i));
      if (literal == null) {
        return;
      }
      literals[i] = ClauseSolver.not(literal);
    }
    solver.add(literals);
  }

  /** The clause that refuses the outcome of the current assignment. */
  int[] outcomeRefusal() {
    return outcomeLiterals.stream()
        .mapToInt(
            literals -> literals.values().stream().filter(solver::isTrue).findFirst().orElseThrow())
        .map(ClauseSolver::not)
        .toArray();
  }

  private void exactlyOne(int[] literals) {
    solver.add(literals);
    for (int i = 0; i < literals.length; i++) {
      for (int j = 0; j < i; j++) {
        solver.add(ClauseSolver.not(literals[i]), ClauseSolver.not(literals[j]));
      }
    }
  }

  private static int[] numbers(SortedMap<Long, Integer> literals) {
    return literals.values().stream().mapToInt(Integer::intValue).toArray();
  }

  private static int[] with(int[] literals, int literal) {
    int[] longer = Arrays.copyOf(literals, literals.length + 1);
    longer[literals.length] = literal;
    return longer;
  }
}
