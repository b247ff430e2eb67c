package dev.syncopate.memory.area;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.List;
import org.junit.jupiter.api.Test;

class AreaTest {
  private static MemoryConfig config(String... settings) {
    return ConfigOverrides.apply(RigConfigs.roomy(), List.of(settings));
  }

  private static Structure structure(List<Structure> structures, String name) {
    return structures.stream()
        .filter(structure -> structure.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Structure cache(MemoryConfig config, String name) {
    return structure(CacheStructures.of(config), name);
  }

  private static Structure of(String protocol, MemoryConfig config, String name) {
    return structure(Protocols.named(protocol).structures(config), name);
  }

  @Test
  void aCacheHasDataTagsAndMasks() {
    MemoryConfig config = config("l1.size=4KiB", "l1.line=64", "l1.sector=64", "l1.ways=4");
    assertThat(cache(config, "L1 data").each()).isEqualTo(4096 * 8);
    // 64 lines in 16 sets: 48 bits less 6 of the line and 4 of the set, and 2 for four ages
    assertThat(cache(config, "L1 tags").entries()).isEqualTo(64);
    assertThat(cache(config, "L1 tags").bits()).isEqualTo(48 - 6 - 4 + 2);
    assertThat(cache(config, "L1 byte masks").bits()).isEqualTo(2 * 64);
  }

  @Test
  void tablesOfPromotionNameLines() {
    MemoryConfig config =
        config(
            "l1.line=64",
            "l1.sector=64",
            "mechanisms.srsp.lrEntries=8",
            "mechanisms.srsp.paEntries=4",
            "l1.sfifoEntries=16");
    assertThat(of("srsp", config, "LR-TBL").each()).isEqualTo(8 * (42 + 4 + 64));
    assertThat(of("srsp", config, "PA-TBL").each()).isEqualTo(4 * 42);
    assertThat(of("srsp-opt", config, "hint table").bits())
        .isEqualTo(42 + Structure.bitsOf(config.unitsPerGpu()));
    assertThat(Protocols.named("gpu").structures(config)).isEmpty();
  }

  @Test
  void deNovoHasABitForEachWord() {
    MemoryConfig config = config("l1.line=64", "l1.sector=64");
    assertThat(of("denovo", config, "L1 word states").bits()).isEqualTo(16);
    assertThat(of("denovo", config, "L2 word states").each())
        .isEqualTo(config.l2().size() / config.l2().banks() / 64 * 16L);
  }

  @Test
  void theWholeMachineHasAsManyAsItHasPlaces() {
    MemoryConfig config = config("computeUnits=4", "system.gpus=1");
    List<Structure> structures =
        List.of(
            new Structure("a", Structure.Place.L1, 1024, 8, ""),
            new Structure("b", Structure.Place.GPU, 8, 1024, ""));
    assertThat(AreaText.kibibytes(structures, config)).isCloseTo(5, within(1e-9));
    assertThat(AreaText.of("x", structures, config))
        .contains("a                    each L1", "in all")
        .endsWith(" 5.000\n");
  }

  @Test
  void bitsTellThingsApart() {
    assertThat(Structure.bitsOf(1)).isZero();
    assertThat(Structure.bitsOf(2)).isEqualTo(1);
    assertThat(Structure.bitsOf(64)).isEqualTo(6);
    assertThat(Structure.bitsOf(65)).isEqualTo(7);
  }
}
