package dev.syncopate.model.axiom.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Sequential consistency by its axioms against sequential consistency by running every interleaving
 * of random programs.
 */
class InterleavingTest {
  private static final long SEED = 16_25;
  private static final int ROUNDS = 300;

  @Test
  void theAxiomsAllowWhatInterleavingsShow() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      String text = randomTest(random);
      LitmusTest test = LitmusTest.read("random", text);
      Observables observables = Observables.all(test);
      Set<String> shown = new TreeSet<>();
      new Interleaver(test, observables).run(new State(test), shown);
      assertThat(Judged.shown(ExecutionSearch.of(test, Judged.SC, observables, 2)))
          .as("seed %d\n%s", SEED + round, text)
          .isEqualTo(shown);
    }
  }

  private static String randomTest(Random random) {
    int threads = random.nextInt(2, 4);
    StringBuilder text = new StringBuilder("PTX random { x=1; }\n");
    for (int t = 0; t < threads; t++) {
      text.append(t == 0 ? "" : "|").append("P" + t + "@cta " + t + ",gpu 0");
    }
    for (int row = 0; row < (threads == 2 ? 4 : 3); row++) {
      text.append(";\n");
      for (int t = 0; t < threads; t++) {
        text.append(t == 0 ? "" : " | ").append(instruction(random));
      }
    }
    text.append(";\n");
    for (int t = 0; t < threads; t++) {
      text.append(t == 0 ? "" : " | ").append("LC09:");
    }
    return text.append(";\nexists 0==0").toString();
  }

  private static String instruction(Random random) {
    String place = random.nextBoolean() ? "x" : "y";
    String register = "r" + random.nextInt(2);
    String value = random.nextInt(3) == 0 ? "r" + random.nextInt(2) : "" + random.nextInt(1, 3);
    return switch (random.nextInt(9)) {
      case 0, 1 -> "ld.weak " + register + "," + place;
      case 2, 3 -> "st.weak " + place + "," + value;
      case 4 -> "atom.relaxed.gpu.add " + register + "," + place + "," + value;
      case 5 -> "atom.relaxed.gpu.exch " + register + "," + place + "," + value;
      case 6 -> "atom.relaxed.gpu.cas " + register + "," + place + "," + value + ",3";
      case 7 -> "add " + register + ",r0," + value;
      default -> "beq " + register + "," + value + ",LC09";
    };
  }

  /** Threads on their way, and memory. */
  private record State(int[] pc, List<Map<String, Long>> registers, Map<String, Long> memory) {
    State(LitmusTest test) {
      this(new int[test.threads().size()], new ArrayList<>(), new TreeMap<>());
      test.threads().forEach(_ -> registers.add(new TreeMap<>()));
      test.locations()
          .forEach((name, value) -> memory.put(name, ((LitmusOperand.Constant) value).value()));
    }

    State copy() {
      List<Map<String, Long>> copies = new ArrayList<>();
      registers.forEach(map -> copies.add(new TreeMap<>(map)));
      return new State(pc.clone(), copies, new TreeMap<>(memory));
    }

    long value(int thread, LitmusOperand operand) {
      return operand instanceof LitmusOperand.Register(String name)
          ? registers.get(thread).getOrDefault(name, 0L)
          : ((LitmusOperand.Constant) operand).value();
    }
  }

  private record Interleaver(LitmusTest test, Observables observables) {
    void run(State state, Set<String> shown) {
      boolean ended = true;
      for (int t = 0; t < state.pc().length; t++) {
        if (state.pc()[t] < test.threads().get(t).instructions().size()) {
          ended = false;
          State next = state.copy();
          step(next, t, test.threads().get(t).instructions().get(state.pc()[t]));
          run(next, shown);
        }
      }
      if (ended) {
        StringJoiner text = new StringJoiner(" ");
        for (Term term : observables.terms()) {
          long value =
              term instanceof Term.Register(int thread, String name)
                  ? state.registers().get(thread).getOrDefault(name, 0L)
                  : state.memory().getOrDefault(((Term.Content) term).location(), 0L);
          text.add(Observables.name(term) + "=" + value);
        }
        shown.add(text.toString());
      }
    }

    private static void step(State state, int t, LitmusInstruction instruction) {
      Map<String, Long> registers = state.registers().get(t);
      state.pc()[t]++;
      switch (instruction) {
        case LitmusInstruction.Load i ->
            registers.put(i.target(), state.memory().getOrDefault(at(i.address()), 0L));
        case LitmusInstruction.Store i ->
            state.memory().put(at(i.address()), state.value(t, i.value()));
        case LitmusInstruction.Compute i ->
            registers.put(
                i.target(), i.arithmetic().apply(state.value(t, i.a()), state.value(t, i.b())));
        case LitmusInstruction.Branch i -> {
          if (i.comparison().holds(state.value(t, i.a()), state.value(t, i.b()))) {
            state.pc()[t] = i.target();
          }
        }
        case LitmusInstruction.Atomic i -> {
          long old = state.memory().getOrDefault(at(i.address()), 0L);
          state
              .memory()
              .put(
                  at(i.address()),
                  switch (i.update()) {
                    case Update.Combine(var arithmetic, LitmusOperand value) ->
                        arithmetic.apply(old, state.value(t, value));
                    case Update.Exchange(LitmusOperand value) -> state.value(t, value);
                    case Update.CompareAndSwap(LitmusOperand expected, LitmusOperand replacement) ->
                        old == state.value(t, expected) ? state.value(t, replacement) : old;
                  });
          if (i.target() != null) {
            registers.put(i.target(), old);
          }
        }
        default -> throw new AssertionError(instruction);
      }
    }

    private static String at(LitmusOperand address) {
      return ((LitmusOperand.Location) address).name();
    }
  }
}
