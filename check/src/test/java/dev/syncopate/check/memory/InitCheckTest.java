package dev.syncopate.check.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads of global and shared memory that neither the host nor a thread has written. */
class InitCheckTest {
  private static final String KERNEL =
      """
      .version 8.4
      .target sm_80
      .address_size 64
      .global .align 4 .b8 zeros[16];
      .extern .func (.param .b64 result) malloc (.param .b64 bytes);
      .visible .entry k(.param .u64 data) {
        .reg .pred %p<4>;
        .reg .b16 %h<4>;
        .reg .b32 %r<16>;
        .reg .b64 %rd<8>;
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.u64 %rd2, %rd1, %rd2;
      INSTRUCTIONS
        ret;
      }
      """;

  private final Device device =
      new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
  private final Checker checker =
      new Checker(Set.of(Check.INIT), device.machine().memory().unitsPerGpu(), false, Set.of());

  InitCheckTest() {
    checker.watch(device::observe);
  }

  private Buffer unwritten() {
    return device.allocateUnwritten("table", 4096, 1);
  }

  private List<Finding> launch(Buffer data, String body) {
    Kernel kernel = device.load("k.ptx", KERNEL.replace("INSTRUCTIONS", body)).kernel("k");
    kernel.launch(LaunchShape.of(1, 32), data);
    return checker.findings();
  }

  @Test
  void aReadIsToldOnceWithTheElementTheThreadAndACount() {
    assertThat(launch(unwritten(), "  ld.global.u32 %r2, [%rd2+8];"))
        .singleElement()
        .satisfies(read -> {
          assertThat(read.rule()).isEqualTo("unwritten");
          assertThat(read.check()).isEqualTo(Check.INIT);
          assertThat(read.title()).isEqualTo("read of unwritten argument 0[2]");
          assertThat(read.count()).isEqualTo(32);
          assertThat(read.line()).isEqualTo(15);
          assertThat(read.details())
              .containsExactly(
                  "weak load at k.ptx:15 by CTA (0,0,0), thread (0,0,0)",
                  "no copy, no memset and no thread has written it");
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ld.global.u32 %r2, [%rd2]; | 1",
        "ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd1]; | 1",
        "atom.global.add.u32 %r2, [%rd1], 1; | 1",
        "red.global.add.u32 [%rd1], 1; | 1",
        "atom.global.exch.b32 %r2, [%rd1], 1; | 0", // nobody looks at what was there
        "atom.global.exch.b32 %r2, [%rd1], 1; st.global.u32 [%rd2+512], %r2; | 1",
        "ld.volatile.global.u32 %r2, [%rd2]; | 1",
        "st.global.u32 [%rd2], %r1; ld.global.u32 %r2, [%rd2]; | 0",
        "st.global.u32 [%rd2], %r1; ld.global.u32 %r2, [%rd2+4]; | 1",
        "st.global.u32 [%rd2], %r1; red.global.add.u32 [%rd2], 1; | 0",
        "ld.global.u32 %r2, [zeros]; | 0",
      })
  void threadsReadWhatThreadsHaveWritten(String body, int findings) {
    assertThat(launch(unwritten(), "  " + body)).hasSize(findings);
  }

  @Test
  void aReadOfSharedMemoryThatNothingInTheCtaHasWrittenIsToldAndTheKernelGoesOn() {
    Buffer data = device.copyOf(new int[32]);
    assertThat(
            launch(
                data,
                "  .shared .align 4 .b32 tile[32];\n  ld.shared.u32 %r2, [tile+8];\n"
                    + "  st.global.u32 [%rd2], %r1;"))
        .singleElement()
        .satisfies(read -> {
          assertThat(read.title()).isEqualTo("read of unwritten shared tile[2]");
          assertThat(read.count()).isEqualTo(32);
          assertThat(read.details())
              .containsExactly(
                  "weak load at k.ptx:16 by CTA (0,0,0), thread (0,0,0)",
                  "nothing in the CTA has written it");
        });
    assertThat(data.readInts()).endsWith(30, 31);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st.shared.u32 [tile], %r1; ld.shared.u32 %r2, [tile]; | 0",
        "st.shared.u32 [tile], %r1; ld.shared.u32 %r2, [tile+4]; | 1",
        "st.shared.v2.u32 [tile], {%r1, %r1}; ld.shared.u32 %r2, [tile+4]; | 0",
        "atom.shared.add.u32 %r2, [tile], 1; | 1",
        "atom.shared.exch.b32 %r2, [tile], 1; | 0", // nobody looks at what was there
        "atom.shared.exch.b32 %r2, [tile], 1; st.global.u32 [%rd2], %r2; | 1",
        "atom.shared.cas.b128 _, [tile], %q, %q; | 1",
        "atom.shared.exch.b128 _, [tile], %q; ld.shared.u32 %r2, [tile+12]; | 0",
        "atom.shared.exch.b128 _, [tile], %q; ld.shared.u32 %r2, [tile+16]; | 1",
        "mbarrier.init.shared.b64 [tile], 32; ld.shared.b64 %rd3, [tile]; | 0",
        "cp.async.ca.shared.global [tile], [%rd1], 4; cp.async.wait_all; ld.shared.u32 %r2, [tile]; | 0",
      })
  void sharedMemoryIsWrittenByThreadsAndCopies(String body, int findings) {
    Buffer data = device.copyOf(new int[32]);
    assertThat(launch(data, "  .reg .b128 %q; .shared .align 16 .b32 tile[32];\n  " + body))
        .hasSize(findings);
  }

  /** A CTA finds nothing of what another has written before it in the same place. */
  @Test
  void everyCtaHasSharedMemoryOfItsOwn() {
    Buffer data = device.copyOf(new int[32]);
    String tile = "  .shared .align 4 .b32 tile[32];\n";
    assertThat(launch(data, tile + "  st.shared.u32 [tile], %r1;")).isEmpty();
    assertThat(launch(data, tile + "  ld.shared.u32 %r2, [tile];")).hasSize(1);
  }

  @Test
  void bytesAreToldApart() {
    assertThat(launch(unwritten(), "  st.global.u8 [%rd2+1], %r1;\n  ld.global.u32 %r2, [%rd2];"))
        .singleElement()
        .satisfies(read ->
            assertThat(read.details().get(1))
                .isEqualTo("no copy, no memset and no thread has written 3 of its 4 bytes"));
  }

  @Test
  void whatTheHostHasWrittenIsWritten() {
    Buffer part = unwritten();
    part.write(64, new byte[64]);
    assertThat(launch(part.part(64, 64), "  ld.global.u32 %r2, [%rd1+60];")).isEmpty();
    assertThat(launch(part.part(64, 64), "  ld.global.u32 %r2, [%rd1+62+2];")).hasSize(1);
  }

  @Test
  void whatALaunchHasWrittenTheNextMayRead() {
    Buffer data = unwritten();
    assertThat(launch(data, "  st.global.u32 [%rd2], %r1;")).isEmpty();
    assertThat(launch(data, "  ld.global.u32 %r2, [%rd2];")).isEmpty();
  }

  @Test
  void buffersThatHoldZerosByContractAreWritten() {
    assertThat(launch(device.allocate(4096), "  ld.global.u32 %r2, [%rd2];")).isEmpty();
  }

  @Test
  void whatIsFreedAndAllocatedAgainIsUnwrittenAgain() {
    Buffer first = unwritten().fill((byte) 7);
    device.free(first);
    Buffer again = unwritten();
    assertThat(again.address()).isEqualTo(first.address());
    assertThat(launch(again, "  ld.global.u32 %r2, [%rd2];")).hasSize(1);
  }

  @Test
  void memoryFromMallocIsUnwrittenUntilAThreadHasWrittenIt() {
    String body =
        """
          { .param .b64 bytes; .param .b64 result;
          mov.u64 %%rd3, 16;
          st.param.b64 [bytes], %%rd3;
          call (result), malloc, (bytes);
          ld.param.b64 %%rd4, [result]; }
          st.u32 [%%rd4], %%r1;
          ld.u32 %%r2, [%%rd4%s];
        """;
    assertThat(launch(unwritten(), body.formatted(""))).isEmpty();
    assertThat(launch(unwritten(), body.formatted("+4")))
        .singleElement()
        .satisfies(read -> assertThat(read.title()).startsWith("read of unwritten "));
  }
}
