package dev.syncopate.ptx.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Strongly connected components of a directed graph, by Tarjan's algorithm: nodes that reach one
 * another. In a graph of calls they are the functions that may call themselves, directly or through
 * others.
 */
public final class StronglyConnectedComponents {
  /** A node that is on no circle. */
  public static final int NONE = -1;

  private final List<List<Integer>> edges = new ArrayList<>();
  private int[] circle = {};
  private int[] order = {};
  private int[] lowest = {};
  private int[] open = {};

  /** The way to the node that is being visited, and how many edges of each node on it are done. */
  private int[] path = {};

  private int[] nextEdge = {};
  private int openCount;
  private int visited;
  private int circles;

  /** A new node; its number. */
  public int node() {
    edges.add(new ArrayList<>(2));
    return edges.size() - 1;
  }

  /** One node leads to another. */
  public void edge(int tail, int head) {
    edges.get(tail).add(head);
  }

  /**
   * For each node the number of the component it is in, or {@link #NONE} where no way leads from
   * the node back to it.
   */
  public int[] find() {
    int nodes = edges.size();
    circle = new int[nodes];
    order = new int[nodes];
    lowest = new int[nodes];
    open = new int[nodes];
    path = new int[nodes];
    nextEdge = new int[nodes];
    Arrays.fill(circle, NONE);
    for (int node = 0; node < nodes; node++) {
      if (order[node] == 0) {
        visit(node);
      }
    }
    return circle;
  }

  /** A node of the depth-first search, without recursion: chains of calls may be long. */
  private void visit(int root) {
    int depth = 0;
    path[0] = root;
    nextEdge[0] = 0;
    begin(root);
    while (depth >= 0) {
      int node = path[depth];
      if (nextEdge[depth] < edges.get(node).size()) {
        int head = edges.get(node).get(nextEdge[depth]++);
        if (order[head] == 0) {
          path[++depth] = head;
          nextEdge[depth] = 0;
          begin(head);
        } else if (order[head] > 0) {
          lowest[node] = Math.min(lowest[node], order[head]);
        }
      } else {
        end(node);
        depth--;
        if (depth >= 0) {
          lowest[path[depth]] = Math.min(lowest[path[depth]], lowest[node]);
        }
      }
    }
  }

  private void begin(int node) {
    order[node] = ++visited;
    lowest[node] = visited;
    open[openCount++] = node;
  }

  /** A component is complete when the first of its nodes is. */
  private void end(int node) {
    if (lowest[node] != order[node]) {
      return;
    }
    boolean several = open[openCount - 1] != node;
    boolean circular = several || edges.get(node).contains(node);
    int member;
    do {
      member = open[--openCount];
      circle[member] = circular ? circles : NONE;
      order[member] = -1;
    } while (member != node);
    circles += circular ? 1 : 0;
  }
}
