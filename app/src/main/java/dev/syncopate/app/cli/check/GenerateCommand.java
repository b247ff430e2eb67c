package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.model.axiom.halt.HaltedException;
import dev.syncopate.model.generate.HandOverTests;
import dev.syncopate.model.generate.TestGenerator;
import dev.syncopate.model.generate.TestShape;
import dev.syncopate.model.generate.TestShape.Kind;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code generate}: all litmus tests of a shape. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Write all litmus tests of a shape, each once: of tests that differ only in the order of"
            + " like-placed threads or in the locations' names there is one. Without a folder,"
            + " print how many there are. Or write random tests without races, as verify has"
            + " them.",
    footer = {
      "",
      "  syncopate generate --kinds weak,synchronising,remote --scopes cta,gpu tests/",
      "  syncopate generate --random 200 --kinds remote random/",
      "  syncopate model tests/ --model hrf-rsp"
    })
public final class GenerateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "Where the tests go; made where there is none, and must be empty.")
  private @Nullable Path folder;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of a test, 1 to 4. Default: 2.")
  private int threads = 2;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description = "Operations of a thread at most, 1 to 8. Default: 2.")
  private int operations = 2;

  @Option(
      names = "--locations",
      paramLabel = "N",
      description = "Locations of a test, 1 to 4. Default: 2.")
  private int locations = 2;

  @Option(
      names = "--gpus",
      paramLabel = "N",
      description = "GPUs that the threads may stand on. Default: 1.")
  private int gpus = 1;

  @Option(
      names = "--scopes",
      split = ",",
      paramLabel = "SCOPE",
      description = "Scopes of strong operations: 'cta', 'gpu', 'sys'. Default: gpu.")
  private List<LitmusScope> scopes = List.of(LitmusScope.GPU);

  @Option(
      names = "--kinds",
      split = ",",
      paramLabel = "KIND",
      description =
          "Kinds of operations: weak, relaxed, synchronising (acquire and release), atomic"
              + " (exchange), swap (compare-and-swap), commutative (additions, with result and"
              + " without), remote, fence. Default: weak,synchronising.")
  private List<Kind> kinds = List.of(Kind.WEAK, Kind.SYNCHRONISING);

  @Option(
      names = "--random",
      paramLabel = "N",
      description =
          "Write N random tests in place of a shape's: one thread hands locations over to another,"
              + " without a race. With --kinds remote by remote operations, too.")
  private int random;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of random tests. Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description =
          "Refuse to write more than N tests, each a file; there may be millions of a shape."
              + " Default: 10000.")
  private long limit = 10_000;

  @Override
  public Integer call() {
    if (random != 0) {
      return randomTests();
    }
    TestShape shape;
    try {
      shape =
          new TestShape(
              threads,
              operations,
              locations,
              Set.copyOf(new TreeSet<>(scopes)),
              Set.copyOf(new TreeSet<>(kinds)),
              gpus);
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (folder == null) {
      long count = counted(new TestGenerator(shape).count());
      out.println(count + " tests");
      out.flush();
      return ExitCode.RIGHT;
    }
    long tests = new TestGenerator(shape).count();
    if (tests > limit) {
      throw new UserErrorException(
          String.format(
              Locale.ROOT,
              "the shape has %,d tests, each a file, and --limit is %,d: raise it, or choose fewer"
                  + " threads, operations, locations, scopes or kinds",
              tests,
              limit));
    }
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      long count = written(shape, folder, interruption);
      boolean interrupted = interruption.requested();
      out.println(
          (interrupted ? count : counted(count))
              + " tests in "
              + folder
              + (interrupted ? "; interrupted, there are more of the shape" : ""));
      out.flush();
      return interrupted ? ExitCode.INTERRUPTED : ExitCode.RIGHT;
    }
  }

  private int randomTests() {
    if (random < 0) {
      throw new UserErrorException("--random must be at least 1, found " + random);
    }
    if (folder == null) {
      throw new UserErrorException("--random needs a folder to write to");
    }
    boolean promotes = kinds.contains(Kind.REMOTE);
    prepare(folder);
    try {
      for (int i = 0; i < random; i++) {
        write(folder, HandOverTests.test(seed, i, promotes));
      }
    } catch (UncheckedIOException e) {
      throw new UserErrorException("cannot write in " + folder + ": " + FileErrors.reason(e));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(random + " tests in " + folder);
    out.flush();
    return ExitCode.RIGHT;
  }

  private static void prepare(Path folder) {
    try {
      Files.createDirectories(folder);
      try (var files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new UserErrorException(folder + " is not empty");
        }
      }
    } catch (IOException e) {
      throw new UserErrorException("cannot write in " + folder + ": " + FileErrors.reason(e));
    }
  }

  private static long counted(long count) {
    if (count == 0) {
      throw new UserErrorException(
          "there is no test of this shape: every location is shared by threads and written, and no"
              + " thread begins or ends with a fence");
    }
    return count;
  }

  private static long written(TestShape shape, Path folder, Interruption interruption) {
    long[] count = {0};
    prepare(folder);
    try {
      new TestGenerator(shape)
          .forEach(test -> {
            if (interruption.requested()) {
              throw new HaltedException("interrupted");
            }
            write(folder, test);
            count[0]++;
          });
    } catch (HaltedException e) {
      return count[0];
    } catch (UncheckedIOException e) {
      throw new UserErrorException(
          "cannot write in %s: %s, after %d tests"
              .formatted(folder, FileErrors.reason(e), count[0]));
    }
    return count[0];
  }

  private static void write(Path folder, LitmusTest test) {
    try {
      WholeFile.write(folder.resolve(test.name() + ".litmus"), LitmusWriter.text(test));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
