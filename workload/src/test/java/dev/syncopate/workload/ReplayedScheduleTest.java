package dev.syncopate.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.sim.perturb.PerturbationList;
import dev.syncopate.sim.perturb.PerturbationLog;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schedules that a seed draws, written as a list and run again. */
class ReplayedScheduleTest {
  private static DeviceBuilder builder(String machine, String protocol) {
    return new DeviceBuilder(machine, protocol, protocol.equals("denovo") ? "drf0" : "hrf");
  }

  private static Device run(String workload, DeviceBuilder builder) {
    Workload program = Workloads.find(workload).orElseThrow();
    Device device = builder.open();
    program.run(new ContextBuilder(program).size("small").build(device));
    return device;
  }

  private static PerturbationList list(Device device) {
    return PerturbationList.of(
        device.delays().stream().map(PerturbationLog.Entry::perturbation).toList());
  }

  /** Crossbar and mesh, lockstep and independent lanes, one launch and many, with a CPU. */
  @ParameterizedTest
  @CsvSource({
    "spinmutex, rsp-8cu, gpu",
    "spinmutex, titanv-80sm, gpu",
    "reduction, titanv-80sm, gpu",
    "ht2, southern-islands, gpu",
    "cpu-gpu-lock, heterosync-15cu, denovo",
    "mis, srsp-8cu, brsp"
  })
  void aListGivesTheDigitsOfTheSeed(String workload, String machine, String protocol) {
    int differences = 0;
    for (int seed = 1; seed <= 4; seed++) {
      Device drawn =
          run(workload, builder(machine, protocol).set("perturb.seed=" + seed).logDelays());
      PerturbationList list = list(drawn);
      differences += list.perturbations().size();
      Device listed = run(workload, builder(machine, protocol).set("perturb.delays=" + list));
      assertThat(listed.launches())
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .isEqualTo(drawn.launches());
      assertThat(listed.delays()).as("seed %d", seed).isEqualTo(drawn.delays());
    }
    assertThat(differences).isGreaterThan(4);
  }

  @Test
  void aListGivesTheSameOnAnyNumberOfThreads() {
    Device drawn =
        run("spinmutex", builder("srsp-8cu", "gpu").set("perturb.seed=4").threads(2).logDelays());
    PerturbationList list = list(drawn);
    Device listed =
        run("spinmutex", builder("srsp-8cu", "gpu").set("perturb.delays=" + list).threads(2));
    assertThat(listed.launches()).usingRecursiveComparison().isEqualTo(drawn.launches());
  }

  @Test
  void loggingChangesNoDigit() {
    Device logged = run("spinmutex", builder("srsp-8cu", "gpu").set("perturb.seed=4").logDelays());
    Device silent = run("spinmutex", builder("srsp-8cu", "gpu").set("perturb.seed=4"));
    assertThat(logged.launches()).usingRecursiveComparison().isEqualTo(silent.launches());
    assertThat(silent.delays()).isEmpty();
  }

  @Test
  void whatDoesNotOccurIsNotLogged() {
    Device device =
        run(
            "reduction",
            builder("rsp-8cu", "gpu")
                .set("perturb.delays=begin:1.0.0+50/begin:1.999999.0+50/pause:1.0.0:0.1+7"));
    assertThat(list(device)).hasToString("begin:1.0.0+50");
  }

  @ParameterizedTest
  @CsvSource({
    "lanes:8@1, there is no such compute unit: the machine has 8",
    "message:tile8:bank0:WRITE:80.1+4, 'the machine has no such nodes: there are tile0 to tile7, bank0 to bank7'",
    "message:tile1:bank0:WROTE:80.1+4, there is no such message: there are ACK"
  })
  void aMachineRefusesPartsThatItDoesNotHave(String delay, String message) {
    DeviceBuilder builder = builder("rsp-8cu", "gpu").set("perturb.delays=begin:1.0.0+5/" + delay);
    assertThatThrownBy(builder::open)
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("perturb.delays: column 15: found '" + delay + "', but " + message);
  }

  @Test
  void aListBesideASeedIsRefused() {
    List<String> settings = List.of("perturb.seed=3", "perturb.delays=ctas@1");
    DeviceBuilder builder = builder("rsp-8cu", "gpu");
    settings.forEach(builder::set);
    assertThatThrownBy(builder::open)
        .hasMessageContaining("perturb.delays=ctas@1: found beside seed = 3, expected one of them");
  }
}
