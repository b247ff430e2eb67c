package dev.syncopate.model.axiom.clause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conflict-driven search for an assignment that satisfies clauses and a theory. It has unit
 * propagation with two watched literals, a learnt clause of each conflict (first unique implication
 * point), backjumping, decisions by recent activity, restarts, and removal of inactive clauses.
 * Source: Moskewicz et al., "Chaff", DAC 2001; Eén and Sörensson, "An extensible SAT-solver", SAT
 * 2003.
 *
 * <p>Variables are numbered from 0. The literal of variable v is {@code 2 * v}, and its negation
 * {@code 2 * v + 1}. The search is deterministic.
 */
public final class ClauseSolver {
  private static final int CONFLICTS_PER_RESTART = 100;
  private static final int LEAST_CLAUSES = 4000;
  private static final double CLAUSE_DECAY = 0.999;
  private static final double LARGEST = 1e100;
  private static final byte TRUE = 1;
  private static final byte FALSE = -1;
  private static final byte UNKNOWN = 0;

  /** Conditions beyond clauses. */
  public interface Theory {
    /**
     * Looks at an assignment to which nothing can be added by propagation.
     *
     * @return literals, all false by the assignment, of which one must be true; null if there is no
     *     conflict
     */
    int @Nullable [] conflict();

    /** Whether a clause that was added tentatively must hold. */
    boolean confirms(int[] literals);
  }

  private static final class Watchers {
    private Clause[] clauses = new Clause[4];
    private int size;

    void add(Clause clause) {
      if (size == clauses.length) {
        clauses = Arrays.copyOf(clauses, 2 * size);
      }
      clauses[size++] = clause;
    }
  }

  private final Theory theory;
  private final VariableHeap heap = new VariableHeap();
  private final List<Clause> removable = new ArrayList<>();
  private int variables;

  /** By literal. */
  private byte[] values = new byte[32];

  private Watchers[] watchers = new Watchers[32];

  /** By variable. */
  private int[] levels = new int[16];

  private @Nullable Clause[] reasons = new Clause[16];
  private boolean[] phases = new boolean[16];
  private boolean[] marked = new boolean[16];

  private int[] trail = new int[16];
  private int trailSize;
  private int propagated;
  private int[] decisions = new int[16];
  private int level;

  private boolean refuted;
  private double clauseIncrement = 1;
  private int mostClauses = LEAST_CLAUSES;
  private long conflicts;

  public ClauseSolver(Theory theory) {
    this.theory = theory;
  }

  /** How many conflicts there were. */
  public long conflicts() {
    return conflicts;
  }

  /**
   * Adds a variable.
   *
   * @param phase the value that it is given first
   * @return its literal
   */
  public int variable(boolean phase) {
    int variable = variables++;
    if (variable == levels.length) {
      int size = 2 * variable;
      values = Arrays.copyOf(values, 2 * size);
      watchers = Arrays.copyOf(watchers, 2 * size);
      levels = Arrays.copyOf(levels, size);
      reasons = Arrays.copyOf(reasons, size);
      phases = Arrays.copyOf(phases, size);
      marked = Arrays.copyOf(marked, size);
      trail = Arrays.copyOf(trail, size);
      decisions = Arrays.copyOf(decisions, size);
    }
    watchers[2 * variable] = new Watchers();
    watchers[2 * variable + 1] = new Watchers();
    phases[variable] = phase;
    heap.add(variable);
    return 2 * variable;
  }

  public static int not(int literal) {
    return literal ^ 1;
  }

  /** Whether a literal is true by the current assignment. */
  public boolean isTrue(int literal) {
    return values[literal] == TRUE;
  }

  /** Whether a literal is false by the current assignment. */
  public boolean isFalse(int literal) {
    return values[literal] == FALSE;
  }

  /** Adds a clause, before the search. */
  public void add(int... clause) {
    int[] literals = Arrays.stream(clause).distinct().filter(l -> values[l] != FALSE).toArray();
    for (int literal : literals) {
      if (values[literal] == TRUE || Arrays.stream(literals).anyMatch(l -> l == not(literal))) {
        return;
      }
    }
    if (literals.length == 0) {
      refuted = true;
    } else if (literals.length == 1) {
      assign(literals[0], null);
    } else {
      attach(new Clause(literals, /* removable= */ false));
    }
  }

  /**
   * Adds a clause, before the search, of which nothing may follow before the theory confirms it.
   */
  public void addTentatively(int... literals) {
    if (Arrays.stream(literals).anyMatch(this::isTrue)) {
      return;
    }
    if (literals.length < 2
        || Arrays.stream(literals).anyMatch(literal -> values[literal] != UNKNOWN)) {
      if (theory.confirms(literals)) {
        add(literals);
      }
      return;
    }
    Clause clause = new Clause(literals, /* removable= */ false);
    clause.tentative = true;
    attach(clause);
  }

  /** Whether there is an assignment of all variables, which is the current one then. */
  public boolean solve() {
    long restart = 0;
    long budget = 0;
    while (!refuted) {
      Clause conflict = propagate();
      if (conflict != null) {
        resolve(conflict.literals);
        continue;
      }
      int[] refusal = theory.conflict();
      if (refusal != null) {
        refuse(refusal);
        continue;
      }
      if (conflicts >= budget) {
        budget = conflicts + CONFLICTS_PER_RESTART * luby(restart++);
        if (level > 0) {
          undo(0);
          continue;
        }
      }
      if (removable.size() > mostClauses) {
        forget();
      }
      int literal = next();
      if (literal < 0) {
        return true;
      }
      decisions[level++] = trailSize;
      assign(literal, null);
    }
    return false;
  }

  /** The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …. */
  static long luby(long index) {
    long size = 1;
    while (size < index + 1) {
      size = 2 * size + 1;
    }
    long rest = index;
    while (size - 1 != rest) {
      size = (size - 1) / 2;
      rest %= size;
    }
    return (size + 1) / 2;
  }

  private int next() {
    while (!heap.isEmpty()) {
      int variable = heap.take();
      if (values[2 * variable] == UNKNOWN) {
        return phases[variable] ? 2 * variable : 2 * variable + 1;
      }
    }
    return -1;
  }

  private void assign(int literal, @Nullable Clause reason) {
    int variable = literal >> 1;
    values[literal] = TRUE;
    values[literal ^ 1] = FALSE;
    levels[variable] = level;
    reasons[variable] = reason;
    trail[trailSize++] = literal;
  }

  private void attach(Clause clause) {
    watchers[clause.literals[0]].add(clause);
    watchers[clause.literals[1]].add(clause);
    if (clause.removable) {
      removable.addLast(clause);
    }
  }

  /** Assigns what follows; a clause that is false, or null. */
  private @Nullable Clause propagate() {
    while (propagated < trailSize) {
      int falseLiteral = not(trail[propagated++]);
      Watchers watching = watchers[falseLiteral];
      Clause[] clauses = watching.clauses;
      int count = 0;
      for (int i = 0; i < watching.size; i++) {
        Clause clause = clauses[i];
        if (clause.removed) {
          continue;
        }
        int[] literals = clause.literals;
        if (literals[0] == falseLiteral) {
          literals[0] = literals[1];
          literals[1] = falseLiteral;
        }
        if (values[literals[0]] != TRUE && rewatch(clause)) {
          continue;
        }
        if (clause.tentative && values[literals[0]] != TRUE) {
          clause.tentative = false;
          clause.removed = !theory.confirms(literals);
          if (clause.removed) {
            continue;
          }
        }
        clauses[count++] = clause;
        if (values[literals[0]] == FALSE) {
          int rest = watching.size - i - 1;
          System.arraycopy(clauses, i + 1, clauses, count, rest);
          shrink(watching, count + rest);
          return clause;
        }
        if (values[literals[0]] == UNKNOWN) {
          assign(literals[0], clause);
        }
      }
      shrink(watching, count);
    }
    return null;
  }

  private static void shrink(Watchers watching, int size) {
    Arrays.fill(watching.clauses, size, watching.size, null);
    watching.size = size;
  }

  /** Watches a literal that is not false in the place of the second one, if there is any. */
  private boolean rewatch(Clause clause) {
    int[] literals = clause.literals;
    for (int i = 2; i < literals.length; i++) {
      if (values[literals[i]] != FALSE) {
        int falseLiteral = literals[1];
        literals[1] = literals[i];
        literals[i] = falseLiteral;
        watchers[literals[1]].add(clause);
        return true;
      }
    }
    return false;
  }

  /** Takes a conflict of the theory as a clause. */
  private void refuse(int[] refusal) {
    int[] literals = Arrays.stream(refusal).distinct().toArray();
    int highest = 0;
    for (int literal : literals) {
      highest = Math.max(highest, levels[literal >> 1]);
    }
    undo(highest);
    if (literals.length > 1) {
      sort(literals);
      attach(new Clause(literals, /* removable= */ true));
    }
    resolve(literals);
  }

  /** Puts the two literals that were assigned last first. */
  private void sort(int[] literals) {
    for (int place = 0; place < 2; place++) {
      for (int i = place + 1; i < literals.length; i++) {
        if (levels[literals[i] >> 1] > levels[literals[place] >> 1]) {
          int literal = literals[i];
          literals[i] = literals[place];
          literals[place] = literal;
        }
      }
    }
  }

  /** Learns from a clause that is false: goes back to where the learnt clause implies something. */
  private void resolve(int[] conflict) {
    conflicts++;
    int highest = 0;
    for (int literal : conflict) {
      highest = Math.max(highest, levels[literal >> 1]);
    }
    if (highest == 0) {
      refuted = true;
      return;
    }
    undo(highest);
    int[] learnt = learnt(conflict);
    heap.decay();
    clauseIncrement /= CLAUSE_DECAY;
    if (learnt.length == 1) {
      undo(0);
      assign(learnt[0], null);
      return;
    }
    // The first literal is implied; the second is the last of the others.
    for (int i = 2; i < learnt.length; i++) {
      if (levels[learnt[i] >> 1] > levels[learnt[1] >> 1]) {
        int literal = learnt[i];
        learnt[i] = learnt[1];
        learnt[1] = literal;
      }
    }
    undo(levels[learnt[1] >> 1]);
    Clause clause = new Clause(learnt, /* removable= */ true);
    clause.activity = clauseIncrement;
    attach(clause);
    assign(learnt[0], clause);
  }

  /** The clause of the first unique implication point, which is its first literal. */
  private int[] learnt(int[] conflict) {
    int[] literals = new int[16];
    int size = 1;
    int open = 0;
    int place = trailSize;
    int[] cause = conflict;
    int implied = -1;
    List<Integer> markedVariables = new ArrayList<>();
    while (true) {
      for (int literal : cause) {
        int variable = literal >> 1;
        if (literal == implied || marked[variable] || levels[variable] == 0) {
          continue;
        }
        marked[variable] = true;
        markedVariables.addLast(variable);
        heap.bump(variable);
        if (levels[variable] == level) {
          open++;
        } else {
          if (size == literals.length) {
            literals = Arrays.copyOf(literals, 2 * size);
          }
          literals[size++] = literal;
        }
      }
      do {
        place--;
      } while (!marked[trail[place] >> 1] || levels[trail[place] >> 1] != level);
      implied = trail[place];
      open--;
      if (open == 0) {
        break;
      }
      Clause reason = reasons[implied >> 1];
      if (reason == null) {
        throw new IllegalStateException("a decision is implied");
      }
      bump(reason);
      cause = reason.literals;
    }
    literals[0] = not(implied);
    int count = 1;
    for (int i = 1; i < size; i++) {
      if (!isImplied(literals[i])) {
        literals[count++] = literals[i];
      }
    }
    for (int variable : markedVariables) {
      marked[variable] = false;
    }
    return Arrays.copyOf(literals, count);
  }

  /** Whether a literal of a learnt clause follows from others of it. */
  private boolean isImplied(int literal) {
    Clause reason = reasons[literal >> 1];
    if (reason == null) {
      return false;
    }
    for (int cause : reason.literals) {
      int variable = cause >> 1;
      if (variable != literal >> 1 && !marked[variable] && levels[variable] > 0) {
        return false;
      }
    }
    return true;
  }

  private void bump(Clause clause) {
    clause.activity += clauseIncrement;
    if (clause.activity > LARGEST) {
      for (Clause entry : removable) {
        entry.activity /= LARGEST;
      }
      clauseIncrement /= LARGEST;
    }
  }

  private void undo(int target) {
    if (level <= target) {
      return;
    }
    int start = decisions[target];
    for (int i = trailSize - 1; i >= start; i--) {
      int literal = trail[i];
      values[literal] = UNKNOWN;
      values[literal ^ 1] = UNKNOWN;
      phases[literal >> 1] = (literal & 1) == 0;
      reasons[literal >> 1] = null;
      heap.restore(literal >> 1);
    }
    trailSize = start;
    propagated = start;
    level = target;
  }

  /** Removes the less active half of what is removable, and keeps more from now on. */
  private void forget() {
    List<Clause> sorted = new ArrayList<>(removable);
    sorted.sort(Comparator.comparingDouble(clause -> clause.activity));
    for (Clause clause : sorted.subList(0, sorted.size() / 2)) {
      boolean isReason = reasons[clause.literals[0] >> 1] == clause;
      clause.removed = clause.literals.length > 2 && !isReason;
    }
    removable.removeIf(clause -> clause.removed);
    mostClauses += mostClauses / 8;
  }
}
