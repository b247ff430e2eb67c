package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.config.EnergyConfig;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.memory.mechanism.lab.LabEnergy;
import dev.syncopate.sim.config.ConfigOverrides;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A parameter that has no effect is a bug: each field of a machine changes what some kernel does.
 */
class ConfigurationEffectTest {
  /**
   * Fields whose effect is not on a running kernel; each has a separate test here; the CPU's in
   * {@link CpuConfigTest}, those of energies in {@code EnergyTest}, what a CTA may have in {@link
   * OccupancyTest}, the units of a GPC in {@link ClusterLaunchTest}, messages between CTAs in
   * {@code DistributedSharedMemoryTest} and {@code ClusterCopyTest}.
   */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "name",
          "dram.size",
          "core.scheduler",
          "core.divergence",
          "core.ctaSharedBytes",
          "cluster.unitsPerGpc",
          "copy.multicastLatency",
          "cluster.peerLatency",
          "cluster.peerBandwidth",
          "cpu.cores",
          "cpu.clock");

  static Stream<Effect> effects() {
    return Stream.of(
            CoreEffects.ALL,
            L1Effects.ALL,
            LabEffects.ALL,
            PhiEffects.ALL,
            L2Effects.ALL,
            PromotionEffects.ALL,
            DenovoEffects.ALL,
            NetworkEffects.ALL,
            MeshEffects.ALL,
            SystemEffects.ALL,
            DramEffects.ALL,
            TxEffects.ALL,
            CopyEffects.ALL,
            PerturbEffects.ALL)
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("effects")
  void theFieldHasItsEffect(Effect effect) {
    long lowCount = effect.measure(effect.lowSetting());
    long highCount = effect.measure(effect.highSetting());
    assertThat(highCount)
        .as("%s with %s, against %s", effect, effect.highSetting(), lowCount)
        .isGreaterThan(lowCount);
  }

  @Test
  void everyFieldHasATest() {
    Set<String> tested = new TreeSet<>(ELSEWHERE);
    effects().forEach(effect -> tested.add(effect.path()));
    tested.addAll(paths(EnergyConfig.class, "energy."));
    tested.addAll(paths(LabEnergy.class, "mechanisms.lab.energy."));
    List<String> fieldPaths = paths(MachineConfig.class, "");
    fieldPaths.remove("mechanisms");
    Presets.load("titanv-80sm")
        .mechanisms()
        .members()
        .forEach((name, member) ->
            fieldPaths.addAll(paths(member.getClass(), "mechanisms." + name + ".")));
    assertThat(tested).containsExactlyInAnyOrderElementsOf(fieldPaths);
  }

  private static List<String> paths(Class<?> type, String prefix) {
    List<String> paths = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String path = prefix + component.getName();
      paths.addAll(
          component.getType().isRecord() ? paths(component.getType(), path + ".") : List.of(path));
    }
    return paths;
  }

  @Test
  void theNameIsTheMachines() {
    MachineConfig machine = Presets.load("rsp-8cu");
    assertThat(ConfigOverrides.apply(machine, List.of("name=mine")).name()).isEqualTo("mine");
  }

  @Test
  void schedulersIssueInDifferentOrder() {
    assertThat(CoreEffects.MIXED.run("core.scheduler=oldest-first").cycles())
        .isNotEqualTo(CoreEffects.MIXED.run("core.scheduler=round-robin").cycles());
  }

  /** The lane that has the lock waits for those that want it, unless threads are independent. */
  @Test
  void aLockTakenByLanesOfOneWarpNeedsIndependentThreads() {
    assertThat(CoreEffects.LOCK.attempt("core.divergence=its").outcome())
        .isEqualTo(LaunchOutcome.DONE);
    assertThat(CoreEffects.LOCK.attempt("core.divergence=ipdom").outcome())
        .isEqualTo(LaunchOutcome.HANG);
  }

  @Test
  void theSizeOfMemoryBoundsTheHost() {
    assertThat(Probe.gpu("dram.size=64MiB").gpu.hostEnd())
        .isLessThan(Probe.gpu("dram.size=128MiB").gpu.hostEnd());
  }
}
