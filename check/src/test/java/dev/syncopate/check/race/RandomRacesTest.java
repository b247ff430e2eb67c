package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.observer.JointObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random programs of four threads: what is found beside what the model's definitions say. */
class RandomRacesTest {
  private static final int PROGRAMS = 600;

  @Test
  void findsWhatTheDefinitionsSay() {
    int racy = 0;
    int all = 0;
    int missed = 0;
    int beyond = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      String program = program(new Random(seed));
      RaceDetector detector = new RaceDetector(8, false);
      ReferenceRaces reference = new ReferenceRaces();
      run(program, detector, reference);
      SortedSet<String> expected = reference.pairs();
      TreeSet<String> found = new TreeSet<>();
      for (Race race : detector.races()) {
        int a = race.earlier().pc();
        int b = race.later().pc();
        found.add(Math.min(a, b) + "-" + Math.max(a, b));
      }
      if (expected.isEmpty()) {
        assertThat(found).as("seed %d has no race:\n%s", seed, program).isEmpty();
      } else {
        missed += found.isEmpty() ? 1 : 0;
      }
      found.removeAll(expected);
      beyond += found.size();
      all += expected.size();
      racy += expected.isEmpty() ? 0 : 1;
    }
    assertThat(racy).as("racy programs of %d", PROGRAMS).isBetween(PROGRAMS / 4, 3 * PROGRAMS / 4);
    // A read-modify-write stands for those before it, though it may not have read them.
    assertThat(missed).as("racy programs in which nothing was found").isLessThan(racy / 40);
    // In a program that races, an access may be taken to be unordered that an earlier race hides.
    assertThat(beyond).as("pairs found, beside %d that there are", all).isLessThan(all / 50);
  }

  private static void run(String program, Observer one, Observer other) {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
    device.observe(new JointObserver(List.of(one, other)));
    device
        .load("random.ptx", program)
        .kernel("k")
        .launch(LaunchShape.of(2, 64), device.allocate("data", 4096));
  }

  /** Lane 0 of each of two warps of two CTAs does a few random things, in phases. */
  private static String program(Random random) {
    StringBuilder text =
        new StringBuilder(
            """
            .version 8.4
            .target sm_80
            .address_size 64
            .visible .entry k(.param .u64 data) {
              .reg .pred %p<4>;
              .reg .b32 %r<8>;
              .reg .b64 %rd<4>;
              ld.param.u64 %rd1, [data];
              mov.u32 %r1, %ctaid.x;
              mov.u32 %r2, %tid.x;
              shl.b32 %r3, %r1, 6;
              add.u32 %r3, %r3, %r2;
            """);
    int value = 1;
    int phases = 1 + random.nextInt(2);
    for (int phase = 0; phase < phases; phase++) {
      for (int thread = 0; thread < 4; thread++) {
        String label = "L" + phase + "_" + thread;
        text.append("  setp.ne.u32 %p1, %r3, ").append(32 * thread).append(";\n");
        text.append("  @%p1 bra ").append(label).append(";\n");
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
          text.append("  ").append(operation(random, value++)).append('\n');
        }
        text.append(label).append(":\n");
      }
      if (phase + 1 < phases) {
        text.append("  bar.sync 0;\n");
      }
    }
    // What exchanges have read is used, or they would not read.
    text.append(
        """
          mul.wide.u32 %rd2, %r3, 4;
          add.u64 %rd2, %rd1, %rd2;
          st.global.u32 [%rd2+2048], %r7;
          ret;
        }
        """);
    return text.toString();
  }

  private static String operation(Random random, int value) {
    String scope = random.nextInt(30) == 0 ? ".cta" : ".gpu";
    int place = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(2);
    String address = "[%rd1+" + 256 * place + "]";
    return switch (random.nextInt(place == 0 ? 2 : 8)) {
      case 0 ->
          place != 0 && random.nextInt(40) != 0
              ? "fence.acq_rel" + scope + ";"
              : "st.global.u32 " + address + ", " + value + ";";
      case 1 ->
          place != 0 && random.nextInt(40) != 0
              ? "nanosleep.u32 " + 400 * random.nextInt(8) + ";"
              : "ld.global.u32 %r4, " + address + ";";
      case 2, 3 ->
          "st"
              + pick(random, ".relaxed", ".release")
              + scope
              + ".global.u32 "
              + address
              + ", "
              + value
              + ";";
      case 4, 5 ->
          "ld"
              + pick(random, ".relaxed", ".acquire")
              + scope
              + ".global.u32 %r5, "
              + address
              + ";"
              + used("%r5");
      default ->
          "atom"
              + pick(random, ".relaxed", ".acquire", ".release", ".acq_rel")
              + scope
              + ".global.exch.b32 %r6, "
              + address
              + ", "
              + value
              + "; add.u32 %r7, %r7, %r6;"
              + used("%r6");
    };
  }

  /** The next address depends on a value: a read is complete when the next access is issued. */
  private static String used(String value) {
    return " and.b32 %r5, " + value + ", 0; cvt.u64.u32 %rd3, %r5; add.u64 %rd1, %rd1, %rd3;";
  }

  private static String pick(Random random, String... among) {
    return List.of(among).get(random.nextInt(among.length));
  }
}
