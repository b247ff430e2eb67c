package dev.syncopate.memory.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.memory.config.RelaxedAtomics;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.brsp.BrspSettings;
import dev.syncopate.memory.mechanism.srsp.SrspSettings;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.sim.config.OpenSection;
import dev.syncopate.sim.config.Section;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A parameter without effect is an error: each, changed alone, changes cycles or counters. */
class ConfigurationEffectTest {
  static Stream<String> fields() {
    return Stream.of("l1", "l2", "network", "dram")
        .flatMap(ConfigurationEffectTest::fieldsOf)
        // The size of device memory bounds allocations, which are not made here.
        .filter(field -> !field.equals("dram.size"));
  }

  @ParameterizedTest
  @MethodSource("fields")
  void aChangedFieldShows(String field) throws Exception {
    MemoryConfig base = field.startsWith("dram.") ? RigConfigs.roomy() : RigConfigs.tiny();
    assertThat(run(changed(base, field))).isNotEqualTo(run(base));
  }

  static Stream<String> meshFields() {
    return fieldsOf("mesh");
  }

  @ParameterizedTest
  @MethodSource("meshFields")
  void aChangedFieldOfTheMeshShows(String field) throws Exception {
    MemoryConfig base = RigConfigs.meshed(RigConfigs.roomy());
    assertThat(run(changed(base, field))).isNotEqualTo(run(base));
  }

  static Stream<String> systemFields() {
    return fieldsOf("system");
  }

  @ParameterizedTest
  @MethodSource("systemFields")
  void aChangedFieldOfWhatJoinsGpusShows(String field) throws Exception {
    MemoryConfig base = RigConfigs.withGpus(RigConfigs.tiny(), 2);
    assertThat(run(changed(base, field))).isNotEqualTo(run(base));
  }

  static Stream<String> promotionFields() {
    return Stream.of(BrspSettings.class, SrspSettings.class)
        .flatMap(type ->
            Arrays.stream(type.getRecordComponents())
                .map(component ->
                    "mechanisms."
                        + type.getAnnotation(Section.class).name()
                        + "."
                        + component.getName()));
  }

  @ParameterizedTest
  @MethodSource("promotionFields")
  void aChangedFieldOfPromotionShowsInSomeProtocol(String field) throws Exception {
    MemoryConfig base = RigConfigs.tiny();
    assertThat(runAll(changed(base, field))).isNotEqualTo(runAll(base));
  }

  private static List<String> runAll(MemoryConfig config) {
    return Stream.of("brsp", "srsp", "srsp-opt")
        .map(protocol -> {
          Rig rig = new Rig(config, Protocols.named(protocol), ConsistencyModel.HRF, 1);
          PromotionMix.load(rig, 4, 2, 12, 1);
          rig.run();
          return protocol + " " + rig.now() + " " + rig.statistics();
        })
        .toList();
  }

  private static String run(MemoryConfig config) {
    Rig rig = new Rig(config, ConsistencyModel.HRF);
    Mix.load(rig, 4, 4, 1);
    rig.run();
    return rig.now() + " " + rig.statistics();
  }

  /** The paths of a group's fields. */
  private static Stream<String> fieldsOf(String group) {
    return Arrays.stream(MemoryConfig.class.getRecordComponents())
        .filter(component -> component.getName().equals(group))
        .flatMap(component -> Arrays.stream(component.getType().getRecordComponents()))
        .map(component -> group + "." + component.getName());
  }

  /**
   * Another legal value: the double, but half a line, one bank for two channels' worth, and so on.
   */
  private static MemoryConfig changed(MemoryConfig base, String field) throws Exception {
    Object value = base;
    for (String name : field.split("\\.", -1)) {
      value =
          value instanceof OpenSection section
              ? Objects.requireNonNull(section.members().get(name))
              : value.getClass().getMethod(name).invoke(value);
    }
    boolean halve =
        Set.of("l1.line", "dram.channels", "dram.queue", "dram.writeLow", "l1.queue")
            .contains(field);
    Object newValue =
        switch (value) {
          case BrspSettings.Blocks blocks -> BrspSettings.Blocks.EVERYTHING;
          case NetworkConfig.Kind kind -> NetworkConfig.Kind.MESH;
          case BrspSettings.Lock lock -> BrspSettings.Lock.LINE;
          case RelaxedAtomics atomics -> RelaxedAtomics.AWAITED;
          case BrspSettings.Invalidates invalidates -> BrspSettings.Invalidates.ALL;
          default -> halve ? (int) value / 2 : 2 * (int) value;
        };
    return RigConfigs.with(base, field + "=" + newValue + unit(field));
  }

  private static String unit(String field) {
    return field.equals("dram.clock")
        ? "MHz"
        : field.matches("dram\\.(t[A-Z]\\w*|controllerLatency)") ? "ps" : "";
  }
}
