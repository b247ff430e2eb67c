package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cuda.Programs.Outcome;
import dev.syncopate.app.cuda.client.ClientLibraries;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that registers its kernels as compilers do, and what is left of its run. */
class HostProgramTest {
  @TempDir static Path folder;
  private static Path program = Path.of("");

  @BeforeAll
  static void build() throws IOException {
    program = Programs.host(folder, new FatBinaries().ptx(70, Programs.PTX).bytes());
  }

  @Test
  void itsKernelsRunOnTheMachine() throws IOException {
    Outcome outcome = Programs.run(program);
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.messages()).isEmpty();
    assertThat(outcome.device().launches()).extracting(LaunchResult::kernel).containsExactly("add");
    assertThat(outcome.device().launches().getFirst().statistic("instructions.atomicThread"))
        .isEqualTo(128);
  }

  /** Managed variables are at the same address on both sides, with what both have written. */
  @Test
  void variablesAreSharedWithTheHost() throws IOException {
    Outcome outcome = Programs.run(program, "symbols");
    assertThat(outcome.out()).isEqualTo("counter 168, shared 231\n");
  }

  /** A good map, those that break a rule each, and those that are not supported. */
  @Test
  void tensorMapsKeepTheRulesOfTheDriver() throws IOException {
    Outcome outcome = Programs.run(program, "tensor");
    assertThat(outcome.out()).isEqualTo("entries 1 1\n0 1 1 1 1 1 1 1 1 1 1 801 801 1 \n");
    assertThat(outcome.err().lines().map(line -> line.replaceAll("0x[0-9a-f]+", "0x?")))
        .containsExactly(
            "syncopate: cuTensorMapEncodeTiled: the map's address is no multiple of 64",
            "syncopate: cuTensorMapEncodeTiled: the tensor's address 0x? is no multiple of 16",
            "syncopate: cuTensorMapEncodeTiled: the rank is not 1 to 5",
            "syncopate: cuTensorMapEncodeTiled: dimension 0 has 0 elements, and not 1 to 2^32",
            "syncopate: cuTensorMapEncodeTiled: the stride of dimension 1 is 136 bytes, and not a multiple of 16 below 2^40",
            "syncopate: cuTensorMapEncodeTiled: the box has 257 elements in dimension 0, and not 1 to 256",
            "syncopate: cuTensorMapEncodeTiled: a row of the box has 12 bytes, no multiple of 16",
            "syncopate: cuTensorMapEncodeTiled: the box has 0 elements in dimension 1, and not 1 to 256",
            "syncopate: cuTensorMapEncodeTiled: a row of the box has 128 bytes, more than the swizzle of 64",
            "syncopate: cuTensorMapEncodeTiled: interleaved layouts are not supported",
            "syncopate: cuTensorMapEncodeTiled: element type 13 is not supported: elements have whole bytes",
            "syncopate: cuTensorMapEncodeTiled: elements of type U32 cannot be filled with not-a-numbers");
  }

  @ParameterizedTest
  @CsvSource({"exit, 7", "abort, 134", "kill, 137"})
  void aProgramThatEndsEarlyLeavesItsLaunches(String how, int status) throws IOException {
    Outcome outcome = Programs.run(program, how);
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.device().launches())
        .extracting(LaunchResult::ending)
        .containsExactly(Ending.DONE);
    assertThat(outcome.simulation().worst()).isNull();
  }

  /** A status above 128 looks like a signal's to the parent of a process. */
  @ParameterizedTest
  @CsvSource({
    "exit=-1, 255, 0",
    "exit=137, 137, 0",
    "_exit=134, 134, 0",
    "return=139, 139, 0",
    "exit=127, 127, 0",
    "abort, 134, 6",
    "kill, 137, 9"
  })
  void exitStatusesAreToldFromSignals(String how, int status, int signal) throws IOException {
    Outcome outcome = Programs.run(program, how);
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.signal()).isEqualTo(signal);
  }

  @Test
  void afterTheSimulatorsEndEveryCallFails() throws IOException {
    Outcome outcome = Programs.run(program, "lost");
    assertThat(outcome.out()).isEqualTo("cudaErrorUnknown ".repeat(5).strip() + "\n");
    assertThat(outcome.err())
        .isEqualTo("syncopate: the simulator has ended; its message says why\n");
  }

  /** As a library that was linked in from an older build would. */
  @Test
  void aLibraryOfAnotherVersionIsRefusedWithBothVersions(@TempDir Path cache) throws IOException {
    Path libraries =
        new ClientLibraries(
                Map.of("XDG_CACHE_HOME", cache.toString(), "CC", "cc -DPROTOCOL_VERSION=97"))
            .folder();
    Outcome outcome = Programs.runWith(libraries, program, "nothing");
    assertThat(outcome.messages()).isEmpty();
    outcome = Programs.runWith(libraries, program);
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.out()).contains("cudaErrorInitializationError");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.device().launches()).isEmpty();
    assertThat(outcome.simulation().refusals())
        .containsExactly(
            "the program's CUDA library "
                + libraries.resolve(ClientLibraries.CORE)
                + " speaks version 97 of the protocol, this simulator version 3: it belongs to"
                + " another Syncopate; take it out of LD_PRELOAD, LD_LIBRARY_PATH and the path that"
                + " the program was linked with, as './syncopate cuda' gives every program its own");
  }

  /** A simulator from before versions answers without looking at the library's. */
  @Test
  void aSimulatorThatNamesNoVersionIsRefusedByTheLibrary(@TempDir Path tempFolder)
      throws Exception {
    Path socket = tempFolder.resolve("old");
    Path libraries = Programs.LIBRARIES.folder();
    try (ServerSocketChannel old = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      old.bind(UnixDomainSocketAddress.of(socket));
      ProcessBuilder builder = new ProcessBuilder(program.toString()).redirectErrorStream(true);
      builder.environment().put("LD_LIBRARY_PATH", libraries.toString());
      builder.environment().put("SYNCOPATE_CUDA_SOCKET", socket.toString());
      Process process = builder.start();
      try (SocketChannel channel = old.accept()) {
        channel.read(ByteBuffer.allocate(1 << 16));
        channel.write(ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putInt(4, 5));
        channel.write(ByteBuffer.allocate(5 * Long.BYTES));
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(output)
            .contains("cudaErrorInitializationError")
            .contains(
                "syncopate: this program's CUDA library "
                    + libraries.resolve(ClientLibraries.CORE)
                    + " speaks version 3 of the protocol, the simulator version 0 (it has named"
                    + " none): it belongs to another Syncopate; take it out of LD_PRELOAD,"
                    + " LD_LIBRARY_PATH and the path that the program was linked with, as"
                    + " './syncopate cuda' gives every program its own\n");
        assertThat(process.waitFor()).isNotZero();
      }
    }
  }

  @Test
  void aKernelThatFailsIsAnErrorForTheProgramAndAReportForTheUser() throws IOException {
    Outcome outcome = Programs.run(program, "fault");
    assertThat(outcome.out()).isEqualTo("cudaErrorIllegalAddress\ncudaErrorIllegalAddress\n");
    assertThat(outcome.simulation().worst()).isEqualTo(Ending.FAULT);
    assertThat(outcome.messages()).hasSize(1);
    assertThat(outcome.messages().getFirst())
        .startsWith(
            "launch 1, store, did not end by itself (a thread failed):\nmodule0.compute_70.ptx:")
        .contains(
            "kernel store, CTA (0,0,0), thread (0,0,0): address 0x0 is outside device memory");
  }

  @Test
  void whatIsNotSupportedIsNamedOnce() throws IOException {
    Outcome outcome = Programs.run(program, "unsupported");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).isEqualTo("cudaErrorNotSupported cudaErrorNotSupported\n");
    assertThat(outcome.err()).isEqualTo("syncopate: cudaGraphCreate is not supported\n");
    assertThat(outcome.simulation().unsupportedCalls()).containsExactly("cudaGraphCreate");
  }

  @Test
  void aFunctionThatIsNoKernelIsRefused() throws IOException {
    assertThat(Programs.run(program, "unregistered").out())
        .isEqualTo("cudaErrorInvalidDeviceFunction\n");
  }

  @Test
  void memoryIsFreedOnceAndUsedAgain() throws IOException {
    assertThat(Programs.run(program, "memory").out())
        .isEqualTo(
            """
            cudaErrorInvalidValue
            cudaErrorInvalidValue
            1
            cudaErrorInvalidValue
            cudaErrorInvalidValue
            """);
  }

  @Test
  void machineCodeAloneIsRefusedWithTheWayToCompile(@TempDir Path tempFolder) throws IOException {
    byte[] image = new FatBinaries().entry(2, 80, new byte[64], 64, 0).bytes();
    Outcome outcome = Programs.run(Programs.host(tempFolder, image), "refused");
    assertThat(outcome.out()).isEqualTo("cudaErrorNoKernelImageForDevice\n");
    assertThat(outcome.simulation().refusals())
        .containsExactly(
            "the program has machine code for sm_80 but no PTX: compile it with nvcc"
                + " -gencode arch=compute_80,code=compute_80");
  }

  /** As a device does: the newest that is not too new; another where that is not understood. */
  @Test
  void theBestPtxIsChosen(@TempDir Path tempFolder) throws IOException {
    byte[] image =
        new FatBinaries()
            .ptx(90, "not PTX")
            .ptx(60, "not PTX either")
            .ptx(75, Programs.PTX.replace("ret;", "frobnicate;"))
            .ptx(70, Programs.PTX)
            .bytes();
    Outcome outcome = Programs.run(Programs.host(tempFolder, image), "fault");
    assertThat(outcome.out()).startsWith("cudaErrorIllegalAddress");
    assertThat(outcome.messages().getFirst()).contains("compute_70.ptx:");
  }

  @Test
  void ofSeveralThatAreUnderstoodTheNewestForTheDeviceIsChosen(@TempDir Path tempFolder)
      throws IOException {
    byte[] image =
        new FatBinaries()
            .ptx(60, Programs.PTX)
            .ptx(90, Programs.PTX)
            .ptx(75, Programs.PTX)
            .ptx(52, Programs.PTX)
            .bytes();
    Outcome outcome = Programs.run(Programs.host(tempFolder, image), "fault");
    assertThat(outcome.messages().getFirst()).contains("module0.compute_75.ptx:");
  }

  @Test
  void ptxThatIsNotUnderstoodSaysWhere(@TempDir Path tempFolder) throws IOException {
    byte[] image = new FatBinaries().ptx(70, Programs.PTX.replace("add.u64", "add.u65")).bytes();
    Outcome outcome = Programs.run(Programs.host(tempFolder, image), "refused");
    assertThat(outcome.out()).isEqualTo("cudaErrorInvalidPtx\n");
    assertThat(outcome.messages()).hasSize(1);
    assertThat(outcome.messages().getFirst())
        .contains("module0.compute_70.ptx:16:3:")
        .contains("u65");
  }
}
