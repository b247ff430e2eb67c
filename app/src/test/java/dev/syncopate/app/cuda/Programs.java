package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.syncopate.app.cuda.client.ClientLibraries;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.check.Checker;
import dev.syncopate.check.host.StreamRaces;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds programs and runs them on a small machine. */
public final class Programs {
  /** The kernels of host.c. */
  public static final String PTX =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .global .align 4 .u32 counter = 40;
      .visible .global .attribute(.managed) .align 4 .u32 shared = 100;
      .visible .entry add(.param .u64 data, .param .u32 by) {
        .reg .b32 %r<8>;
        .reg .b64 %d<4>;
        ld.param.u64 %d1, [data];
        ld.param.u32 %r1, [by];
        mov.u32 %r2, %ctaid.x;
        mov.u32 %r3, %tid.x;
        shl.b32 %r2, %r2, 5;
        add.u32 %r4, %r2, %r3;
        mul.wide.u32 %d2, %r4, 4;
        add.u64 %d3, %d1, %d2;
        ld.global.u32 %r5, [%d3];
        add.u32 %r5, %r5, %r1;
        st.global.u32 [%d3], %r5;
        red.global.add.u32 [counter], 1;
        red.global.add.u32 [shared], 1;
        ret;
      }
      .visible .entry forever() {
      again:
        red.global.add.u32 [counter], 1;
        bra again;
      }
      .visible .entry store(.param .u64 at) {
        .reg .b32 %r<2>;
        .reg .b64 %d<2>;
        ld.param.u64 %d1, [at];
        mov.u32 %r1, 1;
        st.global.u32 [%d1], %r1;
        ret;
      }
      """;

  /** Libraries of the same sources are compiled once for all tests. */
  static final ClientLibraries LIBRARIES =
      new ClientLibraries(
          Map.of("XDG_CACHE_HOME", Path.of("target", "test-cache").toAbsolutePath().toString()));

  private Programs() {}

  /**
   * What a program left.
   *
   * @param messages of the simulator
   */
  record Outcome(
      int status,
      int signal,
      String out,
      String err,
      List<String> messages,
      Device device,
      CudaSimulation simulation) {}

  /** Runs a command and shows what it says where it fails. */
  public static void command(List<String> words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s%n%s", words, output).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Skips a test where this computer lacks a compiler, which is no part of what is tested. */
  public static void needs(String compiler) {
    boolean available =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(path -> Files.isExecutable(Path.of(path, compiler)));
    assumeTrue(available, "needs " + compiler);
  }

  /** A C program against the runtime of CUDA 13, with a fat binary in it. */
  public static Path host(Path folder, byte[] fatBinary) throws IOException {
    needs("cc");
    Path libraries = LIBRARIES.folder();
    Path image = Files.write(folder.resolve("image.fatbin"), fatBinary);
    Path program = folder.resolve("host");
    command(
        List.of(
            "cc",
            "-o",
            program.toString(),
            "-DFATBIN=\"" + image + "\"",
            Path.of("src", "test", "c", "host.c").toString(),
            "-L" + libraries,
            "-l:libcudart.so.13",
            "-l:" + ClientLibraries.CORE));
    return program;
  }

  /** Runs a program to its end. */
  static Outcome run(Path program, String... arguments) throws IOException {
    return run(new DeviceBuilder("titanv-80sm", "gpu", "hrf"), program, arguments);
  }

  /** Runs a program and tells what is found in it. */
  static List<Finding> check(Check check, Path program, String... arguments) throws IOException {
    DeviceBuilder machine = new DeviceBuilder("titanv-80sm", "gpu", "hrf");
    if (check == Check.MEMORY) {
      machine.checkMemory();
    }
    Checker checker = new Checker(Set.of(check), 80, false, Set.of());
    Outcome outcome = run(machine, checker, program, arguments);
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    return checker.findings();
  }

  /** End of a program, and what is found in it. */
  record Checked(Outcome outcome, List<Finding> findings) {}

  /** Runs a program that may be wrong on a machine, and tells what is found in it. */
  static Checked checkOn(DeviceBuilder machine, Check check, Path program, String... arguments)
      throws IOException {
    Checker checker = new Checker(Set.of(check), 80, false, Set.of());
    checker.record(1);
    Outcome outcome = run(machine, checker, program, arguments);
    return new Checked(outcome, checker.findings());
  }

  /** Runs a program that is right, with everything checked, and tells what is found in it. */
  static List<Finding> checkAll(Path program, String... arguments) throws IOException {
    DeviceBuilder machine = new DeviceBuilder("titanv-80sm", "gpu", "hrf");
    Checker checker = new Checker(EnumSet.allOf(Check.class), 80, false, Set.of());
    Outcome outcome = run(machine.strict(true).checkMemory(), checker, program, arguments);
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.device().launches())
        .allMatch(launch -> launch.ending() == LaunchResult.Ending.DONE);
    assertThat(checker.unchecked()).isEmpty();
    return checker.findings();
  }

  static Outcome run(DeviceBuilder machine, Path program, String... arguments) throws IOException {
    return run(machine, null, program, arguments);
  }

  private static Outcome run(
      DeviceBuilder machine, @Nullable Checker checker, Path program, String... arguments)
      throws IOException {
    return run(machine, checker, LIBRARIES.folder(), program, arguments);
  }

  /**
   * Runs a program with other libraries.
   *
   * @param libraries their folder
   */
  static Outcome runWith(Path libraries, Path program, String... arguments) throws IOException {
    DeviceBuilder machine = new DeviceBuilder("titanv-80sm", "gpu", "hrf");
    return run(machine, null, libraries, program, arguments);
  }

  private static Outcome run(
      DeviceBuilder machine,
      @Nullable Checker checker,
      Path libraries,
      Path program,
      String... arguments)
      throws IOException {
    Path out = Files.createTempFile("program", ".out");
    Path err = Files.createTempFile("program", ".err");
    StringBuilder printed = new StringBuilder();
    List<String> messages = new ArrayList<>();
    Device device = machine.set("core.units=4").watchdog(20_000).printed(printed::append).open();
    CudaSimulation simulation =
        new CudaSimulation(device, printed, messages::add, (name, text) -> name);
    if (checker != null) {
      checker.watch(device::observe);
      simulation.tell(checker.host());
      StreamRaces streams = checker.streams();
      if (streams != null) {
        simulation.tell(streams);
      }
    }
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(List.of(arguments));
    ProgramRun run =
        new ProgramRun(CudaProgram.inspect(program), words, libraries)
            .output(Redirect.to(out.toFile()), Redirect.to(err.toFile()));
    ProgramEnd end = run.run(simulation, () -> false);
    Outcome outcome =
        new Outcome(
            end.status(),
            end.signal(),
            Files.readString(out),
            Files.readString(err),
            messages,
            device,
            simulation);
    Files.delete(out);
    Files.delete(err);
    return outcome;
  }
}
