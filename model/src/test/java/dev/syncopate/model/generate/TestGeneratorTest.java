package dev.syncopate.model.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.generate.TestShape.Kind;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.LitmusWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** All tests of a shape, each once. */
class TestGeneratorTest {
  private static List<LitmusTest> tests(TestShape shape) {
    List<LitmusTest> tests = new ArrayList<>();
    new TestGenerator(shape).forEach(tests::add);
    return tests;
  }

  private static List<String> programs(TestShape shape) {
    return tests(shape).stream().map(TestGeneratorTest::program).toList();
  }

  private static String program(LitmusTest test) {
    List<String> threads = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      threads.add(
          String.join("; ", thread.instructions().stream().map(LitmusInstructionText::of).toList())
              + "@"
              + thread.gpu()
              + thread.cta());
    }
    return String.join(" | ", threads);
  }

  @Test
  void theSmallestShapeIsEveryPairWithAWrite() {
    TestShape shape = new TestShape(2, 1, 1, Set.of(), Set.of(Kind.WEAK), 1);
    assertThat(programs(shape))
        .containsExactly(
            "ld.weak r0, x@00 | st.weak x, 1@00",
            "st.weak x, 1@00 | st.weak x, 2@00",
            "ld.weak r0, x@00 | st.weak x, 1@01",
            "st.weak x, 1@00 | st.weak x, 2@01");
  }

  @Test
  void theWellKnownShapesAreAmongThoseOfTwoLoadsOrStores() {
    TestShape shape = new TestShape(2, 2, 2, Set.of(), Set.of(Kind.WEAK), 1);
    List<String> programs = programs(shape);
    assertThat(programs)
        .contains(
            "ld.weak r0, x; ld.weak r1, y@00 | st.weak y, 1; st.weak x, 1@01",
            "ld.weak r0, x; st.weak y, 1@00 | ld.weak r0, y; st.weak x, 1@01",
            "st.weak x, 1; ld.weak r0, y@00 | st.weak y, 1; ld.weak r0, x@01",
            "st.weak x, 1; st.weak y, 1@00 | st.weak y, 2; st.weak x, 2@01")
        .doesNotHaveDuplicates();
  }

  /** By orbits: every program over two threads and two locations belongs to one that is there. */
  @Test
  void everyTestIsThereUpToNamesAndOrderAndOnlyOnce() {
    TestShape shape =
        new TestShape(2, 2, 2, Set.of(LitmusScope.GPU), Set.of(Kind.RELAXED, Kind.FENCE), 2);
    Set<String> keys = new TreeSet<>();
    for (LitmusTest test : tests(shape)) {
      String key = orbit(test);
      assertThat(keys.add(key)).as(key).isTrue();
    }
    // Each access: a load or a store of x or y. One to two of them a thread; both locations shared.
    Set<String> orbits = new TreeSet<>();
    List<String> threads = new ArrayList<>();
    for (String first : List.of("Rx", "Wx", "Ry", "Wy")) {
      threads.add(first);
      for (String second : List.of("Rx", "Wx", "Ry", "Wy")) {
        threads.add(first + second);
      }
    }
    for (String a : threads) {
      for (String b : threads) {
        if (shared(a, b, "x") && shared(a, b, "y")) {
          orbits.add(orbit(a, b));
        }
      }
    }
    // In one block, in two, on two GPUs.
    assertThat(keys).hasSize(3 * orbits.size());
  }

  private static boolean shared(String a, String b, String place) {
    return a.contains(place) && b.contains(place) && (a + b).contains("W" + place);
  }

  private static String orbit(String a, String b) {
    String first = a + "|" + b;
    String second = b + "|" + a;
    return new TreeSet<>(List.of(first, second, swapped(first), swapped(second))).first();
  }

  private static String swapped(String text) {
    return text.replace('x', '?').replace('y', 'x').replace('?', 'y');
  }

  private static String orbit(LitmusTest test) {
    List<String> threads = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      StringBuilder text = new StringBuilder();
      for (LitmusInstruction instruction : thread.instructions()) {
        switch (instruction) {
          case LitmusInstruction.Load load -> text.append('R').append(load.address());
          case LitmusInstruction.Store store -> text.append('W').append(store.address());
          default -> throw new AssertionError("a fence begins or ends " + program(test));
        }
      }
      threads.add(text.toString());
    }
    LitmusThread last = test.threads().getLast();
    return orbit(threads.get(0), threads.get(1)) + "@" + last.gpu() + last.cta();
  }

  /** What verification is to meet: a plain store that a compare-and-swap must not undo. */
  @Test
  void compareAndSwapsFailBesidePlainStores() {
    TestShape shape =
        new TestShape(2, 1, 1, Set.of(LitmusScope.CTA), Set.of(Kind.WEAK, Kind.SWAP), 1);
    assertThat(programs(shape))
        .contains(
            "st.weak x, 1@00 | atom.relaxed.cta.cas r0, x, 0, 2@01",
            "st.weak x, 1@00 | atom.relaxed.cta.cas r0, x, 1, 2@01");
  }

  @Test
  void placementsDifferInWhoStandsWithWhom() {
    assertThat(ThreadPlacement.all(2, 2)).hasSize(3);
    assertThat(ThreadPlacement.all(3, 1)).hasSize(3);
    // Blocks of one GPU 4, 3+1, 2+2, 2+1+1, 1+1+1+1; of two GPUs 3 and 1: 3, 2 and 2: 3.
    assertThat(ThreadPlacement.all(4, 2)).hasSize(5 + 3 + 3);
    assertThat(ThreadPlacement.all(4, 2).getFirst().symmetries()).hasSize(24);
    assertThat(new ThreadPlacement(List.of(0, 0, 0), List.of(0, 0, 1)).symmetries()).hasSize(2);
  }

  @Test
  void everyKindOfOperationIsWrittenAndJudged() {
    TestShape shape =
        new TestShape(2, 1, 1, Set.of(LitmusScope.CTA, LitmusScope.GPU), Set.of(Kind.values()), 1);
    List<LitmusTest> tests = tests(shape);
    assertThat(new TestGenerator(shape).count()).isEqualTo(tests.size());
    Set<String> instructions = new TreeSet<>();
    for (LitmusTest test : tests) {
      assertThat(LitmusTest.read("t", LitmusWriter.text(test))).isEqualTo(test);
      assertThat(ModelAnswer.of(test, ModelCatalog.named("hrf-rsp"), 1).problem()).isNull();
      test.threads()
          .getFirst()
          .instructions()
          .forEach(i -> instructions.add(LitmusInstructionText.of(i)));
    }
    assertThat(instructions)
        .contains(
            "ld.remote.acquire.gpu r0, x",
            "st.remote.release.gpu x, 1",
            "atom.remote.acq_rel.gpu.exch r0, x, 1",
            "atom.acq_rel.cta.exch r0, x, 1",
            "red.comm.gpu.add x, 16",
            "atom.comm.gpu.add r0, x, 16",
            "atom.relaxed.cta.cas r0, x, 0, 1",
            "atom.relaxed.gpu.cas r0, x, 1, 1");
    TestShape fences =
        new TestShape(1, 3, 1, Set.of(LitmusScope.SYS), Set.of(Kind.WEAK, Kind.FENCE), 1);
    assertThat(programs(fences)).contains("st.weak x, 1; fence.sc.sys; ld.weak r0, x@00");
  }

  @Test
  void aShapeOutOfRangeIsRefused() {
    assertThatThrownBy(() -> new TestShape(5, 1, 1, Set.of(), Set.of(Kind.WEAK), 1))
        .hasMessage("found 5 threads, expected 1 to 4");
    assertThatThrownBy(() -> new TestShape(2, 1, 1, Set.of(), Set.of(Kind.WEAK), 3))
        .hasMessage("found 3 GPUs, expected 1 to 2");
    assertThatThrownBy(() -> new TestShape(2, 1, 1, Set.of(), Set.of(Kind.FENCE), 1))
        .hasMessage("a shape needs kinds of operations, and scopes for them");
  }
}
