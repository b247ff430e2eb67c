package dev.syncopate.app.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A checkout of this program and what is built from it. */
public final class BuiltVersion implements AutoCloseable {
  private final Path root;
  private final String name;

  /** Of which this is a temporary working tree; null for a checkout that is there in any case. */
  private final Path repository;

  private BuiltVersion(Path root, String name, Path repository) {
    this.root = root;
    this.name = name;
    this.repository = repository;
  }

  /**
   * The checkout that this program was started from.
   *
   * @param launcher its {@code ./syncopate}
   * @throws IOException if it is no checkout
   */
  public static BuiltVersion here(Path launcher) throws IOException {
    Path root = launcher.toAbsolutePath().getParent();
    if (root == null
        || !Files.exists(root.resolve("pom.xml"))
        || !Files.exists(root.resolve(".git"))) {
      throw new IOException(
          "%s is no checkout of this program: versions are compared where both can be built"
              .formatted(root));
    }
    return new BuiltVersion(root, "this", root);
  }

  /**
   * Checks a commit out into a temporary folder, and builds it.
   *
   * @param checkout where its repository is
   * @param commit as git knows it
   * @throws IOException if there is no such commit, or it cannot be built; the message has what git
   *     or the build printed
   */
  public static BuiltVersion of(BuiltVersion checkout, String commit, BooleanSupplier stop)
      throws IOException, InterruptedException {
    String revision = commit + "^{commit}";
    String hash =
        run(
            checkout.root,
            List.of("git", "rev-parse", "--verify", "--quiet", "--short=8", revision),
            "git knows no commit " + commit,
            stop);
    Path folder = Files.createTempDirectory("syncopate-against-").resolve("tree");
    String _ =
        run(
            checkout.root,
            List.of("git", "worktree", "add", "--detach", folder.toString(), hash.strip()),
            "git cannot check " + commit + " out",
            stop);
    BuiltVersion version = new BuiltVersion(folder, hash.strip(), checkout.root);
    try {
      version.build(stop);
      return version;
    } catch (IOException | InterruptedException | RuntimeException e) {
      version.close();
      throw e;
    }
  }

  /** Builds the program, as its launcher does. */
  public void build(BooleanSupplier stop) throws IOException, InterruptedException {
    String _ =
        run(root, List.of(launcher().toString(), "--version"), name + " cannot be built", stop);
  }

  /**
   * Builds the micro-benchmarks.
   *
   * @return their jar
   */
  public Path benchmarks(BooleanSupplier stop) throws IOException, InterruptedException {
    String _ =
        run(
            root,
            List.of(
                "mvn",
                "-q",
                "-Dfast",
                "-Dbenchmarks",
                "-Dmaven.test.skip=true",
                "package",
                "-pl",
                "benchmarks",
                "-am"),
            "the micro-benchmarks of " + name + " cannot be built",
            stop);
    return root.resolve("benchmarks/target/benchmarks.jar");
  }

  /** What it is called in a table. */
  public String name() {
    return name;
  }

  /** Starts the program. */
  public Path launcher() {
    return root.resolve("syncopate");
  }

  /** Removes a temporary working tree. */
  @Override
  public void close() throws IOException {
    if (root.equals(repository)) {
      return;
    }
    try {
      String _ =
          run(
              repository,
              List.of("git", "worktree", "remove", "--force", root.toString()),
              "git cannot remove " + root,
              () -> false);
      Path folder = root.getParent();
      if (folder != null) {
        Files.deleteIfExists(folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String run(Path folder, List<String> command, String failure, BooleanSupplier stop)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("syncopate-against-", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
        if (stop.getAsBoolean()) {
          process.destroy();
          int _ = process.waitFor();
          throw new CancellationException();
        }
      }
      String output = Files.readString(log, StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException(failure + (output.isBlank() ? "" : ":\n" + output.strip()));
      }
      return output;
    } finally {
      Files.deleteIfExists(log);
    }
  }
}
