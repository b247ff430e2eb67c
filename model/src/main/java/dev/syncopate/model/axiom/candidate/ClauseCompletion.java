package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.clause.ClauseSolver;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Completes an execution by conflict-driven search over clauses, for models in which coherence is
 * total. {@link ClauseEncoding} says how sources, values, orders and known outcomes fit. The model
 * is a theory, as in satisfiability modulo theories: whenever nothing follows by propagation, it is
 * asked about the execution so far, and the cause of a refusal becomes a clause.
 *
 * <p>A whole execution is refused, too, once it is judged, as its outcome is known then. So the
 * search ends when no execution is left.
 */
final class ClauseCompletion implements ClauseSolver.Theory {
  /** Judges executions. */
  interface Judge extends ForcedOrders.Model {
    /** Whether values come from somewhere, and barriers complete, if all reads are matched. */
    boolean isPossible(CandidateExecution execution);

    /** Takes a whole execution; why nothing of use comes of it afterwards. */
    ConflictCause whole(CandidateExecution execution);
  }

  private final CandidateExecution start;
  private final Judge judge;
  private final ExecutionEnumeration.Visitor visitor;
  private final SharedConflicts shared;

  /** The numbers of events across skeletons. */
  private final int[] eventNumbers;

  private final ClauseSolver solver = new ClauseSolver(this);
  private final ClauseEncoding encoding;

  /** Whether clauses refuse all known outcomes, and nothing else is useless. */
  private final boolean refusesOutcomes;

  /** The execution that was judged last; the start before any was. */
  private CandidateExecution judgedLast;

  private boolean judged;

  /**
   * @param start what all executions have
   * @param shared conflicts of the test's skeletons, to which those of this one are added
   */
  ClauseCompletion(
      CandidateExecution start,
      Judge judge,
      ExecutionEnumeration.Visitor visitor,
      SharedConflicts shared) {
    this.start = start;
    this.judge = judge;
    this.visitor = visitor;
    this.shared = shared;
    this.eventNumbers = shared.numbers(start.skeleton);
    this.judgedLast = start;
    this.encoding = new ClauseEncoding(solver, start, sources());
    Set<ObservedState> outcomes = visitor.knownOutcomes();
    this.refusesOutcomes =
        outcomes != null && encoding.encodeOutcomes(visitor.places(start.skeleton));
  }

  /** Has the judge take whole executions until nothing of use comes of any other. */
  void run() {
    Set<ObservedState> outcomes = visitor.knownOutcomes();
    if (refusesOutcomes && outcomes != null) {
      outcomes.forEach(encoding::refuse);
    }
    for (List<Fact> facts : shared.among(eventNumbers)) {
      int[] literals = literals(facts);
      if (literals != null) {
        solver.addTentatively(literals);
      }
    }
    if (solver.solve()) {
      throw new IllegalStateException("a whole execution was not refused");
    }
  }

  /** By read, the writes that it may read from: without those that the model refuses at once. */
  private int[][] sources() {
    int[][] sources = new int[start.events()][];
    for (int event = 0; event < sources.length; event++) {
      int read = event;
      int givenSource = start.matching().source(read);
      sources[read] =
          givenSource == CandidateExecution.NONE
              ? Arrays.stream(start.skeleton.sources(read))
                  .filter(write -> isAllowed(new Fact(/* isOrder= */ false, write, read)))
                  .toArray()
              : new int[] {givenSource};
    }
    return sources;
  }

  /** Whether the model may allow a fact by itself; perhaps so where it did in other skeletons. */
  private boolean isAllowed(Fact fact) {
    if (shared.isAllowed(fact, eventNumbers)) {
      return true;
    }
    if (isRefused(List.of(fact))) {
      return false;
    }
    shared.allow(fact, eventNumbers);
    return true;
  }

  /** Whether the model refuses all executions with some facts. */
  private boolean isRefused(List<Fact> facts) {
    int[] sources = new int[start.events()];
    for (int event = 0; event < sources.length; event++) {
      sources[event] = start.matching().source(event);
    }
    CandidateExecution execution = start;
    for (Fact fact : facts) {
      if (!fact.isOrder()) {
        sources[fact.second()] = fact.first();
      } else if (execution.mayOrder(fact.first(), fact.second())) {
        execution = execution.ordered(fact.first(), fact.second());
      } else {
        return true;
      }
    }
    return !judge.mayAllow(execution.with(ReadMatching.of(start.skeleton, sources)));
  }

  @Override
  public boolean confirms(int[] literals) {
    return isRefused(Arrays.stream(literals).mapToObj(encoding::refusedFact).toList());
  }

  @Override
  public int @Nullable [] conflict() {
    CandidateExecution execution = execution();
    if (judged && execution == judgedLast) {
      return null;
    }
    judged = true;
    judgedLast = execution;
    ReadMatching matching = execution.matching();
    ConflictCause cause = new ConflictCause(execution, start.coherence());
    if (!matching.fits()) {
      matching.whyUnfit(cause);
      return literals(cause, execution);
    }
    if (!judge.mayAllow(execution)) {
      return refused(execution);
    }
    if (!refusesOutcomes && !visitor.isOfUse(execution)) {
      visitor.whyUseless(execution, cause);
      return literals(cause, execution);
    }
    if (!matching.isMatched()) {
      return null;
    }
    if (!judge.isPossible(execution)) {
      cause.all();
      return literals(cause, execution);
    }
    if (!isOrdered(execution)) {
      return null;
    }
    ConflictCause afterwards = judge.whole(execution);
    return refusesOutcomes && !visitor.isOfUse(execution)
        ? encoding.outcomeRefusal()
        : literals(afterwards, execution);
  }

  /** Why the model allows nothing that an execution becomes. */
  private int[] refused(CandidateExecution execution) {
    ConflictCause cause = judge.whyNot(execution);
    if (cause.size() > 0 && cause.valued().length == 0) {
      shared.add(facts(cause, execution), eventNumbers);
    }
    return literals(cause, execution);
  }

  private static boolean isOrdered(CandidateExecution execution) {
    return execution.skeleton.pairs().stream()
        .allMatch(pair -> execution.isOrdered(pair[0], pair[1]));
  }

  /** The execution of the current assignment: the one judged last if it is no other. */
  private CandidateExecution execution() {
    ExecutionSkeleton skeleton = start.skeleton;
    int[] sources = new int[skeleton.size()];
    Arrays.fill(sources, CandidateExecution.NONE);
    boolean isNewMatching = false;
    for (int read : skeleton.reads()) {
      sources[read] = encoding.currentSource(read);
      isNewMatching |= sources[read] != judgedLast.matching().source(read);
    }
    Relation order = skeleton.initialOrder();
    for (int[] pair : skeleton.pairs()) {
      int literal = encoding.order(pair[0], pair[1]);
      if (solver.isTrue(literal)) {
        order.add(pair[0], pair[1]);
      } else if (solver.isFalse(literal)) {
        order.add(pair[1], pair[0]);
      }
    }
    CandidateExecution execution =
        isNewMatching ? judgedLast.with(ReadMatching.of(skeleton, sources)) : judgedLast;
    return order.equals(judgedLast.coherence()) ? execution : execution.with(order);
  }

  private static List<Fact> facts(ConflictCause cause, CandidateExecution execution) {
    List<Fact> facts = new ArrayList<>();
    for (int read : cause.reads()) {
      facts.addLast(new Fact(/* isOrder= */ false, execution.matching().source(read), read));
    }
    int[] earlier = cause.before();
    int[] later = cause.after();
    for (int i = 0; i < earlier.length; i++) {
      facts.addLast(new Fact(/* isOrder= */ true, earlier[i], later[i]));
    }
    return facts;
  }

  /** The clause that refuses the facts of a cause. */
  private int[] literals(ConflictCause cause, CandidateExecution execution) {
    ReadMatching matching = execution.matching();
    cause.trace(encoding::encodesValue, matching);
    int[] factLiterals = facts(cause, execution).stream().mapToInt(encoding::refusal).toArray();
    int[] valued = cause.valued();
    int[] literals = Arrays.copyOf(factLiterals, factLiterals.length + valued.length);
    for (int i = 0; i < valued.length; i++) {
      int literal = encoding.value(valued[i], matching.value(valued[i]));
      literals[factLiterals.length + i] = ClauseSolver.not(literal);
    }
    return literals;
  }

  /** The clause that refuses facts; null where some fact is none of the encoding. */
  private int @Nullable [] literals(List<Fact> facts) {
    return facts.stream().allMatch(encoding::encodes)
        ? facts.stream().mapToInt(encoding::refusal).toArray()
        : null;
  }
}
