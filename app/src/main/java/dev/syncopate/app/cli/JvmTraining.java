package dev.syncopate.app.cli;

import dev.syncopate.app.bench.LaunchedProgram;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.StandardOutput;
import dev.syncopate.workload.catalogue.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Training run of the JVM's class and code archive: short programs of several kinds, launched from
 * files as users do.
 */
final class JvmTraining {
  private static final int ELEMENTS = 1 << 17;
  private static final int VERTICES = 20_000;

  private JvmTraining() {}

  /**
   * @param arguments a folder for files
   */
  public static void main(String[] arguments) throws IOException {
    train(Path.of(arguments[0]));
    System.exit(ExitCode.RIGHT); // as a run does, so that the cache has what an exit needs
  }

  /** Runs the programs, with a folder for files. */
  static void train(Path folder) throws IOException {
    List<LaunchedProgram> programs =
        List.of(
            LaunchedProgram.pageRank(folder, VERTICES),
            LaunchedProgram.histogram(folder, ELEMENTS),
            LaunchedProgram.vecadd(folder, ELEMENTS));
    PrintWriter out = new PrintWriter(new StandardOutput(), true, Charset.defaultCharset());
    PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
    Syncopate.commandLine(Workloads::all, out, err); // all commands, so that the cache has them
    for (LaunchedProgram program : programs) {
      String[] words = arguments(program, folder).toArray(String[]::new);
      int code = Main.run(words);
      if (code != ExitCode.RIGHT) {
        throw new IllegalStateException(program.name() + " ended with " + code);
      }
    }
  }

  private static List<String> arguments(LaunchedProgram program, Path folder) {
    List<String> arguments = new ArrayList<>(program.arguments());
    arguments.addAll(List.of("--json", folder.resolve("run.json").toString()));
    return arguments;
  }
}
