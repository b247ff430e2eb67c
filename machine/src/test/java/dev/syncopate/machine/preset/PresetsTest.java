package dev.syncopate.machine.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.mechanism.brsp.BrspSettings;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.sim.config.BaseFiles;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.sim.config.ConfigReader;
import dev.syncopate.sim.config.ConfigSource;
import dev.syncopate.sim.config.ConfigWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PresetsTest {
  static List<String> names() {
    return Presets.names();
  }

  static List<String> all() {
    List<String> allNames = new ArrayList<>(names());
    for (String name : names()) {
      Presets.readings(name)
          .forEach(readingName -> allNames.add(Presets.reading(name, readingName)));
    }
    return allNames;
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyPresetLoadsUnderItsNameAndReadsBackFromItsPrint(String name) {
    MachineConfig machine = Presets.load(name);
    assertThat(machine.name()).isEqualTo(name);
    assertThat(
            ConfigReader.read(
                new ConfigSource("print", ConfigWriter.print(machine)),
                MachineConfig.class,
                BaseFiles.NONE,
                Protocols.settings()))
        .isEqualTo(machine);
  }

  /** A reading that changes nothing would be judged as if it did. */
  @Test
  void everyReadingChangesTheMachineAndIsToldInASentence() {
    assertThat(Presets.readings("heterosync-15cu"))
        .containsExactly("links", "banks", "occupancy", "clocks", "pipelines");
    for (String reading : Presets.readings("heterosync-15cu")) {
      MachineConfig read = Presets.load("heterosync-15cu/" + reading);
      String asIs = ConfigWriter.print(Presets.load("heterosync-15cu"));
      assertThat(ConfigWriter.print(read).lines().filter(line -> !asIs.contains(line)).toList())
          .as(reading)
          .hasSizeGreaterThan(1); // its name, and what it changes
      assertThat(Presets.about("heterosync-15cu", reading)).matches("[A-Z].*[^.#]\\.");
    }
    assertThat(Presets.readings("rsp-8cu")).isEmpty();
    assertThatThrownBy(() -> Presets.load("heterosync-15cu/link"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there is no GPU named heterosync-15cu/link and no such file")
        .hasMessageContaining("heterosync-15cu/links");
  }

  /** A value without a source is a guess. */
  @ParameterizedTest
  @MethodSource("all")
  void everyValueOfAPresetSaysWhereItComesFrom(String name) {
    for (String line : Presets.source(name).text().lines().toList()) {
      boolean isGroup = line.matches(" {2,4}\\w+:");
      if (line.startsWith("  ") && !isGroup) {
        assertThat(line).matches(" {2,6}\\w+: [-\\w.]+ +# ((decision|\\[.+\\]|JE).*)");
      }
    }
  }

  /** rsp.txt Table 1. */
  @Test
  void rspIsThePapersTable() {
    MachineConfig rsp = Presets.load("rsp-8cu");
    assertThat(rsp.core().units()).isEqualTo(8);
    assertThat(rsp.core().clock()).isEqualTo(1000);
    assertThat(rsp.core().simds()).isEqualTo(4);
    assertThat(rsp.core().warpWidth()).isEqualTo(64);
    assertThat(rsp.core().maxWarps()).isEqualTo(40);
    assertThat(rsp.core().scheduler()).isEqualTo(CoreConfig.SchedulerPolicy.OLDEST_FIRST);
    assertThat(rsp.l1().size()).isEqualTo(16 << 10);
    assertThat(rsp.l1().line()).isEqualTo(64);
    assertThat(rsp.l1().ways()).isEqualTo(16);
    assertThat(rsp.l1().hitLatency()).isEqualTo(4);
    assertThat(rsp.l2().size()).isEqualTo(512 << 10);
    assertThat(rsp.l2().ways()).isEqualTo(16);
    assertThat(rsp.l2().hitLatency()).isEqualTo(24);
    assertThat(rsp.icache().size()).isEqualTo(32 << 10);
    assertThat(rsp.icache().ways()).isEqualTo(8);
    assertThat(rsp.icache().sharedBy()).isEqualTo(4);
    assertThat(rsp.icache().hitLatency()).isEqualTo(4);
    assertThat(rsp.dram().channels()).isEqualTo(8);
    assertThat(rsp.dram().clock()).isEqualTo(500);
  }

  /** srsp.txt Table 1, section 5.1, and appendix A, whose account of brsp is not rsp.txt's. */
  @Test
  void srspDiffersFromRspInUnitsAndItsAccountOfPromotionByBroadcast() {
    MachineConfig srsp = Presets.load("srsp-8cu");
    MachineConfig rsp = Presets.load("rsp-8cu");
    assertThat(srsp)
        .isEqualTo(
            ConfigOverrides.apply(
                rsp,
                List.of(
                    "name=srsp-8cu",
                    "mechanisms.brsp.lock=gpu",
                    "mechanisms.brsp.blocks=everything",
                    "mechanisms.brsp.acquireInvalidates=all")));
    BrspSettings byRsp = rsp.mechanisms().get(BrspSettings.class);
    assertThat(byRsp.blocks()).isEqualTo(BrspSettings.Blocks.SYNCHRONISATION);
    assertThat(byRsp.acquireInvalidates()).isEqualTo(BrspSettings.Invalidates.REQUESTER);
    assertThat(srsp.l1().sfifoEntries()).isEqualTo(16);
    assertThat(srsp.l2().sfifoEntries()).isEqualTo(24);
    assertThat(srsp.l1().invalidateCycles()).isEqualTo(1);
    for (int units : new int[] {8, 16, 32, 64}) {
      MachineConfig machine = Presets.load("srsp-" + units + "cu");
      assertThat(machine.core().units()).isEqualTo(units);
      assertThat(machine.memory().l2()).isEqualTo(srsp.l2());
      assertThat(machine.mechanisms()).isEqualTo(srsp.mechanisms());
    }
  }

  /** srsp.txt section 4.8. */
  @Test
  void theTwoGpusAreThePapersOf8Units() {
    assertThat(Presets.load("srsp-2x8cu"))
        .isEqualTo(
            ConfigOverrides.apply(
                Presets.load("srsp-8cu"),
                List.of("name=srsp-2x8cu", "core.units=16", "system.gpus=2")));
  }

  /** lab.txt Table I. */
  @Test
  void titanVIsThePapersTable() {
    MachineConfig titan = Presets.load("titanv-80sm");
    assertThat(titan.core().units()).isEqualTo(80);
    assertThat(titan.core().registers()).isEqualTo(64 << 10);
    assertThat(titan.icache().size()).isEqualTo(128 << 10);
    assertThat(titan.l1().size()).isEqualTo(32 << 10);
    assertThat(titan.l1().hitLatency()).isEqualTo(28);
    assertThat(titan.l2().size()).isEqualTo(4608 << 10);
    assertThat(titan.l1().mshrs()).isEqualTo(256);
    assertThat(titan.l2().mshrs()).isEqualTo(192);
    assertThat(titan.core().sharedBytes()).isEqualTo(96 << 10);
    assertThat(titan.core().sharedLatency()).isEqualTo(19);
    assertThat(titan.dram().size()).isEqualTo(16L << 30);
  }

  /** NVIDIA's white paper of 2022 and the CUDA programming guide, compute capability 9.0. */
  @Test
  void h100HasTheSizesOfItsDescription() {
    MachineConfig machine = Presets.load("h100-132sm");
    assertThat(machine.core().units()).isEqualTo(132);
    assertThat(machine.core().simds()).as("partitions").isEqualTo(4);
    assertThat(machine.core().simdLanes()).as("FP32 lanes of each").isEqualTo(32);
    assertThat(machine.core().maxWarps()).isEqualTo(64);
    assertThat(machine.core().maxCtas()).isEqualTo(32);
    assertThat(machine.core().registers()).isEqualTo(64 << 10);
    assertThat(machine.core().sharedBytes()).isEqualTo(228 << 10);
    assertThat(machine.core().ctaSharedBytes()).isEqualTo(227 << 10);
    assertThat(machine.core().sharedBytes() + machine.l1().size()).isEqualTo(256 << 10);
    assertThat(machine.l2().size()).isEqualTo(50 << 20);
    assertThat(machine.dram().size()).isEqualTo(80L << 30);
    long bytesASecond =
        2_000_000L * machine.dram().clock() * machine.dram().channels() * machine.dram().busBytes();
    assertThat(bytesASecond).isBetween(3_350_000_000_000L, 3_360_000_000_000L);
  }

  /** heterosync.txt Table III, and the numbers of units that its figures have. */
  @Test
  void heterosyncIsThePapersTable() {
    MachineConfig machine = Presets.load("heterosync-15cu");
    assertThat(machine.core().units()).isEqualTo(15);
    assertThat(machine.core().clock()).isEqualTo(700);
    assertThat(machine.l1().size()).isEqualTo(32 << 10);
    assertThat(machine.l1().ways()).isEqualTo(8);
    assertThat(machine.l1().hitLatency()).isEqualTo(1);
    assertThat(machine.l1().sfifoEntries()).as("store buffer").isEqualTo(128);
    assertThat(machine.l1().mshrs()).isEqualTo(128);
    assertThat(machine.l2().size()).isEqualTo(4 << 20);
    assertThat(machine.l2().banks()).isEqualTo(16);
    assertThat(machine.system().gpus()).isEqualTo(1);
    for (int units : new int[] {1, 2, 4, 8}) {
      MachineConfig smaller = ConfigOverrides.apply(machine, List.of("core.units=" + units));
      assertThat(smaller.memory().l2()).isEqualTo(machine.l2());
    }
  }

  /** localtm.txt section II; the quoted words follow each limit. */
  @Test
  void southernIslandsIsThePapersComputeUnit() {
    MachineConfig machine = Presets.load("southern-islands");
    assertThat(machine.core().warpWidth()).as("wavefronts of 64 work-items").isEqualTo(64);
    assertThat(machine.core().simds()).as("4 vector units").isEqualTo(4);
    assertThat(machine.core().scheduler()).isEqualTo(CoreConfig.SchedulerPolicy.ROUND_ROBIN);
    assertThat(machine.core().divergence()).isEqualTo(CoreConfig.DivergenceModel.IPDOM);
    assertThat(machine.core().sharedBytes()).isEqualTo(64 << 10);
    assertThat(machine.core().sharedBanks()).isEqualTo(32);
    assertThat(machine.core().ctaSharedBytes()).as("of a work-group").isEqualTo(32 << 10);
    assertThat(machine.core().simdLanes()).as("a wavefront in 4 cycles").isEqualTo(16);
    assertThat(machine.tx()).isEqualTo(TxConfig.standard());
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Presets.load("rsp-9cu"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "there is no GPU named rsp-9cu and no such file; known are rsp-8cu, srsp-8cu, "
                + "srsp-16cu, srsp-32cu, srsp-64cu, srsp-2x8cu, titanv-80sm, h100-132sm, heterosync-15cu, southern-islands; did you mean"
                + " rsp-8cu?");
    assertThatThrownBy(() -> Presets.load("\0")).hasMessageContaining("there is no GPU named");
  }

  /** Mechanisms' settings were groups of the machine once. */
  @ParameterizedTest
  @CsvSource({
    "lab.entries=8, mechanisms.lab.entries",
    "phi.conflictCycles=2, mechanisms.phi.conflictCycles",
    "denovo.register=release, mechanisms.denovo.register",
    "promotion.lock=line, mechanisms.brsp.lock",
    "promotion.paEntries=4, mechanisms.srsp.paEntries",
    "energy.lab.read8=1pJ, mechanisms.lab.energy.read8"
  })
  void aFieldAtItsFormerPlaceIsRefusedWithWhereItIs(String setting, String path) {
    String former = setting.substring(0, setting.indexOf('='));
    assertThatThrownBy(() -> change(setting))
        .isInstanceOf(ConfigException.class)
        .hasMessage(setting + ": there is no field " + former + "; did you mean " + path + "?");
  }

  @Test
  void aFileWithGroupsOfMechanismsAtTheirFormerPlaceIsRefused(@TempDir Path folder)
      throws IOException {
    Path mine = folder.resolve("mine.yaml");
    Files.writeString(
        mine,
        """
        extends: rsp-8cu
        lab: {entries: 8}
        promotion: {lock: gpu, lrEntries: 4}
        mechanisms: {denvo: {}}
        """);
    assertThatThrownBy(() -> Presets.load(mine.toString()))
        .hasMessageContaining(mine + ":2:1: found lab, expected one of name, ")
        .hasMessageContaining("; did you mean mechanisms.lab?\n")
        .hasMessageContaining(mine + ":3:1: found promotion, expected one of name, ")
        .hasMessageContaining("; its fields are in mechanisms.brsp and mechanisms.srsp\n")
        .hasMessageContaining(
            mine
                + ":4:14: found mechanisms.denvo, expected one of brsp, srsp, denovo, phi, lab; did"
                + " you mean denovo?\n");
  }

  @Test
  void aFileMayExtendAPresetOrAnotherFile(@TempDir Path folder) throws IOException {
    Path base = folder.resolve("base.yaml");
    Files.writeString(base, "extends: rsp-8cu\nname: base\nl1: {size: 32KiB}\n");
    Path mine = folder.resolve("mine.yaml");
    Files.writeString(mine, "extends: base.yaml\nname: mine\n");
    MachineConfig machine = Presets.load(mine.toString());
    assertThat(machine)
        .isEqualTo(
            ConfigOverrides.apply(Presets.load("rsp-8cu"), List.of("name=mine", "l1.size=32KiB")));
    Files.writeString(mine, "extends: rsp-88cu\n");
    assertThatThrownBy(() -> Presets.load(mine.toString()))
        .hasMessageStartingWith(
            mine + ":1:10: extends: found rsp-88cu, expected one of rsp-8cu, srsp-8cu");
    Files.write(mine, new byte[] {(byte) 0xff, (byte) 0xfe});
    assertThatThrownBy(() -> Presets.load(mine.toString()))
        .hasMessageContaining(
            mine + ":1:1: found byte 0xff, number 1 of the file, expected text in UTF-8");
  }

  @Test
  void machinesThatCannotBeBuiltAreRefused() {
    assertThatThrownBy(() -> change("l1.size=24000"))
        .hasMessageStartingWith(
            "l1.size=24000: 24000 bytes are not a whole number of sets of 16 lines of 64");
    assertThatThrownBy(() -> change("l1.sector=128B"))
        .hasMessageContaining("l1.sector=128B: 128 bytes are more than the line's 64 bytes");
    assertThatThrownBy(() -> change("l2.banks=12"))
        .hasMessageContaining("l2.banks=12: 524288 bytes cannot be shared out evenly over 12")
        .hasMessageContaining(
            "l2.banks=12: 12 is neither a multiple nor a divisor of dram.channels = 8");
    assertThatThrownBy(() -> change("l2.ways=24"))
        .hasMessageContaining(
            "l2.size: 65536 bytes for each of 8 banks are not a whole number of sets of 24 lines");
    assertThatThrownBy(() -> change("l1.line=128B"))
        .hasMessageContaining("l2.interleave: 64 bytes are less than l1.line = 128 bytes");
    assertThatThrownBy(() -> change("icache.sharedBy=3"))
        .hasMessageContaining(
            "icache.size: 32768 bytes are not a whole number of sets of 8 lines of 64 for each of"
                + " 3");
    assertThatThrownBy(() -> change("core.warpWidth=32", "core.simdLanes=64"))
        .hasMessageContaining("core.simdLanes=64: 64 is more than the warp's 32");
    assertThatThrownBy(() -> change("core.warpWidth=32", "core.coalescerLanes=33"))
        .hasMessageContaining("core.coalescerLanes=33: 33 is more than the warp's 32");
  }

  private static MachineConfig change(String... overrides) {
    return ConfigOverrides.apply(Presets.load("rsp-8cu"), List.of(overrides));
  }
}
