package dev.syncopate.app.cuda;

import dev.syncopate.app.cuda.client.ClientLibraries;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.app.cuda.server.Server;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A program's run: as a separate process, so that its crash does not end the simulator, with the
 * simulator's libraries in front of NVIDIA's.
 */
public final class ProgramRun {
  private static final long LOOK_MILLISECONDS = 50;

  /** How long a program has to end by itself after Ctrl-C, which it hears as well. */
  private static final long PATIENCE_LOOKS = 40;

  private final CudaProgram program;
  private final List<String> words;
  private final Path libraries;
  private Redirect input = Redirect.INHERIT;
  private Redirect out = Redirect.INHERIT;
  private Redirect err = Redirect.INHERIT;
  private @Nullable PrintWriter printed;
  private volatile @Nullable Process process;

  /**
   * @param program what was found out about it
   * @param words its file and its arguments
   * @param libraries the folder of {@link ClientLibraries}
   */
  public ProgramRun(CudaProgram program, List<String> words, Path libraries) {
    this.program = program;
    this.words = words;
    this.libraries = libraries;
  }

  /** Where the program's output goes, if it is not this process's own. */
  public ProgramRun output(Redirect standard, Redirect error) {
    out = standard;
    err = error;
    return this;
  }

  /**
   * Has the program read what it read in an earlier run, where standard input is a file that can be
   * read again; else there is nothing to read.
   */
  public ProgramRun readAgain() {
    File open = new File("/proc/self/fd/0");
    File file = new File("/dev/null");
    try {
      File canonical = open.getCanonicalFile();
      file = canonical.isFile() ? canonical : file;
    } catch (IOException e) {
      // Its kind stays unknown.
    }
    input = Redirect.from(file);
    return this;
  }

  /** Has what the program prints on standard output go somewhere else. */
  public ProgramRun standardOutputTo(PrintWriter writer) {
    out = Redirect.PIPE;
    printed = writer;
    return this;
  }

  /** Whether the program is there, so that a launch of its is worth going on with. */
  public boolean isAlive() {
    Process running = process;
    return running == null || running.isAlive();
  }

  /**
   * Runs the program to its end.
   *
   * @param interrupted whether the user wants it to end
   * @throws IOException if it cannot be started
   */
  public ProgramEnd run(CudaSimulation simulation, BooleanSupplier interrupted) throws IOException {
    Server server = new Server(simulation);
    ProgramEnd end;
    try (server) {
      List<String> command = new ArrayList<>(words);
      command.set(0, program.file().toString());
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectInput(input).redirectOutput(out).redirectError(err);
      environment(builder.environment(), server.socket());
      if (simulation.streams() != null) {
        builder.environment().put("SYNCOPATE_CUDA_ORDER", "1");
      }
      Process started = builder.start();
      process = started;
      OutputCopy copy = printed == null ? null : OutputCopy.start(started, printed);
      int status = await(started, interrupted);
      end =
          ProgramEnd.of(
              status,
              simulation.endedByItself(started.pid(), status),
              copy == null ? null : copy.await());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    Throwable failure = server.failure();
    if (failure instanceof Error error) {
      throw error; // out of memory has another message
    }
    if (failure != null) {
      throw new IllegalStateException("the simulator failed while it served the program", failure);
    }
    return end;
  }

  private static int await(Process started, BooleanSupplier interrupted)
      throws InterruptedException {
    int looks = 0;
    while (!started.waitFor(LOOK_MILLISECONDS, TimeUnit.MILLISECONDS)) {
      if (!interrupted.getAsBoolean()) {
        continue;
      }
      looks++;
      if (looks == PATIENCE_LOOKS) {
        started.destroy();
      } else if (looks == 2 * PATIENCE_LOOKS) {
        started.destroyForcibly();
      }
    }
    return started.exitValue();
  }

  /** Undoes the launcher's change of a locale that is not UTF-8. */
  static void restoreLocale(Map<String, String> environment) {
    String locale = environment.remove("SYNCOPATE_USER_LC_ALL");
    if (locale == null) {
      return;
    }
    if (locale.isEmpty()) {
      environment.remove("LC_ALL");
    } else {
      environment.put("LC_ALL", locale);
    }
  }

  private void environment(Map<String, String> environment, Path socket) {
    restoreLocale(environment);
    environment.put("SYNCOPATE_CUDA_SOCKET", socket.toString());
    if (program.runtime() != 0) {
      environment.put("SYNCOPATE_CUDART", Integer.toString(program.runtime()));
    }
    environment.merge(
        "LD_LIBRARY_PATH", libraries.toString(), (theirs, ours) -> ours + ":" + theirs);
    environment.merge(
        "LD_PRELOAD",
        libraries.resolve(ClientLibraries.CORE).toString(),
        (theirs, ours) -> ours + ":" + theirs);
  }
}
