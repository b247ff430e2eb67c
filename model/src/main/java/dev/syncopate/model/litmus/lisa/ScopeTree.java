package dev.syncopate.model.litmus.lisa;

import dev.syncopate.model.litmus.TermReader;
import dev.syncopate.model.litmus.ThreadBuilder;
import dev.syncopate.model.source.Token;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Reader of the tree of scopes, {@code (system (agent (wg 0 1) (wg 2)) (agent 3))}. Levels that the
 * tree leaves out are added: outer ones take in all, and inner ones a single thread each. Several
 * trees, {@code (wg 0 1) (agent 2)}, are parts of one system, each in a separate agent.
 */
final class ScopeTree {
  private static final List<String> LEVELS = List.of("system", "agent", "wg", "wave", "wi");

  private final TermReader words;
  private final SortedMap<Integer, ThreadBuilder> threads;

  /** By thread, its place of each level; a number that no other place of the level has. */
  private final Map<Integer, int[]> places = new HashMap<>();

  private int nextPlace;

  ScopeTree(TermReader words, SortedMap<Integer, ThreadBuilder> threads) {
    this.words = words;
    this.threads = threads;
  }

  /** Reads the tree and places the threads. */
  void read() {
    node(-1, new int[LEVELS.size()]);
    while (words.tokens().peek().is("(")) {
      node(0, new int[LEVELS.size()]);
    }
    threads.forEach((id, thread) -> {
      int[] place = places.computeIfAbsent(id, _ -> inner(0, new int[LEVELS.size()]));
      thread.place(place[2], place[1], place[3]);
    });
  }

  /**
   * Reads a node.
   *
   * @param outer level of the node around it
   * @param place numbers of the nodes around it
   */
  private void node(int outer, int[] place) {
    words.tokens().enter();
    words.tokens().expect("(");
    Token name = words.tokens().expect(Token.Kind.NAME, "a scope such as `wg`");
    int level = LEVELS.indexOf(name.text());
    if (level <= outer) {
      throw words
          .tokens()
          .source()
          .unexpected(
              name.offset(),
              name.described(),
              "one of "
                  + String.join(", ", LEVELS.subList(outer + 1, LEVELS.size()))
                  + (outer < 0 ? "" : " in `" + LEVELS.get(outer) + "`"));
    }
    int[] ownPlace = place.clone();
    for (int l = Math.max(outer + 1, 1); l <= level; l++) {
      ownPlace[l] = outer < 0 && l < level ? 0 : nextPlace++;
    }
    while (!words.tokens().accept(")")) {
      Token token = words.tokens().peek();
      if (token.is("(")) {
        node(level, ownPlace);
      } else {
        leaf(token, level, ownPlace);
      }
    }
    words.tokens().leave();
  }

  private void leaf(Token token, int level, int[] place) {
    int id = token.kind() == Token.Kind.NUMBER ? words.index("a thread") : words.thread();
    if (!threads.containsKey(id)) {
      throw words.error(token, "there is no thread P" + id);
    }
    if (places.put(id, inner(level, place)) != null) {
      throw words.error(token, "P" + id + " is placed a second time");
    }
  }

  /** A place with separate nodes below a level. */
  private int[] inner(int level, int[] place) {
    int[] ownPlace = place.clone();
    for (int l = Math.max(level + 1, 1); l < LEVELS.size(); l++) {
      ownPlace[l] = nextPlace++;
    }
    return ownPlace;
  }
}
