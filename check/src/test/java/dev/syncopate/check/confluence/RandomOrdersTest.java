package dev.syncopate.check.confluence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.confluence.MbarrierEvent.Kind;
import dev.syncopate.check.confluence.MbarrierProgram.Life;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Certificates and the search against all interleavings of small random programs, which an
 * independent interpreter tries one by one.
 */
class RandomOrdersTest {
  private static final int PROGRAMS = 3_000;

  /** One step of a thread; of a copy the thread goes on, and the bytes come at any later time. */
  private record Step(Kind kind, int object, int count, int bytes, int parity) {}

  /** An object as the manual describes it. */
  private static final class Model {
    int phase;
    int pending;
    int bytes;
    boolean isSeen = true;

    Model(int count) {
      pending = count;
    }

    Model(Model model) {
      phase = model.phase;
      pending = model.pending;
      bytes = model.bytes;
      isSeen = model.isSeen;
    }
  }

  private final List<List<Step>> threads = new ArrayList<>();
  private int[] counts = {};

  private void generate(Random random) {
    threads.clear();
    counts = new int[1 + random.nextInt(2)];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = 1 + random.nextInt(2);
    }
    int threadCount = 2 + random.nextInt(2);
    for (int t = 0; t < threadCount; t++) {
      List<Step> steps = new ArrayList<>();
      int length = 1 + random.nextInt(threadCount == 2 ? 5 : 3);
      int[] parity = new int[counts.length];
      for (int i = 0; i < length; i++) {
        int object = random.nextInt(counts.length);
        switch (random.nextInt(8)) {
          case 0 -> {
            steps.add(new Step(Kind.ARRIVE, object, 1, 16, 0));
            steps.add(new Step(Kind.COMPLETE, object, 0, 16, 0));
          }
          case 1 -> steps.add(new Step(Kind.EXPECT, object, 0, 16, 0));
          case 2 -> steps.add(new Step(Kind.COMPLETE, object, 0, 16, 0));
          case 3, 4 -> {
            steps.add(new Step(Kind.WAIT, object, 0, 0, parity[object]));
            parity[object] ^= 1;
          }
          default -> steps.add(new Step(Kind.ARRIVE, object, 1, 0, 0));
        }
      }
      threads.add(steps);
    }
  }

  /** A run in a random order; null if it goes wrong or does not end. */
  private @Nullable MbarrierProgram run(Random random) {
    MbarrierProgram program = new MbarrierProgram();
    List<Life> lives = new ArrayList<>();
    List<Model> models = new ArrayList<>();
    int[] init = {};
    for (int i = 0; i < counts.length; i++) {
      lives.add(program.begin(0, 8L * i));
      program.add(new MbarrierEvent(Kind.INIT, i, 0, counts[i], 0, false, i, 0, 0, init));
      init = new int[] {i};
      models.add(new Model(counts[i]));
    }
    int[] next = new int[threads.size()];
    int[][] frontier = new int[threads.size()][];
    Arrays.fill(frontier, init);
    List<MbarrierEvent> flying = new ArrayList<>();
    while (true) {
      List<Integer> ready = new ArrayList<>();
      boolean left = !flying.isEmpty();
      for (int t = 0; t < next.length; t++) {
        if (next[t] < threads.get(t).size()) {
          left = true;
          Step step = threads.get(t).get(next[t]);
          Model model = models.get(step.object);
          if (step.kind != Kind.WAIT || (model.phase & 1) != step.parity) {
            ready.add(t);
          }
        }
      }
      if (!left) {
        return program;
      }
      int choices = ready.size() + flying.size();
      if (choices == 0) {
        return null;
      }
      int choice = random.nextInt(choices);
      if (choice >= ready.size()) {
        MbarrierEvent copy = flying.remove(choice - ready.size());
        int phase = models.get(copy.life).phase;
        if (wrong(models, new Step(Kind.COMPLETE, copy.life, 0, copy.bytes, 0), phase)) {
          return null;
        }
        settle(models, copy.life);
        program.add(event(Kind.COMPLETE, copy.life, phase, copy, copy.predecessors));
        lives.get(copy.life).ended = models.get(copy.life).phase;
        continue;
      }
      int t = ready.get(choice);
      Step step = threads.get(t).get(next[t]++);
      int phase = models.get(step.object).phase;
      MbarrierEvent shape =
          new MbarrierEvent(
              step.kind, step.object, 0, step.count, step.bytes, true, 10 * t, 0, t, frontier[t]);
      if (step.kind == Kind.COMPLETE) {
        flying.add(shape);
        continue;
      }
      int seenPhase = step.kind == Kind.WAIT ? phase - 1 : phase;
      if (wrong(models, step, seenPhase)) {
        return null;
      }
      if (step.kind == Kind.ARRIVE) {
        settle(models, step.object);
      }
      program.add(event(step.kind, step.object, seenPhase, shape, frontier[t]));
      lives.get(step.object).ended = models.get(step.object).phase;
      frontier[t] = new int[] {program.size() - 1};
    }
  }

  private static MbarrierEvent event(
      Kind kind, int life, int phase, MbarrierEvent shape, int[] predecessors) {
    return new MbarrierEvent(
        kind,
        life,
        phase,
        shape.count,
        shape.bytes,
        shape.parity,
        shape.pc,
        0,
        shape.thread,
        predecessors);
  }

  /** Performs a step; returns whether it goes wrong, or in another phase than it should. */
  private static boolean wrong(List<Model> models, Step step, int phase) {
    Model model = models.get(step.object);
    switch (step.kind) {
      case WAIT -> {
        model.isSeen = true;
        return model.phase - 1 != phase;
      }
      case ARRIVE -> {
        if (step.count > model.pending || !model.isSeen) {
          return true;
        }
        model.pending -= step.count;
        model.bytes += step.bytes;
      }
      case EXPECT -> {
        model.bytes += step.bytes;
        return model.phase != phase;
      }
      case COMPLETE -> {
        if (model.phase != phase) {
          return true;
        }
        model.bytes -= step.bytes;
      }
      default -> throw new IllegalStateException();
    }
    return false;
  }

  /** Ends a phase if that is due. */
  private void settle(List<Model> models, int object) {
    Model model = models.get(object);
    if (model.pending == 0 && model.bytes == 0) {
      model.phase++;
      model.pending = counts[object];
      model.isSeen = false;
    }
  }

  /** Whether some interleaving goes wrong or stops before its end. */
  private boolean someGoesWrong(MbarrierProgram program, BitSet performed, List<Model> models) {
    boolean left = false;
    boolean moved = false;
    for (int i = 0; i < program.size(); i++) {
      if (performed.get(i)) {
        continue;
      }
      left = true;
      MbarrierEvent event = program.event(i);
      boolean ready = true;
      for (int p : event.predecessors) {
        ready &= performed.get(p);
      }
      Model model = models.get(event.life);
      if (!ready || (event.kind == Kind.WAIT && (model.phase & 1) == (event.phase & 1))) {
        continue;
      }
      moved = true;
      List<Model> copy = new ArrayList<>();
      models.forEach(original -> copy.add(new Model(original)));
      BitSet extended = (BitSet) performed.clone();
      extended.set(i);
      if (event.kind != Kind.INIT) {
        Step step = new Step(event.kind, event.life, event.count, event.bytes, 0);
        if (wrong(copy, step, event.phase)) {
          return true;
        }
        if (event.kind == Kind.ARRIVE || event.kind == Kind.COMPLETE) {
          settle(copy, event.life);
        }
      }
      if (someGoesWrong(program, extended, copy)) {
        return true;
      }
    }
    return left && !moved;
  }

  @Test
  void certificatesAndSearchAgreeWithAllInterleavings() {
    long seed = 20261126;
    Random random = new Random(seed);
    int certifiedCount = 0;
    int wrongCount = 0;
    int searchedCount = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      generate(random);
      MbarrierProgram program = null;
      for (int attempt = 0; attempt < 4 && program == null; attempt++) {
        program = run(random);
      }
      if (program == null) {
        continue;
      }
      List<Model> models = new ArrayList<>();
      for (int count : counts) {
        models.add(new Model(count));
      }
      boolean wrong = someGoesWrong(program, new BitSet(), models);
      BitSet certified = PhaseCertificate.of(program);
      String text =
          "seed %d, program %d: counts %s, threads %s"
              .formatted(seed, i, Arrays.toString(counts), threads);
      if (certified.cardinality() == counts.length) {
        assertThat(wrong).as(text).isFalse();
        certifiedCount++;
        continue;
      }
      BitSet chosen = new BitSet();
      for (int e = 0; e < program.size(); e++) {
        chosen.set(e, !certified.get(program.event(e).life));
      }
      PhaseOrderSearch.Result result =
          PhaseOrderSearch.of(program, PartialOrder.of(program, chosen, certified), 1_000_000);
      assertThat(result.complete()).as(text).isTrue();
      assertThat(!result.violations().isEmpty()).as(text).isEqualTo(wrong);
      searchedCount++;
      wrongCount += wrong ? 1 : 0;
    }
    assertThat(certifiedCount).isGreaterThan(100);
    assertThat(wrongCount).isGreaterThan(100);
    assertThat(searchedCount - wrongCount).isGreaterThan(10);
  }
}
