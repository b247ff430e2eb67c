package dev.syncopate.model.progress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Search for an infinite run that a scheduler may choose. The run stays in a strongly connected set
 * of states (Tarjan's algorithm). Such a set is fair if each guaranteed agent steps inside it, or
 * cannot step in one of its states. Under strong fairness no step may lead out of the set. Which
 * units have started and ended never changes inside a set.
 */
public final class FairCycleSearch {
  private static final int NONE = -1;

  private final StepGraph graph;
  private final ProgressUnits units;
  private final Fairness fairness;

  /** By node: its state, and which units had started, as an index into {@link #starts}. */
  private final NumberList states = new NumberList();

  private final NumberList started = new NumberList();
  private final List<Long> starts = new ArrayList<>();
  private final Map<Long, Integer> startNumbers = new HashMap<>();
  private final Map<Long, Integer> nodes = new HashMap<>();

  /** By node: the edge by which it was first reached. */
  private final NumberList reached = new NumberList();

  /** By node: where its edges begin; the last one is how many there are. */
  private final NumberList begins = new NumberList();

  private final NumberList sources = new NumberList();
  private final NumberList targets = new NumberList();
  private final NumberList agents = new NumberList();

  private int[] component = {};

  private FairCycleSearch(StepGraph graph, ProgressUnits units, Fairness fairness) {
    this.graph = graph;
    this.units = units;
    this.fairness = fairness;
  }

  /** The run whose round is reached in the fewest steps, or null where every run ends. */
  public static @Nullable Lasso find(StepGraph graph, ProgressUnits units, Fairness fairness) {
    FairCycleSearch search = new FairCycleSearch(graph, units, fairness);
    search.expand();
    int[] members = search.firstFair();
    return members.length == 0 ? null : search.lasso(members);
  }

  // ---- the graph of states and started units ----

  private void expand() {
    node(0, 0, NONE);
    for (int next = 0; next < states.size(); next++) {
      int source = next;
      begins.add(targets.size());
      long sourceStarts = starts.get(started.get(source));
      graph.steps(
          states.get(source),
          (target, agent) -> {
            int unit = graph.unit(agent);
            boolean starts = unit != StepGraph.HARDWARE && fairness.countsStarts();
            int edge = targets.size();
            sources.add(source);
            agents.add(agent);
            targets.add(node(target, starts ? sourceStarts | 1L << unit : sourceStarts, edge));
          });
    }
    begins.add(targets.size());
  }

  private int node(int state, long startedUnits, int edge) {
    int startNumber = startNumbers.computeIfAbsent(startedUnits, _ -> starts.size());
    if (startNumber == starts.size()) {
      starts.add(startedUnits);
    }
    long key = (long) startNumber << Integer.SIZE | state;
    Integer existing = nodes.get(key);
    if (existing != null) {
      return existing;
    }
    int created = states.size();
    nodes.put(key, created);
    states.add(state);
    started.add(startNumber);
    reached.add(edge);
    return created;
  }

  // ---- strongly connected sets ----

  /** The fair set with the node of the lowest number; empty where there is none. */
  private int[] firstFair() {
    int count = states.size();
    int[] number = new int[count];
    int[] low = new int[count];
    component = new int[count];
    Arrays.fill(number, NONE);
    Arrays.fill(component, NONE);
    NumberList stack = new NumberList();
    NumberList path = new NumberList();
    int[] nextEdge = new int[count];
    int[] best = {};
    int numbered = 0;
    // Every node is reached from the first one.
    path.add(0);
    while (!path.isEmpty()) {
      int node = path.last();
      if (number[node] == NONE) {
        number[node] = numbered;
        low[node] = numbered++;
        nextEdge[node] = begins.get(node);
        stack.add(node);
      }
      if (nextEdge[node] < begins.get(node + 1)) {
        int target = targets.get(nextEdge[node]++);
        if (number[target] == NONE) {
          path.add(target);
        } else if (component[target] == NONE) {
          low[node] = Math.min(low[node], number[target]);
        }
        continue;
      }
      path.removeLast();
      if (!path.isEmpty()) {
        low[path.last()] = Math.min(low[path.last()], low[node]);
      }
      if (low[node] == number[node]) {
        int[] members = stack.removeDownTo(node);
        for (int member : members) {
          component[member] = node;
        }
        Arrays.sort(members);
        if ((best.length == 0 || members[0] < best[0]) && isFair(members, node)) {
          best = members;
        }
      }
    }
    return best;
  }

  private boolean isFair(int[] members, int root) {
    if (members.length == 1 && !repeats(members[0])) {
      return false;
    }
    BitSet stepping = new BitSet();
    int[] enabled = new int[graph.agents()];
    boolean leaves = false;
    for (int member : members) {
      BitSet enabledHere = new BitSet();
      for (int edge = begins.get(member); edge < begins.get(member + 1); edge++) {
        enabledHere.set(agents.get(edge));
        if (isInside(edge, root)) {
          stepping.set(agents.get(edge));
        } else {
          leaves = true;
        }
      }
      enabledHere.stream().forEach(agent -> enabled[agent]++);
    }
    if (stepping.isEmpty() || fairness == Fairness.STRONG) {
      return !stepping.isEmpty() && !leaves;
    }
    long starved = 0;
    long steppingUnits = 0;
    for (int agent = 0; agent < enabled.length; agent++) {
      boolean isStarved = enabled[agent] == members.length && !stepping.get(agent);
      int unit = graph.unit(agent);
      if (unit == StepGraph.HARDWARE) {
        if (isStarved) {
          return false;
        }
        continue;
      }
      starved |= isStarved ? 1L << unit : 0;
      steppingUnits |= stepping.get(agent) ? 1L << unit : 0;
    }
    return units.mayStarve(
        fairness, starved, steppingUnits, started(members[0]), ended(members[0]));
  }

  /** Whether some step of a node leads to the node itself. */
  private boolean repeats(int node) {
    for (int edge = begins.get(node); edge < begins.get(node + 1); edge++) {
      if (targets.get(edge) == node) {
        return true;
      }
    }
    return false;
  }

  private long started(int node) {
    return starts.get(started.get(node));
  }

  private long ended(int node) {
    return graph.ended(states.get(node));
  }

  private boolean isInside(int edge, int root) {
    return component[targets.get(edge)] == root;
  }

  // ---- the run ----

  private Lasso lasso(int[] members) {
    int first = members[0];
    int root = component[first];
    List<Lasso.Step> prefix = new ArrayList<>();
    for (int node = first; reached.get(node) != NONE; node = sources.get(reached.get(node))) {
      prefix.add(step(reached.get(node)));
    }
    Collections.reverse(prefix);
    List<Integer> round = new ArrayList<>();
    for (int agent : mustAppear(members)) {
      if (!appears(round, first, agent)) {
        walk(
            round, first, root, node -> !isEnabled(node, agent), edge -> agents.get(edge) == agent);
      }
    }
    if (round.isEmpty()) {
      walk(round, first, root, _ -> false, _ -> true);
    }
    if (targets.get(round.getLast()) != first) {
      walk(round, first, root, node -> node == first, _ -> false);
    }
    return new Lasso(prefix, round.stream().map(this::step).toList());
  }

  private Lasso.Step step(int edge) {
    return new Lasso.Step(
        states.get(sources.get(edge)), agents.get(edge), states.get(targets.get(edge)));
  }

  /** The agents that a round must let step, or must come to where they cannot. */
  private List<Integer> mustAppear(int[] members) {
    long guaranteed = units.guaranteed(fairness, started(members[0]), ended(members[0]));
    List<Integer> agentList = new ArrayList<>();
    for (int agent = 0; agent < graph.agents(); agent++) {
      int unit = graph.unit(agent);
      if (unit == StepGraph.HARDWARE || (guaranteed >>> unit & 1) != 0) {
        agentList.add(agent);
      }
    }
    return agentList;
  }

  private boolean isEnabled(int node, int agent) {
    for (int edge = begins.get(node); edge < begins.get(node + 1); edge++) {
      if (agents.get(edge) == agent) {
        return true;
      }
    }
    return false;
  }

  /** Whether a way lets an agent step, or comes to where it cannot. */
  private boolean appears(List<Integer> round, int first, int agent) {
    return !isEnabled(first, agent)
        || round.stream()
            .anyMatch(edge -> agents.get(edge) == agent || !isEnabled(targets.get(edge), agent));
  }

  /** Goes on, inside a set, by the fewest steps to a node or by a step that is wanted. */
  private void walk(
      List<Integer> round, int first, int root, IntPredicate goal, IntPredicate goalEdge) {
    int start = round.isEmpty() ? first : targets.get(round.getLast());
    Map<Integer, Integer> edgeTo = new HashMap<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      int node = open.removeFirst();
      for (int edge = begins.get(node); edge < begins.get(node + 1); edge++) {
        int target = targets.get(edge);
        if (!isInside(edge, root)) {
          continue;
        }
        if (goalEdge.test(edge) || goal.test(target)) {
          Deque<Integer> way = new ArrayDeque<>(List.of(edge));
          for (int at = node; at != start; at = sources.get(way.getFirst())) {
            way.addFirst(Objects.requireNonNull(edgeTo.get(at)));
          }
          round.addAll(way);
          return;
        }
        if (target != start && edgeTo.putIfAbsent(target, edge) == null) {
          open.add(target);
        }
      }
    }
    throw new IllegalStateException("a strongly connected set is none");
  }

  /** Numbers in a row that grows; also a stack. */
  private static final class NumberList {
    private int[] elements = new int[64];
    private int size;

    boolean isEmpty() {
      return size == 0;
    }

    int size() {
      return size;
    }

    int get(int index) {
      return elements[index];
    }

    void add(int element) {
      if (size == elements.length) {
        elements = Arrays.copyOf(elements, 2 * size);
      }
      elements[size++] = element;
    }

    int last() {
      return elements[size - 1];
    }

    void removeLast() {
      size--;
    }

    /** Takes off all elements down to one, which is among them. */
    int[] removeDownTo(int last) {
      int end = size;
      do {
        size--;
      } while (elements[size] != last);
      return Arrays.copyOfRange(elements, size, end);
    }
  }
}
