package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cuda.server.PtxListener;
import dev.syncopate.sim.config.FileErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Folder in which a program's PTX is kept for the user. */
final class PtxFolder {
  private PtxFolder() {}

  /**
   * Keeps what it hears of.
   *
   * @param folder null for nowhere
   */
  static PtxListener of(@Nullable Path folder) {
    if (folder == null) {
      return (name, text) -> name;
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UserErrorException("--ptx: " + FileErrors.reason(e));
    }
    return (name, text) -> {
      Path file = folder.resolve(name);
      OutputFile.write("--ptx", file, text.getBytes(StandardCharsets.UTF_8));
      return file.toString();
    };
  }
}
