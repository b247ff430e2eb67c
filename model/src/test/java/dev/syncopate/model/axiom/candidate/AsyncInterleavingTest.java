package dev.syncopate.model.axiom.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random programs in which a tile goes from one access to the next, by both proxies and several
 * threads, with fences, waits and releases that may be missing. A program of which the model finds
 * nothing racy or undefined has the outcomes of a machine that does one step at a time, and reads
 * and writes of copies at any time between their issue and their completion.
 */
class AsyncInterleavingTest {
  private static final long SEED = 90_08;
  private static final int ROUNDS = 500;

  @Test
  void aProgramWithoutRacesHasTheOutcomesOfInterleavings() {
    CatModel model = ModelCatalog.named("ptx-9-async");
    List<CatModel> readings =
        ModelCatalog.asynchronous().stream().skip(1).map(ModelCatalog::named).toList();
    int defined = 0;
    int undefined = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Program program = new Program(new Random(SEED + round));
      LitmusTest test = LitmusTest.read("random", program.text());
      Observables observables = Observables.all(test);
      AllowedOutcomes findings = ExecutionSearch.of(test, model, observables, 2);
      if (findings.flags().isEmpty()) {
        defined++;
        assertThat(Judged.shown(findings))
            .as("seed %d\n%s", SEED + round, program.text())
            .isEqualTo(new Machine(program.threads).outcomes(observables));
      } else {
        undefined++;
      }
      for (CatModel reading : readings) {
        AllowedOutcomes weaker = ExecutionSearch.of(test, reading, observables, 2);
        assertThat(Judged.shown(weaker))
            .as("%s, seed %d\n%s", reading.name(), SEED + round, program.text())
            .containsAll(Judged.shown(findings));
        assertThat(weaker.flags().keySet()).containsAll(findings.flags().keySet());
      }
    }
    assertThat(defined).as("programs without races").isGreaterThan(ROUNDS / 10);
    assertThat(undefined).as("other programs").isGreaterThan(ROUNDS / 10);
  }

  private enum Kind {
    STORE,
    LOAD,
    BULK_LOAD,
    BULK_STORE,
    EXPECT,
    ARRIVE,
    WAIT,
    WAIT_GROUP,
    WAIT_GROUP_READ,
    FENCE
  }

  /** An instruction with the location that it reads or writes first, another one, and a number. */
  private record Op(Kind kind, String a, String b, int number) {}

  /** A tile and who accesses it. */
  private static final class Program {
    final List<List<Op>> threads = List.of(new ArrayList<>(), new ArrayList<>());
    private final StringBuilder declarations = new StringBuilder("shared x;");
    private final Random random;

    Program(Random random) {
      this.random = random;
      int accesses = random.nextInt(2, 4);
      int thread = random.nextInt(2);
      for (int i = 0; i < accesses; i++) {
        access(threads.get(thread), i);
        int next = random.nextInt(2);
        if (i + 1 < accesses && next != thread) {
          handOver(threads.get(thread), threads.get(next), "b" + i);
        }
        thread = next;
      }
    }

    private boolean mostly() {
      return random.nextInt(8) > 0;
    }

    private void access(List<Op> ops, int i) {
      if (random.nextBoolean()) {
        ops.add(new Op(Kind.FENCE, "", "", 0));
      }
      switch (random.nextInt(4)) {
        case 0 -> ops.add(new Op(Kind.STORE, "x", "", i + 1));
        case 1 -> ops.add(new Op(Kind.LOAD, "x", "r" + i, 0));
        case 2 -> {
          declarations.append(" mbarrier m%d=1; g%d=%d;".formatted(i, i, 10 + i));
          ops.add(new Op(Kind.EXPECT, "m" + i, "", 16));
          ops.add(new Op(Kind.BULK_LOAD, "x", "g" + i, i));
          if (mostly()) {
            ops.add(new Op(Kind.WAIT, "m" + i, "", 0));
          }
        }
        default -> {
          ops.add(new Op(Kind.BULK_STORE, "h" + i, "x", 0));
          if (mostly()) {
            ops.add(
                new Op(random.nextBoolean() ? Kind.WAIT_GROUP : Kind.WAIT_GROUP_READ, "", "", 0));
          }
        }
      }
      if (random.nextBoolean()) {
        ops.add(new Op(Kind.FENCE, "", "", 0));
      }
    }

    private void handOver(List<Op> releasing, List<Op> acquiring, String mbarrier) {
      if (mostly()) {
        declarations.append(" mbarrier %s=1;".formatted(mbarrier));
        releasing.add(new Op(Kind.ARRIVE, mbarrier, "", 1));
        acquiring.add(new Op(Kind.WAIT, mbarrier, "", 0));
      }
    }

    String text() {
      List<List<String>> columns = threads.stream().map(Program::column).toList();
      StringBuilder text = new StringBuilder("PTX random { " + declarations + " }\n");
      text.append("P0@cta 0,gpu 0 | P1@cta 0,gpu 0");
      int rows = Math.max(columns.get(0).size(), columns.get(1).size());
      for (int row = 0; row < rows; row++) {
        text.append(";\n");
        for (int t = 0; t < 2; t++) {
          List<String> column = columns.get(t);
          text.append(t == 0 ? "" : " | ").append(row < column.size() ? column.get(row) : "");
        }
      }
      return text.append(";\nexists 0==0").toString();
    }

    private static List<String> column(List<Op> ops) {
      List<String> rows = new ArrayList<>();
      for (Op op : ops) {
        switch (op.kind()) {
          case STORE -> rows.add("st.weak %s, %d".formatted(op.a(), op.number()));
          case LOAD -> rows.add("ld.weak %s, %s".formatted(op.b(), op.a()));
          case BULK_LOAD ->
              rows.add(
                  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes %s, %s, 16, m%d"
                      .formatted(op.a(), op.b(), op.number()));
          case BULK_STORE -> {
            rows.add(
                "cp.async.bulk.global.shared::cta.bulk_group %s, %s, 16".formatted(op.a(), op.b()));
            rows.add("cp.async.bulk.commit_group");
          }
          case EXPECT -> rows.add("mbarrier.arrive.expect_tx _, %s, 16".formatted(op.a()));
          case ARRIVE -> rows.add("mbarrier.arrive _, " + op.a());
          case WAIT -> {
            String label = "LC%02d".formatted(rows.size());
            rows.add(label + ":");
            rows.add("mbarrier.try_wait.parity r9, %s, 0".formatted(op.a()));
            rows.add("beq r9, 0, " + label);
          }
          case WAIT_GROUP -> rows.add("cp.async.bulk.wait_group 0");
          case WAIT_GROUP_READ -> rows.add("cp.async.bulk.wait_group.read 0");
          case FENCE -> rows.add("fence.proxy.async.shared::cta");
        }
      }
      return rows;
    }
  }

  /**
   * A copy on its way.
   *
   * @param value what was read; null before
   */
  private record Copy(int thread, Op op, @Nullable Long value) {
    String source() {
      return op.b();
    }
  }

  /** Threads, registers, memory, copies; of each mbarrier what it still needs. */
  private record State(
      List<Integer> pc,
      Map<String, Long> registers,
      Map<String, Long> memory,
      List<Copy> copies,
      Map<String, List<Integer>> mbarriers) {
    State copy() {
      Map<String, List<Integer>> needed = new TreeMap<>();
      mbarriers.forEach((name, counts) -> needed.put(name, new ArrayList<>(counts)));
      return new State(
          new ArrayList<>(pc),
          new TreeMap<>(registers),
          new TreeMap<>(memory),
          new ArrayList<>(copies),
          needed);
    }

    /** Arrivals and bytes that are still needed. */
    List<Integer> needs(String mbarrier) {
      return mbarriers.computeIfAbsent(mbarrier, unseen -> new ArrayList<>(List.of(1, 0)));
    }
  }

  /** Runs a program in every order of its steps. */
  private record Machine(List<List<Op>> threads) {
    Set<String> outcomes(Observables observables) {
      Set<String> outcomes = new TreeSet<>();
      Set<State> visited = new HashSet<>();
      Deque<State> open = new ArrayDeque<>();
      Map<String, Long> memory = new TreeMap<>();
      for (int i = 0; i < 4; i++) {
        memory.put("g" + i, 10L + i);
      }
      open.push(
          new State(List.of(0, 0), new TreeMap<>(), memory, new ArrayList<>(), new TreeMap<>()));
      while (!open.isEmpty()) {
        State state = open.pop();
        if (visited.add(state)) {
          boolean ended = state.copies().isEmpty();
          for (int t = 0; t < 2; t++) {
            ended &= state.pc().get(t) == threads.get(t).size();
            if (state.pc().get(t) < threads.get(t).size()) {
              step(state.copy(), t, open);
            }
          }
          for (int c = 0; c < state.copies().size(); c++) {
            advance(state.copy(), c, open);
          }
          if (ended) {
            outcomes.add(shown(state, observables));
          }
        }
      }
      return outcomes;
    }

    private void step(State next, int t, Deque<State> open) {
      Op op = threads.get(t).get(next.pc().get(t));
      next.pc().set(t, next.pc().get(t) + 1);
      boolean goesOn =
          switch (op.kind()) {
            case STORE -> {
              next.memory().put(op.a(), (long) op.number());
              yield true;
            }
            case LOAD -> {
              next.registers()
                  .put("P%d:%s".formatted(t, op.b()), next.memory().getOrDefault(op.a(), 0L));
              yield true;
            }
            case BULK_LOAD, BULK_STORE -> next.copies().add(new Copy(t, op, null));
            case EXPECT -> {
              List<Integer> needs = next.needs(op.a());
              needs.set(0, needs.get(0) - 1);
              needs.set(1, needs.get(1) + op.number());
              yield true;
            }
            case ARRIVE -> {
              List<Integer> needs = next.needs(op.a());
              needs.set(0, needs.get(0) - 1);
              yield true;
            }
            case WAIT -> {
              next.registers().put("P%d:r9".formatted(t), 1L);
              yield next.needs(op.a()).equals(List.of(0, 0));
            }
            case WAIT_GROUP -> next.copies().stream().noneMatch(copy -> isGrouped(copy, t));
            case WAIT_GROUP_READ ->
                next.copies().stream()
                    .noneMatch(copy -> isGrouped(copy, t) && copy.value() == null);
            case FENCE -> true;
          };
      if (goesOn) {
        open.push(next);
      }
    }

    private static boolean isGrouped(Copy copy, int thread) {
      return copy.thread() == thread && copy.op().kind() == Kind.BULK_STORE;
    }

    private static void advance(State next, int c, Deque<State> open) {
      Copy copy = next.copies().remove(c);
      Long carried = copy.value();
      if (carried == null) {
        long value = next.memory().getOrDefault(copy.source(), 0L);
        next.copies().add(new Copy(copy.thread(), copy.op(), value));
      } else {
        next.memory().put(copy.op().a(), carried);
        if (copy.op().kind() == Kind.BULK_LOAD) {
          List<Integer> needs = next.needs("m" + copy.op().number());
          needs.set(1, needs.get(1) - 16);
        }
      }
      open.push(next);
    }

    private static String shown(State state, Observables observables) {
      StringJoiner text = new StringJoiner(" ");
      for (Term term : observables.terms()) {
        long value =
            term instanceof Term.Register(int thread, String name)
                ? state.registers().getOrDefault("P%d:%s".formatted(thread, name), 0L)
                : state.memory().getOrDefault(((Term.Content) term).location(), 0L);
        text.add(Observables.name(term) + "=" + value);
      }
      return text.toString();
    }
  }
}
