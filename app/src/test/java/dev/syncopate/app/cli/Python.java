package dev.syncopate.app.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Python interpreter of this computer that has the modules which a test needs: {@code python3} of
 * the PATH, or else that of the system.
 */
final class Python {
  /** For {@code @EnabledIf}. */
  static final String MISSING =
      "no python3 has pandas, or for notebooks nbconvert and ipykernel: CONTRIBUTING.md says how to install them";

  private Python() {}

  /** Whether the module's own tests can run. */
  static boolean hasPandas() throws IOException, InterruptedException {
    return with("pandas").isPresent();
  }

  /** Whether notebooks can be executed. */
  static boolean executesNotebooks() throws IOException, InterruptedException {
    return with("pandas", "nbconvert", "ipykernel").isPresent();
  }

  /** An interpreter that has all these modules. */
  static Optional<Path> with(String... modules) throws IOException, InterruptedException {
    List<Path> interpreters =
        Stream.concat(
                Stream.of(System.getenv("PATH").split(File.pathSeparator, -1)),
                Stream.of("/usr/bin"))
            .map(folder -> Path.of(folder, "python3"))
            .filter(Files::isExecutable)
            .distinct()
            .toList();
    for (Path interpreter : interpreters) {
      Process process =
          new ProcessBuilder(
                  interpreter.toString(),
                  "-c",
                  "import importlib.util, sys; "
                      + "sys.exit(any(not importlib.util.find_spec(m) for m in sys.argv[1].split(',')))",
                  String.join(",", modules))
              .redirectErrorStream(true)
              .start();
      process.getInputStream().readAllBytes();
      if (process.waitFor() == 0) {
        return Optional.of(interpreter);
      }
    }
    return Optional.empty();
  }

  /** Runs an interpreter on the module of this tree, with this build as the program. */
  static Shell.Result run(Path interpreter, Path launcher, String... arguments)
      throws IOException, InterruptedException {
    JavaProcess.writeLauncher(launcher);
    List<String> command = new ArrayList<>(List.of(interpreter.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SYNCOPATE", launcher.toString());
    builder.environment().put("PYTHONPATH", folder().toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Shell.Result(process.waitFor(), printed, "");
  }

  /** The folder of the module. */
  static Path folder() {
    return Checkout.launcher().resolveSibling("python");
  }
}
