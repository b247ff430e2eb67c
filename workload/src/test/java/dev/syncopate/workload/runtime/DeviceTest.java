package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.ProgressListener.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeviceTest {
  private final Device device = small().open();

  @Test
  void aKernelComputesWhatItSays() {
    Buffer data = device.copyOf(IntStream.range(0, 1000).toArray());
    LaunchResult result =
        Kernels.load(device).kernel("scale").launch(LaunchShape.covering(999, 128), data, 3, 999);
    int[] expected = IntStream.range(0, 1000).map(i -> i < 999 ? 3 * i : i).toArray();
    assertThat(data.readInts()).isEqualTo(expected);
    assertThat(result.ending()).isEqualTo(Ending.DONE);
    assertThat(result.kernel()).isEqualTo("_Z5scalePjjj");
    assertThat(result.cycles()).isPositive();
    assertThat(result.statistic("ctas")).isEqualTo(8);
    assertThat(result.statistic("instructions.thread")).isBetween(999L * 11, 1024L * 17);
    assertThat(result.report()).isEmpty();
    assertThat(device.launches()).containsExactly(result);
  }

  @Test
  void statisticsAreThoseOfTheLaunchAlone() {
    Kernel scale = Kernels.load(device).kernel("scale");
    Buffer data = device.copyOf(new int[64]);
    LaunchResult first = scale.launch(LaunchShape.of(2, 32), data, 3, 64);
    LaunchResult second = scale.launch(LaunchShape.of(2, 32), data, 3, 64);
    assertThat(second.statistic("instructions.warp"))
        .isEqualTo(first.statistic("instructions.warp"));
  }

  @Test
  void theSameLaunchGivesTheSameStatisticsOnAnyNumberOfThreads() {
    List<LaunchResult> results = new ArrayList<>();
    for (int threads : new int[] {1, 1, 2}) {
      Device threadedDevice = small().threads(threads).open();
      Buffer data = threadedDevice.copyOf(new int[512]);
      results.add(
          Kernels.load(threadedDevice)
              .kernel("scale")
              .launch(LaunchShape.of(16, 32), data, 3, 512));
    }
    assertThat(results.get(1)).isEqualTo(results.get(0));
    assertThat(results.get(2)).isEqualTo(results.get(0));
  }

  @Test
  void aLaunchKnowsHowLongEachOfItsCtasRan() {
    Device oneUnit = small().set("core.units=1").set("core.maxCtas=1").open();
    Buffer data = oneUnit.copyOf(new int[512]);
    LaunchResult result =
        Kernels.load(oneUnit).kernel("scale").launch(LaunchShape.of(4, 128), data, 3, 512);
    long[] cycles = result.ctaCycles();
    assertThat(cycles).hasSize(4).doesNotContain(0);
    assertThat(Arrays.stream(cycles).sum())
        .as("one after the other, and the kernel's end after them")
        .isLessThan(result.cycles());
    cycles[0] = -1;
    assertThat(result.ctaCycles()[0]).as("a copy").isPositive();
    assertThat(result.ctas().of(3)).isEqualTo(cycles[3]);
    assertThat(result.ctas().toString()).startsWith("4 CTAs, ").endsWith(" cycles");
  }

  @Test
  void timesOfSingleCtasAreNotKeptWhereThereAreVeryMany() {
    Buffer data = device.copyOf(new int[1]);
    Kernel scale = Kernels.load(device).kernel("scale");
    LaunchResult largest = scale.launch(LaunchShape.of(1 << 16, 1), data, 3, 1);
    LaunchResult tooLarge = scale.launch(LaunchShape.of((1 << 16) + 1, 1), data, 3, 1);
    assertThat(largest.ctas().count()).isEqualTo(1 << 16);
    assertThat(tooLarge.ctas().count()).isZero();
    assertThat(tooLarge.ctas()).hasToString("no CTAs");
  }

  @Test
  void moduleVariablesAreInitialisedAndStay() {
    Module module = Kernels.load(device);
    Buffer out = device.allocate(4);
    module.kernel("variables").launch(LaunchShape.of(1, 1), out);
    assertThat(out.readInts()).containsExactly(7 + 5);
    assertThat(module.variable("counter").readInts()).containsExactly(8);
    module.kernel("variables").launch(LaunchShape.of(1, 1), out);
    assertThat(out.readInts()).containsExactly(8 + 5);
    assertThat(module.variables()).containsExactly("counter", "whereCounterIs", "factors");
    assertThatThrownBy(() -> module.variable("factor"))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "kernels.ptx has no variable factor in .global or .const; did you mean factors?");
    assertThatThrownBy(() -> module.variable("x"))
        .hasMessage(
            "kernels.ptx has no variable x in .global or .const; it has counter, whereCounterIs,"
                + " factors");
  }

  @Test
  void theHostWritesVariablesOfEverySpace() {
    Module module = Kernels.load(device);
    Buffer out = device.allocate(4);
    assertThat(module.variable("factors").readInts()).containsExactly(3, 5);
    module.variable("factors").write(4, new byte[] {50, 0, 0, 0});
    module.variable("counter").write(new int[] {100});
    module.kernel("variables").launch(LaunchShape.of(1, 1), out);
    assertThat(out.readInts()).containsExactly(150);
    Module secondModule = Kernels.load(device);
    secondModule
        .variable("whereCounterIs")
        .write(new long[] {secondModule.variable("factors").address()});
    secondModule.kernel("variables").launch(LaunchShape.of(1, 1), out);
    assertThat(out.readInts())
        .as("a generic address; another module has variables of its own")
        .containsExactly(3 + 5);
    assertThatThrownBy(() -> module.variable("factors").write(new int[3]))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("outside a buffer of 8 bytes");
  }

  @Test
  void buffersAreAlignedApartAndAbove4GiB() {
    Buffer first = device.allocate(1);
    Buffer second = device.allocate(257);
    Buffer third = device.allocate(1);
    assertThat(first.address()).isEqualTo(1L << 32);
    assertThat(second.address()).isEqualTo(first.address() + 256);
    assertThat(third.address()).isEqualTo(second.address() + 512);
    assertThat(second.readBytes()).containsOnly(0);
  }

  @Test
  void memoryIsFinite() {
    assertThatThrownBy(() -> device.allocate(1L << 40))
        .isInstanceOf(LaunchException.class)
        .hasMessageMatching(
            "rsp-8cu has \\d+ bytes of memory left \\(dram.size is \\d+\\), not 1099511627776");
    assertThatThrownBy(() -> device.allocate(0)).hasMessage("a buffer has at least 1 byte, not 0");
  }

  @Test
  void waitingForAFlagNobodySetsIsAHang() {
    Device watched = small().watchdog(5_000).open();
    LaunchResult result =
        Kernels.load(watched).kernel("await").attempt(LaunchShape.of(1, 1), watched.allocate(4));
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    assertThat(result.report()).contains("kernels.ptx");
    assertThatThrownBy(() ->
            Kernels.load(watched).kernel("await").launch(LaunchShape.of(1, 1), watched.allocate(4)))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("the device was stopped in await");
  }

  @Test
  void launchThrowsWhereAttemptReturns() {
    Device watched = small().watchdog(5_000).open();
    Kernel await = Kernels.load(watched).kernel("await");
    Buffer flag = watched.allocate(4);
    assertThatThrownBy(() -> await.launch(LaunchShape.of(1, 1), flag))
        .isInstanceOfSatisfying(
            LaunchStoppedException.class,
            e -> assertThat(e.result().ending()).isEqualTo(Ending.HANG))
        .hasMessageMatching(
            "await ended with HANG after \\d+ cycles: no thread left that can write the word: lane"
                + " 0 of CTA .*");
  }

  @Test
  void theCycleLimitEndsALaunch() {
    Device limited = small().maxCycles(20_000).open();
    LaunchResult result =
        Kernels.load(limited).kernel("forever").attempt(LaunchShape.of(1, 1), limited.allocate(4));
    assertThat(result.ending()).isEqualTo(Ending.MAX_CYCLES);
    assertThat(result.cycles()).isBetween(19_000L, 20_000L);
    assertThat(result.statistic("instructions.warp")).isPositive();
  }

  @Test
  void theListenerHearsAndCanStop() {
    List<Progress> heard = new ArrayList<>();
    Device listened =
        small()
            .progress(progress -> {
              heard.add(progress);
              return progress.cycle() < 50_000;
            })
            .open();
    LaunchResult result =
        Kernels.load(listened)
            .kernel("forever")
            .attempt(LaunchShape.of(3, 1), listened.allocate(4));
    assertThat(result.ending()).isEqualTo(Ending.INTERRUPTED);
    assertThat(heard).hasSizeBetween(2, 50);
    assertThat(heard.getLast().kernel()).isEqualTo("forever");
    assertThat(heard.getLast().ctas()).isEqualTo(3);
    assertThat(heard.getLast().finishedCtas()).isZero();
    assertThat(heard.getLast().warpInstructions()).isPositive();
    assertThat(heard.getLast().cycle()).isGreaterThanOrEqualTo(50_000);
  }

  @Test
  void aTrapIsAFaultThatNamesItsLine() {
    LaunchResult result = Kernels.load(device).kernel("trapped").attempt(LaunchShape.of(1, 1));
    assertThat(result.ending()).isEqualTo(Ending.FAULT);
    assertThat(result.report()).contains("kernels.ptx:").contains("trap");
  }

  @Test
  void readingPastAnAllocationIsAFaultOnlyWhenStrict() {
    Buffer data = device.allocate(8);
    assertThat(
            Kernels.load(device).kernel("beyond").attempt(LaunchShape.of(1, 1), data, 2).ending())
        .isEqualTo(Ending.DONE);
    Device strict = small().strict(true).open();
    Module module = Kernels.load(strict);
    Buffer strictBuffer = strict.allocate(8);
    assertThat(module.kernel("beyond").attempt(LaunchShape.of(1, 1), strictBuffer, 1).ending())
        .isEqualTo(Ending.DONE);
    LaunchResult result = module.kernel("beyond").attempt(LaunchShape.of(1, 1), strictBuffer, 2);
    assertThat(result.ending()).isEqualTo(Ending.FAULT);
    assertThat(result.report())
        .contains(
            "address 0x%x is in no allocation: the access to 4 bytes begins 0 bytes past the end of"
                    .formatted(strictBuffer.address() + 8)
                + " buffer 0 (8 bytes at 0x%x)".formatted(strictBuffer.address()));
  }

  @Test
  void occupancyIsKnownBeforeTheLaunch() {
    Kernel kernel = Kernels.load(device).kernel("shared");
    LaunchShape shape = LaunchShape.of(1, 256);
    assertThat(device.machine().core().maxWarps()).isEqualTo(40);
    assertThat(kernel.occupancy(shape))
        .isEqualTo(new Kernel.Occupancy(10, 80, 16, "4 warps a CTA, core.maxWarps 40"));
    assertThat(kernel.occupancy(shape.withDynamicShared(16_384)).limit())
        .isEqualTo("16384 bytes of shared memory a CTA, core.sharedBytes 65536");
    assertThat(kernel.registers(60).occupancy(shape))
        .isEqualTo(new Kernel.Occupancy(4, 32, 64, "64 registers a thread, core.registers 65536"));
    assertThatThrownBy(() -> kernel.registers(256))
        .isInstanceOf(LaunchException.class)
        .hasMessage("a thread has 1 to 255 registers, not 256");
    assertThatThrownBy(() -> kernel.registers(255).occupancy(LaunchShape.of(1, 1024)))
        .hasMessageContaining("does not fit a compute unit: 256 registers a thread");
  }

  @Test
  void aCooperativeLaunchIsResidentAsAWhole() {
    Kernel kernel = Kernels.load(device).kernel("scale").registers(64);
    Buffer data = device.copyOf(new int[256]);
    kernel.launch(LaunchShape.of(32, 256).asCooperative(), data, 1, 256);
    kernel.launch(LaunchShape.of(33, 256), data, 1, 256);
    assertThatThrownBy(() -> kernel.launch(LaunchShape.of(33, 256).asCooperative(), data, 1, 256))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "cannot launch _Z5scalePjjj cooperatively: of 33 CTAs 32 are resident at once, 4 in"
                + " each of 8 compute units (64 registers a thread, core.registers 65536)");
  }

  /** The element behind 64 is in the next allocation where they border on one another. */
  @Test
  void aStrictDeviceSeesAccessesThatReachANeighbour() {
    Buffer first = device.allocate(256);
    assertThat(device.allocate(256).address())
        .as("without --strict nothing moves")
        .isEqualTo(first.address() + 256);
    LaunchShape singleThread = LaunchShape.of(1, 1);
    assertThat(Kernels.load(device).kernel("beyond").attempt(singleThread, first, 64).ending())
        .isEqualTo(Ending.DONE);
    Device strict = small().strict(true).open();
    Buffer left = strict.allocate("left", 256);
    Buffer right = strict.allocate("right", 256);
    assertThat(right.address() - left.address()).isGreaterThanOrEqualTo(256 + (64 << 10));
    Kernel kernel = Kernels.load(strict).kernel("beyond");
    assertThat(kernel.attempt(singleThread, left, 64).report())
        .contains("begins 0 bytes past the end of left (256 bytes at");
  }

  @Test
  void sharedMemoryIsZeroUnlessStrict() {
    LaunchShape shape = LaunchShape.of(1, 1).withDynamicShared(8);
    Buffer data = device.copyOf(new int[] {9});
    Kernels.load(device).kernel("shared").launch(shape, data, 0);
    assertThat(data.readInts()).containsExactly(0);
    Device strict = small().strict(true).open();
    Kernel kernel = Kernels.load(strict).kernel("shared");
    Buffer strictBuffer = strict.allocate(4);
    kernel.launch(shape, strictBuffer, 6);
    assertThat(strictBuffer.readInts()).containsExactly(6);
    LaunchResult result = kernel.attempt(shape, strictBuffer, 0);
    assertThat(result.ending()).isEqualTo(Ending.FAULT);
    assertThat(result.report())
        .contains("reads shared address 0x4, which nothing in the CTA has written");
  }

  @Test
  void wideMachinesRefuseLaneMasks() {
    assertThat(device.machine().core().warpWidth()).isEqualTo(64);
    Kernel wide = Kernels.load(device).kernel("wide");
    assertThatThrownBy(() -> wide.launch(LaunchShape.of(1, 1)))
        .isInstanceOf(LaunchException.class)
        .hasMessageMatching(
            "kernels.ptx:\\d+:3: activemask of wide works on masks of 32 lanes, but the warps of"
                + " rsp-8cu have 64; choose a machine with 32");
    Device narrow = Device.open("titanv-80sm", "gpu", "hrf");
    Kernels.load(narrow).kernel("wide").launch(LaunchShape.of(1, 1));
  }

  @Test
  void whatCannotBeOpenedIsNamed() {
    assertThatThrownBy(() -> Device.open("rsp-9cu", "gpu", "hrf"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there is no GPU named rsp-9cu")
        .hasMessageEndingWith("did you mean rsp-8cu?");
    assertThatThrownBy(() -> Device.open("rsp-8cu", "gpuu", "hrf"))
        .isInstanceOf(LaunchException.class)
        .hasMessageStartingWith("there is no protocol named gpuu; known are gpu")
        .hasMessageEndingWith("; did you mean gpu?");
    assertThatThrownBy(() -> Device.open("rsp-8cu", "gpu", "hrff"))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "there is no consistency model named hrff; known are drf0, hrf, drfrlx; did you mean"
                + " hrf?");
    assertThatThrownBy(() -> small().set("l1.size=3").open())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("l1.size=3: found 3, expected bytes from 64B to 16MiB");
  }

  @Test
  void settingsChangeTheMachine() {
    Device changed = small().set("core.units=2").set("core.units=3").open();
    assertThat(changed.machine().core().units()).isEqualTo(3);
    assertThat(changed.overrides()).containsExactly("core.units=2", "core.units=3");
  }

  @Test
  void aBrokenModuleIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> device.load("bad.ptx", ".version 8.0\n.target sm_80\nnonsense\n"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("bad.ptx:3:1");
  }

  private static DeviceBuilder small() {
    return new DeviceBuilder("rsp-8cu", "gpu", "hrf");
  }
}
