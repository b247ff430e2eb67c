package dev.syncopate.memory.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.L2Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.NetworkConfig;
import dev.syncopate.memory.config.PromotionConfig;
import dev.syncopate.memory.config.SystemConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Configs;
import dev.syncopate.memory.rig.Rig;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A parameter without effect is an error: each, changed alone, changes cycles or counters. */
class ConfigurationEffectTest {
  static Stream<Arguments> fields() {
    return Stream.of(L1Config.class, L2Config.class, NetworkConfig.class, DramConfig.class)
        .flatMap(type ->
            Arrays.stream(type.getRecordComponents())
                .map(component -> Arguments.of(type, component.getName())))
        // The size of device memory bounds allocations, which are not made here.
        .filter(
            arguments -> !Arrays.equals(arguments.get(), new Object[] {DramConfig.class, "size"}));
  }

  @ParameterizedTest
  @MethodSource("fields")
  void aChangedFieldShows(Class<? extends Record> type, String field) throws Exception {
    MemoryConfig base = type == DramConfig.class ? Configs.roomy() : Configs.tiny();
    assertThat(run(change(base, type, field))).isNotEqualTo(run(base));
  }

  static Stream<String> systemFields() {
    return Arrays.stream(SystemConfig.class.getRecordComponents()).map(RecordComponent::getName);
  }

  @ParameterizedTest
  @MethodSource("systemFields")
  void aChangedFieldOfWhatJoinsGpusShows(String field) throws Exception {
    MemoryConfig base = Configs.withGpus(Configs.tiny(), 2);
    SystemConfig changed = (SystemConfig) changed(base.system(), field);
    assertThat(run(Configs.withSystem(base, changed))).isNotEqualTo(run(base));
  }

  static Stream<String> promotionFields() {
    return Arrays.stream(PromotionConfig.class.getRecordComponents()).map(RecordComponent::getName);
  }

  @ParameterizedTest
  @MethodSource("promotionFields")
  void aChangedFieldOfPromotionShowsInSomeProtocol(String field) throws Exception {
    MemoryConfig base = Configs.tiny();
    PromotionConfig changed = (PromotionConfig) changed(base.promotion(), field);
    assertThat(runAll(Configs.withPromotion(base, changed))).isNotEqualTo(runAll(base));
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

  private static MemoryConfig change(MemoryConfig base, Class<? extends Record> type, String field)
      throws Exception {
    if (type == L1Config.class) {
      return Configs.withL1(base, (L1Config) changed(base.l1(), field));
    } else if (type == L2Config.class) {
      return Configs.withL2(base, (L2Config) changed(base.l2(), field));
    }
    return new MemoryConfig(
        base.clockMegahertz(),
        base.computeUnits(),
        base.warpsPerUnit(),
        base.warpWidth(),
        base.l1(),
        base.l2(),
        base.promotion(),
        type == NetworkConfig.class
            ? (NetworkConfig) changed(base.network(), field)
            : base.network(),
        type == DramConfig.class ? (DramConfig) changed(base.dram(), field) : base.dram(),
        base.system());
  }

  /**
   * Another legal value: the double, but half a line, one bank for two channels' worth, and so on.
   */
  private static Record changed(Record base, String field) throws Exception {
    RecordComponent[] components = base.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = components[i].getAccessor().invoke(base);
      if (components[i].getName().equals(field)) {
        boolean halve = field.equals("line") || field.equals("channels") || field.equals("queue");
        values[i] =
            switch (values[i]) {
              case PromotionConfig.Blocks blocks -> PromotionConfig.Blocks.EVERYTHING;
              case PromotionConfig.Lock lock -> PromotionConfig.Lock.LINE;
              case PromotionConfig.Invalidates invalidates -> PromotionConfig.Invalidates.ALL;
              default -> halve ? (int) values[i] / 2 : 2 * (int) values[i];
            };
      }
    }
    return base.getClass().getDeclaredConstructor(types).newInstance(values);
  }
}
