package dev.syncopate.app.cli.console;

import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads PTX from disk. */
public final class PtxFile {
  private static final long MOST_BYTES = 256L << 20;

  private PtxFile() {}

  /**
   * PTX that was read or compiled.
   *
   * @param name what messages call it, with lines of the PTX
   */
  public record Source(String name, String text) {}

  /** Reads PTX, or compiles CUDA C++ ({@code .cu}) to it. */
  public static Source readOrCompile(Path file) {
    if (!file.toString().endsWith(".cu")) {
      return new Source(file.toString(), read(file));
    }
    if (!Files.isRegularFile(file)) {
      throw new UserErrorException("there is no file " + file);
    }
    return new Source("PTX of " + file, new CudaCompiler(System.getenv()).compile(file));
  }

  public static String read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new UserErrorException(file + " is a folder, not a PTX file");
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new UserErrorException(file + " has more than " + MOST_BYTES + " bytes: is it PTX?");
      }
      byte[] bytes = Files.readAllBytes(file);
      for (byte value : bytes) {
        if (value == 0) {
          throw new UserErrorException(
              file + " is binary, not PTX text; 'nvcc -ptx' or 'clang -S' writes PTX");
        }
      }
      return TextFile.tolerant(bytes);
    } catch (NoSuchFileException e) {
      throw new UserErrorException("there is no file " + file);
    } catch (IOException e) {
      throw new UserErrorException("cannot read " + file + ": " + FileErrors.reason(e));
    }
  }
}
