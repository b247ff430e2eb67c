package dev.syncopate.workload.stealing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every interleaving of an owner and some thieves on one queue, where head and tail are
 * sequentially consistent: the algorithm of {@code work_stealing.cuh}, step by step, and the orders
 * of a thief's two loads.
 */
class DequeExplorationTest {
  private static final int STOPPED = 3;

  /**
   * What one agent may do next, on a state laid out as below, or what is wrong with the outcome.
   */
  private static final class Exploration {
    private static final int HEAD = 0;
    private static final int TAIL = 1;
    private static final int TAKEN = 2;

    private final int elements;
    private final int thieves;
    private final boolean tailFirst;
    private final Set<List<Integer>> outcomes = new HashSet<>();

    /**
     * Shared words, and how often each element was taken. Then of each agent, the owner first, its
     * place and two private words (owner: tail and head; thief: head and tail as it found them).
     */
    private final int agents;

    Exploration(int elements, int thieves, boolean tailFirst) {
      this.elements = elements;
      this.thieves = thieves;
      this.tailFirst = tailFirst;
      agents = TAKEN + elements;
    }

    /** How often each element was taken, in every way that things can go. */
    Set<List<Integer>> outcomes() {
      int[] start = new int[agents + 3 * (1 + thieves)];
      start[TAIL] = elements;
      start[agents + 1] = elements;
      Set<List<Integer>> visited = new HashSet<>();
      Deque<int[]> open = new ArrayDeque<>();
      open.push(start);
      while (!open.isEmpty()) {
        int[] state = open.pop();
        if (visited.add(Arrays.stream(state).boxed().toList())) {
          expand(state, open);
        }
      }
      return outcomes;
    }

    private void expand(int[] state, Deque<int[]> open) {
      boolean stopped = true;
      for (int agent = 0; agent <= thieves; agent++) {
        int offset = agents + 3 * agent;
        if (state[offset] != STOPPED) {
          stopped = false;
          int[] next = state.clone();
          if (agent == 0) {
            owner(next, offset);
          } else {
            thief(next, offset);
          }
          open.push(next);
        }
      }
      if (stopped) {
        outcomes.add(Arrays.stream(state, TAKEN, agents).boxed().toList());
      }
    }

    private void owner(int[] s, int offset) {
      switch (s[offset]) {
        case 0 -> {
          if (s[offset + 1] == 0) {
            s[offset] = STOPPED;
          } else {
            s[TAIL] = --s[offset + 1];
            s[offset] = 1;
          }
        }
        case 1 -> {
          s[offset + 2] = s[HEAD];
          boolean sure = s[offset + 1] > s[offset + 2];
          if (sure) {
            s[TAKEN + s[offset + 1]]++;
          }
          s[offset] = sure ? 0 : s[offset + 1] == s[offset + 2] ? 2 : STOPPED;
        }
        default -> s[offset] = swap(s, s[offset + 1]) ? 0 : STOPPED;
      }
    }

    private void thief(int[] s, int offset) {
      switch (s[offset]) {
        case 0 -> {
          load(s, offset, tailFirst);
          s[offset] = 1;
        }
        case 1 -> {
          load(s, offset, !tailFirst);
          s[offset] = s[offset + 2] <= s[offset + 1] ? STOPPED : 2;
        }
        default -> {
          swap(s, s[offset + 1]);
          s[offset] = 0;
        }
      }
    }

    private static void load(int[] s, int offset, boolean tail) {
      if (tail) {
        s[offset + 2] = s[TAIL];
      } else {
        s[offset + 1] = s[HEAD];
      }
    }

    private static boolean swap(int[] s, int expected) {
      if (s[HEAD] != expected) {
        return false;
      }
      s[HEAD]++;
      s[TAKEN + expected]++;
      return true;
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 2", "3, 2", "4, 2", "5, 1", "3, 3"})
  void everyElementIsTakenOnceWhateverTheInterleaving(int elements, int thieves) {
    assertThat(new Exploration(elements, thieves, false).outcomes())
        .containsExactly(Collections.nCopies(elements, 1));
  }

  /** As rsp's fig. 6 does; the thief sleeps between its loads until the owner has taken both. */
  @Test
  void loadingTheTailFirstTakesAnElementTwice() {
    assertThat(new Exploration(2, 1, true).outcomes())
        .containsExactlyInAnyOrder(List.of(1, 1), List.of(1, 2));
    assertThat(new Exploration(1, 3, true).outcomes()).containsExactly(List.of(1));
  }
}
