package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cuda.client.ClientLibraries;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.elf.CudaProgram.Kind;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.check.Checker;
import dev.syncopate.check.host.StreamRaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds a program, and refuses, before it starts, one that could not be run. */
final class ProgramFinder {
  private static final String SOURCE = ".cu";

  private ProgramFinder() {}

  /**
   * A program that can be started.
   *
   * @param name its file, or its name in {@code PATH}
   */
  static CudaProgram usable(String name, Map<String, String> environment) throws IOException {
    CudaProgram program = CudaProgram.inspect(find(name, environment));
    if (!program.missing().isEmpty()) {
      throw new UserErrorException(
          "%s needs %s, which come as machine code: the simulator has the CUDA runtime and driver only"
              .formatted(name, String.join(", ", program.missing())));
    }
    if (program.kind() == Kind.STRIPPED) {
      throw new UserErrorException(
          name
              + " has the CUDA runtime linked into it and no symbol table that says where: link it"
              + " with nvcc -cudart shared, or do not strip it");
    }
    if (program.kind() == Kind.WITHOUT_LOADER) {
      throw new UserErrorException(
          name
              + " is linked statically as a whole, so that no library can take the place of the CUDA"
              + " runtime: link it without -static");
    }
    return program;
  }

  /**
   * Has a checker told what a program's host does.
   *
   * @param checker null for none
   */
  static void tell(CudaSimulation simulation, @Nullable Checker checker) {
    if (checker == null) {
      return;
    }
    simulation.tell(checker.host());
    StreamRaces streams = checker.streams();
    if (streams != null) {
      simulation.tell(streams);
    }
  }

  /** Refuses a program that asks for functions which its libraries would lack. */
  static void check(CudaProgram program, Path libraries) throws IOException {
    List<String> lacking = ClientLibraries.lacking(libraries, program.imports());
    if (!lacking.isEmpty()) {
      throw new UserErrorException(
          "%s needs %s, which the simulator's CUDA runtime and driver do not have"
              .formatted(program.file(), String.join(", ", lacking)));
    }
  }

  private static Path find(String name, Map<String, String> environment) {
    if (name.endsWith(SOURCE) && Files.exists(Path.of(name))) {
      String source = Path.of(name).getFileName().toString();
      String compiled = source.substring(0, source.length() - SOURCE.length());
      throw new UserErrorException(
          ("%s is a CUDA source, and not a program: compile it with its host code"
                  + " (nvcc -o %s %s), or run one of its kernels with 'syncopate launch'")
              .formatted(name, compiled, source));
    }
    if (name.contains("/")) {
      return check(name, Path.of(name));
    }
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      Path file = Path.of(folder, name);
      if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return file;
      }
    }
    throw new UserErrorException(
        "there is no program %s in PATH%s"
            .formatted(name, Files.exists(Path.of(name)) ? "; the one here is ./" + name : ""));
  }

  private static Path check(String name, Path file) {
    if (!Files.exists(file)) {
      throw new UserErrorException("there is no program " + name);
    }
    if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
      throw new UserErrorException(name + " is not a program that may be run");
    }
    return file;
  }
}
