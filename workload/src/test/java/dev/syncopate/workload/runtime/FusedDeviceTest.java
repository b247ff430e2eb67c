package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.functional.PagedMemory;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that a device without time compiles do what it does when it interprets them. */
class FusedDeviceTest {
  private static final String FILE = "fused.ptx";

  private static Device device(long fuseFrom) {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf")
        .set("core.units=4")
        .set("dram.size=1GiB")
        .functional(true)
        .fuseFrom(fuseFrom)
        .open();
  }

  private static Kernel kernel(Device device, String name) {
    try (InputStream stream = FusedDeviceTest.class.getResourceAsStream(FILE)) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return device.load(FILE, text).kernel(name);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a launch of {@code everything} writes and counts. */
  private record Run(int[] out, int[] counts, LaunchResult result) {
    static Run of(Device device, int threads) {
      int ctas = 3;
      int words = ctas * threads;
      Buffer out = device.allocate(4L * words);
      Buffer input =
          device.copyOf(IntStream.range(0, words + 1).map(i -> i * 0x9e3779b1).toArray());
      Buffer counts = device.allocate(4);
      LaunchResult result =
          kernel(device, "everything").launch(LaunchShape.of(ctas, threads), out, input, counts);
      return new Run(out.readInts(), counts.readInts(), result);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 100, 250})
  void wordsAndCountersAreThoseOfTheInterpreter(int threads) {
    Run fused = Run.of(device(0), threads);
    Run interpreted = Run.of(device(Long.MAX_VALUE), threads);
    assertThat(fused.out).isEqualTo(interpreted.out);
    assertThat(fused.counts).isEqualTo(interpreted.counts);
    assertThat(fused.result.statistics()).isEqualTo(interpreted.result.statistics());
  }

  @Test
  void aKernelIsCompiledInTheMidstOfALaunch() {
    Run interpreted = Run.of(device(Long.MAX_VALUE), 250);
    long half = interpreted.result.statistic("instructions.warp") / 2;
    Run mixed = Run.of(device(half), 250);
    assertThat(mixed.out).isEqualTo(interpreted.out);
    assertThat(mixed.result.statistics()).isEqualTo(interpreted.result.statistics());
  }

  @Test
  void aLaterLaneReadsNothingThatAnEarlierOneWritesLaterInTheProgram() {
    Device device = device(0);
    Buffer data = device.copyOf(IntStream.rangeClosed(0, 32).toArray());
    kernel(device, "shift").launch(LaunchShape.of(1, 32), data);
    assertThat(data.readInts())
        .isEqualTo(IntStream.rangeClosed(-1, 31).map(i -> Math.max(i, 0)).toArray());
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "0, 1099511627776", "1, 2", "1, 1099511627776", "2, 2", "2, 65536"})
  void aFaultIsToldInTheWordsOfTheInterpreter(int kind, long distance) {
    LaunchResult fused = astray(device(0), kind, distance);
    LaunchResult interpreted = astray(device(Long.MAX_VALUE), kind, distance);
    assertThat(fused.ending()).isEqualTo(Ending.FAULT);
    assertThat(fused.report()).isEqualTo(interpreted.report()).contains("thread (5,0,0)");
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "0, 1099511627776", "0, 200", "1, 2", "1, 4096", "1, 232"})
  void aFaultOfSeveralAccessesThatAreCheckedTogetherIsToldLikewise(int kind, long distance) {
    LaunchResult fused = astray(device(0), "astrayTogether", kind, distance);
    LaunchResult interpreted = astray(device(Long.MAX_VALUE), "astrayTogether", kind, distance);
    assertThat(fused.ending()).isEqualTo(interpreted.ending());
    assertThat(fused.report()).isEqualTo(interpreted.report());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 32, 250})
  void accessesThatAreCheckedTogetherReadWhatTheyReadAlone(int threads) {
    assertThat(together(device(0), threads)).isEqualTo(together(device(Long.MAX_VALUE), threads));
  }

  private static int[] together(Device device, int threads) {
    int page = PagedMemory.PAGE_BYTES / Integer.BYTES;
    Buffer input = device.copyOf(IntStream.range(0, 3 * page).map(i -> i * 0x9e3779b1).toArray());
    long end = (input.address() / PagedMemory.PAGE_BYTES + 1) * PagedMemory.PAGE_BYTES;
    Buffer out = device.allocate(4L * threads);
    kernel(device, "together").launch(LaunchShape.of(1, threads), out, end - 136);
    return out.readInts();
  }

  @ParameterizedTest
  @ValueSource(floats = {0.75f, 0f, Float.NaN, Float.POSITIVE_INFINITY, 1e30f})
  void numbersHaveTheBitsOfTheInterpreter(float factor) {
    assertThat(numbers(device(0), factor)).isEqualTo(numbers(device(Long.MAX_VALUE), factor));
  }

  private static int[] numbers(Device device, float factor) {
    int[] bits = IntStream.range(0, 250).map(i -> i * 0x9e3779b1).toArray();
    bits[3] = 0x7f80_0001; // NaNs
    bits[40] = 0xffff_1234;
    bits[77] = 0x7f80_0000;
    Buffer out = device.allocate(4L * bits.length);
    kernel(device, "numbers")
        .launch(LaunchShape.of(1, bits.length), out, device.copyOf(bits), factor);
    return out.readInts();
  }

  @Test
  void lanesSeeAVolatileWordOfSharedMemoryThatALaterOneWrites() {
    Device device = device(0);
    Buffer out = device.allocate(4 * 32);
    LaunchResult result = kernel(device, "signal").attempt(LaunchShape.of(1, 32), out);
    assertThat(result.ending()).as(result.report()).isEqualTo(Ending.DONE);
    assertThat(out.readInts())
        .isEqualTo(IntStream.range(0, 32).map(i -> i == 31 ? 7 : 7 + i).toArray());
  }

  @Test
  void lanesThatPollByVolatileLoadsLetTheHolderGoOn() {
    for (long fuseFrom : new long[] {Long.MAX_VALUE, 0}) {
      Device device = device(fuseFrom);
      LaunchResult result =
          kernel(device, "heldFlag").attempt(LaunchShape.of(1, 32), device.allocate(4 * 32));
      assertThat(result.ending()).as(result.report()).isEqualTo(Ending.DONE);
    }
  }

  private static LaunchResult astray(Device device, int kind, long distance) {
    return astray(device, "astray", kind, distance);
  }

  private static LaunchResult astray(Device device, String name, int kind, long distance) {
    Buffer data = device.allocate(128);
    return kernel(device, name).attempt(LaunchShape.of(1, 32), data, distance, kind);
  }

  @Test
  void aLockThatAPlainStoreGivesBackIsTakenByTheNextLane() {
    Device device = device(0);
    Buffer lock = device.allocate(8);
    LaunchResult result = kernel(device, "plainUnlock").attempt(LaunchShape.of(3, 64), lock);
    assertThat(result.ending()).as(result.report()).isEqualTo(Ending.DONE);
    assertThat(lock.readInts()).containsExactly(0, 3 * 64);
  }

  @Test
  void aReportNamesNoLockThatAPlainStoreHasGivenBack() {
    assertThat(waits(device(0))).isEqualTo(waits(device(Long.MAX_VALUE))).doesNotContain("holds");
  }

  private static String waits(Device device) {
    LaunchResult result =
        kernel(device, "unlockAndWait").attempt(LaunchShape.of(1, 1), device.allocate(8));
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    return result.report();
  }

  @Test
  void memoryThatNothingHasWrittenReadsZero() {
    Device device = device(0);
    Buffer data = device.allocate(4 * 33);
    kernel(device, "shift").launch(LaunchShape.of(1, 32), data);
    assertThat(data.readInts()).containsOnly(0);
  }
}
