package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.console.CudaCompiler;
import dev.syncopate.app.cli.cuda.ProgramJobs;
import dev.syncopate.app.cuda.Programs;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code reproduce --programs}, with a stand-in of the published suite's files
 * (src/test/cuda/heterosync).
 */
class PublishedProgramsTest {
  private static final Path STAND_IN = Path.of("src", "test", "cuda", "heterosync");

  private static final String ORDERS = "atom.cas=acquire,atom.exch=release";

  @TempDir static Path parent;
  private static Path suite = Path.of("");
  private static Path out = Path.of("");

  @BeforeAll
  static void copy() throws IOException {
    Programs.needs("nvcc");
    Programs.needs("cc");
    suite = parent.resolve("suite");
    out = parent.resolve("study");
    try (Stream<Path> paths = Files.walk(STAND_IN)) {
      for (Path source : paths.toList()) {
        Path target = suite.resolve(STAND_IN.relativize(source).toString());
        if (Files.isDirectory(source)) {
          Files.createDirectories(target);
        } else {
          Files.copy(source, target);
        }
      }
    }
  }

  private static Shell.Result reproduce(String... extraOptions) {
    String[] arguments = {
      "reproduce", "heterosync", "--programs", suite.toString(), "--out", out.toString(), "-j", "2"
    };
    return Shell.run(
        Stream.concat(Stream.of(arguments), Stream.of(extraOptions)).toArray(String[]::new));
  }

  /** Programs are compiled once, run next to our kernels, and their results kept. */
  @Test
  void publishedProgramsRunBesideOurKernels() throws IOException {
    Shell.Result first = reproduce("--only", "RC");
    assertThat(first.code()).as(first.err() + first.out()).isZero();
    assertThat(first.err())
        .contains("compiling " + suite.resolve("cuda/relaxedAtomics/uvm/refCounter/refCounter.cu"))
        .contains("--programs: splitCounter is left out: there is no " + suite)
        .contains("--programs: seqlocks is left out: ")
        .contains("does not compile", "RC GDR, programs, orders heterosync-15cu, 15 units: ");
    assertThat(first.out().replaceAll("\\s+", " "))
        .contains("Left out: splitCounter, since there is no ")
        .contains("Judged once more, programs: The published programs, whose fences state")
        .contains("Strong scaling of relaxed atomics (fig. 4), programs ")
        .contains("Strong scaling of relaxed atomics (fig. 4), programs, orders ");
    String results = Files.readString(out.resolve("heterosync-results.csv"));
    assertThat(results.lines().filter(line -> line.startsWith("1,RC,")))
        .as("25 of ours, and of the programs twice as many")
        .hasSize(75);
    assertThat(results)
        .contains(
            "1,RC,\"DDR, programs\",\"heterosync-15cu, 4 units\",",
            ",program refCounter 32 64 32 4,")
        .contains("program refCounter 32 64 32 4 with --orders atom.cas=acquire,");
    assertThat(reproduce("--only", "RC").err())
        .as("nothing is compiled or simulated twice")
        .doesNotContain("refCounter.cu", " cycles, ");
    Files.writeString(
        suite.resolve("cuda/relaxedAtomics/uvm/refCounter/refCounter.cu"),
        "\n__device__ unsigned changed;\n",
        StandardOpenOption.APPEND);
    assertThat(reproduce("--only", "RC").err())
        .as("its sources have changed")
        .containsOnlyOnce("refCounter.cu")
        .contains("RC DDR, programs heterosync-15cu, 1 unit: ")
        .doesNotContain("RC DDR heterosync-15cu, 1 unit: ");
  }

  @Test
  void whatCannotBeRunIsSaidInASentence() throws IOException {
    String home = "https://github.com/mattsinc/heterosync";
    assertThat(Shell.run("reproduce", "heterosync", "--programs", "/nowhere"))
        .isEqualTo(
            new Shell.Result(
                2,
                "",
                "error: --programs: there is no folder /nowhere; expected a copy of %s%n"
                    .formatted(home)));
    Path empty = Files.createDirectories(parent.resolve("empty"));
    assertThat(Shell.run("reproduce", "heterosync", "--programs", empty.toString()).err())
        .startsWith(
            "error: --programs: %s has none of the programs; expected a copy of %s, with cuda/syncPrims/"
                .formatted(empty, home));
    assertThat(Shell.run("reproduce", "rsp", "--programs", empty.toString()).err())
        .startsWith(
            "error: --programs: the study of rsp runs no published programs; there are some of"
                + " heterosync");
    assertThat(Shell.run("reproduce", "all", "--programs", empty.toString()).err())
        .startsWith("error: --programs: found it with 'all', expected it with one paper");
  }

  private static JobResult run(String source, String orders, String... arguments) {
    Path file = suite.resolve(source);
    Path program = parent.resolve(Objects.requireNonNull(file.getFileName()) + ".program");
    if (!Files.exists(program)) {
      new CudaCompiler(System.getenv()).program(file, program);
    }
    Job job =
        new Job(
            "published",
            new JobInput.Program(program, List.of(arguments), orders, 300_000),
            new TreeMap<>(),
            "heterosync-15cu",
            List.of("core.divergence=ipdom", "core.units=4"),
            "gpu",
            "hrf",
            1);
    JobResult result =
        new ProgramJobs((otherJob, key, progress) -> null).run(job, "key", progress -> true);
    return Objects.requireNonNull(result);
  }

  private static final String PRIMITIVES = "cuda/syncPrims/uvm/main.cu";

  @Test
  void aProgramThatEndsIsWorthItsOwnCheck() {
    JobResult right = run(PRIMITIVES, "", "spinMutex", "10", "16", "3");
    assertThat(right.ending()).isEqualTo(Ending.UNCHECKED);
    assertThat(right.message()).isEqualTo("exit status 0");
    assertThat(right.cycles()).isPositive();
    assertThat(right.launches()).isOne();
    assertThat(right.statistic("l2.accesses")).isPositive();
  }

  /** Without fences the lock orders nothing under hrf, unless the operations do. */
  @Test
  void operationsOrderWhatTheConventionSays() {
    JobResult unordered = run(PRIMITIVES, "", "spinMutexEBO", "10", "16", "3");
    assertThat(unordered.ending()).isEqualTo(Ending.WRONG);
    assertThat(unordered.message()).isEqualTo("the program's own check fails; exit status 0");
    JobResult ordered = run(PRIMITIVES, ORDERS, "spinMutexEBO", "10", "16", "3");
    assertThat(ordered.ending()).isEqualTo(Ending.UNCHECKED);
  }

  @Test
  void aProgramThatHangsOrRefusesIsReportedWithItsStatus() {
    JobResult hung = run("cuda/relaxedAtomics/uvm/flags/flags.cu", "");
    assertThat(hung.ending()).isEqualTo(Ending.HANG);
    assertThat(hung.message())
        .isIn(
            "a launch hangs; the program: exit status 7",
            "a launch does not end within --max-cycles; the program: exit status 7");
    JobResult refused = run(PRIMITIVES, "", "sleepMutex", "10", "16", "3");
    assertThat(refused.ending()).isEqualTo(Ending.FAILED);
    assertThat(refused.message()).isEqualTo("exit status 3");
  }
}
