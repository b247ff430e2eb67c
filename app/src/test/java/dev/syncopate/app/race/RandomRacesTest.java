package dev.syncopate.app.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceDetector;
import dev.syncopate.machine.observer.JointObserver;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares what the race checker finds in runs of random programs with the memory model. */
class RandomRacesTest {
  private static final int PROGRAMS = Integer.getInteger("races.programs", 300);
  private static final int FIRST = Integer.getInteger("races.seed", 0);

  @Test
  void findsWhatTheModelSays() {
    int racy = 0;
    int missed = 0;
    int foundTotal = 0;
    int spuriousTotal = 0;
    for (int seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      String program = RandomProgram.of(seed);
      RaceDetector detector = new RaceDetector(8, false);
      RecordedRun run = new RecordedRun();
      run(program, detector, run);
      SortedSet<String> expected = ModelRaces.of(run);
      SortedSet<String> races = found(detector);
      String description = "seed %d:%n%s".formatted(seed, program);
      if (expected.isEmpty()) {
        assertThat(races).as("there is no race by the model, " + description).isEmpty();
      } else if (races.isEmpty()) {
        // Of strong accesses the latest update stands for those before it, for all scopes.
        boolean mayBeMissed = run.isAmbiguous() || program.contains(".cta.global");
        assertThat(mayBeMissed).as("nothing is found of %s, %s", expected, description).isTrue();
        missed++;
      }
      racy += expected.isEmpty() ? 0 : 1;
      foundTotal += races.size();
      races.removeAll(expected);
      spuriousTotal += races.size();
    }
    assertThat(racy).as("racy programs").isBetween(PROGRAMS / 4, 3 * PROGRAMS / 4);
    assertThat(missed).as("racy programs in which nothing is found").isLessThan(racy / 40);
    // In a program that races, an access may be taken to be unordered that an earlier race hides.
    assertThat(spuriousTotal)
        .as("pairs that are none, of %d found", foundTotal)
        .isLessThan(foundTotal / 200);
  }

  private static SortedSet<String> found(RaceDetector detector) {
    SortedSet<String> races = new TreeSet<>();
    for (Race race : detector.races()) {
      int a = race.earlier().pc();
      int b = race.later().pc();
      races.add(Math.min(a, b) + "-" + Math.max(a, b));
    }
    return races;
  }

  private static void run(String program, RaceDetector detector, RecordedRun run) {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
    device.observe(new JointObserver(List.of(detector, run)));
    device
        .load("random.ptx", program)
        .kernel("k")
        .launch(
            LaunchShape.of(RandomProgram.CTAS, RandomProgram.BLOCK), device.allocate("data", 8192));
  }
}
