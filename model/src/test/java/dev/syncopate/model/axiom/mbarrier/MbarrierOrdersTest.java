package dev.syncopate.model.axiom.mbarrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.axiom.mbarrier.MbarrierOperation.Kind;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Orders of operations on an mbarrier, and who is in which phase. */
class MbarrierOrdersTest {
  private static final long SEED = 64_16;
  private static final int ROUNDS = 400;
  private static final List<Kind> KINDS = List.of(Kind.values());

  @Test
  void ofAllPermutationsThosePossibleAreFound() {
    int withPhases = 0;
    int faulty = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      int size = random.nextInt(1, 6);
      List<MbarrierOperation> operations = new ArrayList<>();
      for (int event = 0; event < size; event++) {
        operations.add(operation(event, random));
      }
      Relation precedence = new Relation(size);
      for (int a = 0; a < size; a++) {
        for (int b = a + 1; b < size; b++) {
          if (a % 2 == b % 2) {
            precedence.add(a, b); // two threads
          }
        }
      }
      long count = random.nextInt(4) == 0 ? 0 : random.nextInt(1, 3);
      Set<String> foundRuns = new TreeSet<>();
      for (MbarrierHistory history :
          MbarrierOrders.of(List.of(operations), List.of(count), precedence, size)) {
        foundRuns.add(history.phases() + " " + history.faults());
        withPhases += history.phases().isEmpty() ? 0 : 1;
        faulty += history.faults().isEmpty() ? 0 : 1;
      }
      Set<String> expected = new TreeSet<>();
      permute(operations, precedence, count, new ArrayList<>(), expected);
      assertThat(foundRuns)
          .as("seed %d: %s of %d", SEED + round, operations, count)
          .isEqualTo(expected);
    }
    assertThat(withPhases).isGreaterThan(ROUNDS / 8);
    assertThat(faulty).isGreaterThan(ROUNDS / 4);
  }

  private static MbarrierOperation operation(int event, Random random) {
    Kind kind =
        random.nextInt(4) == 0
            ? KINDS.get(random.nextInt(KINDS.size()))
            : random.nextInt(3) == 0 ? Kind.WAIT_TRUE : Kind.ARRIVE;
    int number =
        kind == Kind.WAIT_TRUE || kind == Kind.WAIT_FALSE
            ? random.nextInt(2)
            : kind == Kind.EXPECT || kind == Kind.COMPLETE || kind == Kind.ARRIVE_EXPECTING
                ? 16
                : 1;
    return new MbarrierOperation(event, kind, number);
  }

  /** Every permutation by the letter of the manual, one after the other. */
  private static void permute(
      List<MbarrierOperation> operations,
      Relation precedence,
      long count,
      List<MbarrierOperation> prefix,
      Set<String> expected) {
    if (!prefix.isEmpty() || operations.isEmpty()) {
      String run = run(prefix, count, operations.size());
      if (run == null) {
        return;
      }
      if (run.endsWith("!") || prefix.size() == operations.size()) {
        expected.add(run.replace("!", ""));
        return;
      }
    }
    for (MbarrierOperation next : operations) {
      if (!prefix.contains(next)
          && operations.stream()
              .noneMatch(candidate ->
                  !prefix.contains(candidate)
                      && precedence.contains(candidate.event(), next.event()))) {
        prefix.addLast(next);
        permute(operations, precedence, count, prefix, expected);
        prefix.removeLast();
      }
    }
  }

  /** Phases and faults of one order; null where it cannot be; with `!` where it ends in a fault. */
  private static @Nullable String run(List<MbarrierOperation> order, long count, int events) {
    Relation phases = new Relation(events);
    List<Integer> previous = new ArrayList<>();
    List<Integer> current = new ArrayList<>();
    boolean live = count > 0;
    long expected = count;
    long pending = count;
    long bytes = 0;
    int parity = 0;
    boolean endSeen = true;
    for (MbarrierOperation next : order) {
      MbarrierFault fault = null;
      boolean completes = false;
      if (next.kind() == Kind.INIT) {
        if (live) {
          fault = MbarrierFault.REINITIALISED;
        }
        live = true;
        expected = next.number();
        pending = expected;
        bytes = 0;
        parity = 0;
        endSeen = true;
        previous.clear();
        current.clear();
      } else if (!live) {
        fault = MbarrierFault.NOT_LIVE;
      } else {
        switch (next.kind()) {
          case INVAL -> live = false;
          case WAIT_TRUE -> {
            if (parity == next.number()) {
              return null;
            }
            endSeen = true;
            previous.forEach(member -> phases.add(member, next.event()));
          }
          case WAIT_FALSE -> {
            if (parity != next.number()) {
              return null;
            }
          }
          case EXPECT -> bytes += next.number();
          case COMPLETE -> {
            bytes -= next.number();
            completes = true;
            current.add(next.event());
          }
          default -> {
            long arriving = next.kind() == Kind.ARRIVE_EXPECTING ? 1 : next.number();
            bytes += next.kind() == Kind.ARRIVE_EXPECTING ? next.number() : 0;
            expected -= next.kind() == Kind.DROP ? next.number() : 0;
            fault =
                !endSeen
                    ? MbarrierFault.UNSEEN_PHASE
                    : arriving > pending
                        ? MbarrierFault.OVER_ARRIVAL
                        : expected < 1 ? MbarrierFault.OUT_OF_RANGE : null;
            pending -= arriving;
            completes = true;
            current.add(next.event());
          }
        }
      }
      if (fault != null) {
        return "%s {%s={%d}}!".formatted(phases, fault, next.event());
      }
      if (completes && pending == 0 && bytes == 0) {
        parity ^= 1;
        pending = expected;
        endSeen = false;
        previous.clear();
        previous.addAll(current);
        current.clear();
      }
    }
    return phases + " {}";
  }

  @Test
  void tooManyOrdersAreRefused() {
    List<MbarrierOperation> operations = new ArrayList<>();
    for (int event = 0; event < 9; event++) {
      operations.add(new MbarrierOperation(event, Kind.ARRIVE, 1));
    }
    assertThatThrownBy(
            () -> MbarrierOrders.of(List.of(operations), List.of(9L), new Relation(9), 9))
        .isInstanceOf(TooManyOrdersException.class)
        .hasMessageContaining("in more than");
  }
}
