package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.shrink.ShrinkRequest;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.perturb.PerturbationList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options by which {@code shrink} tells another command how to shrink its schedules. */
public final class ShrinkOptions {
  /** Schedules that are tried for one that fails, where the command does not say how many. */
  private static final int SCHEDULES = 100;

  private static final String SETTING = "perturb.delays=";

  /** Runs for shrinking. */
  @Option(names = "--shrink-trials", hidden = true)
  private @Nullable Integer trials;

  /** Where the best schedule so far is kept. */
  @Option(names = "--shrink-save", hidden = true)
  private @Nullable Path saved;

  /** Where the picture goes. */
  @Option(names = "--shrink-picture", hidden = true)
  private @Nullable Path picture;

  /** Whether schedules are to be shrunk. */
  public boolean wanted() {
    return trials != null;
  }

  /** Where the picture goes; null for nowhere. */
  public @Nullable Path picture() {
    return picture;
  }

  /** Refuses, before any work is done, files that could not be written. */
  public void check() {
    if (saved != null) {
      OutputFile.check("--save", saved);
    }
    if (picture != null) {
      OutputFile.check("--picture", picture);
    }
  }

  /**
   * Request to shrink a schedule: the one that an earlier search has left in the file, else the
   * first that fails.
   */
  public ShrinkRequest request(PerturbOptions perturb) {
    int first = Math.max(1, perturb.first());
    int count = perturb.several() ? perturb.count() : perturb.first() > 0 ? 1 : SCHEDULES;
    return new ShrinkRequest(first, count, resumed(), trials == null ? 0 : trials);
  }

  private PerturbationList resumed() {
    Path file = saved;
    if (file == null || !Files.exists(file)) {
      return PerturbationList.NONE;
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UserErrorException(
          "--save: cannot read %s: %s".formatted(file, FileErrors.reason(e)));
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith(SETTING)) {
        try {
          return PerturbationList.parse(line.substring(SETTING.length()));
        } catch (IllegalArgumentException e) {
          throw new UserErrorException("--save: %s:%d: %s".formatted(file, i + 1, e.getMessage()));
        }
      }
    }
    throw new UserErrorException(
        "--save: %s holds no schedule: expected a line %s…".formatted(file, SETTING));
  }

  /** Keeps a schedule that fails, if that was asked for. */
  public void save(PerturbationList schedule) {
    if (saved != null) {
      OutputFile.write(
          "--save", saved, (SETTING + schedule + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The setting with which a command runs under a schedule. */
  public static String setting(PerturbationList schedule) {
    return SETTING + schedule;
  }
}
