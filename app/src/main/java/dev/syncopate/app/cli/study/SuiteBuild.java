package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.CudaCompiler;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.PublishedSuite;
import dev.syncopate.study.paper.PublishedSuite.Source;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.paper.StudyVariant;
import dev.syncopate.study.paper.catalogue.Papers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A user's copy of a paper's programs, compiled into the folder of the study's results. A program
 * is compiled again only if its folder has changed, so its results stay valid as long as its
 * sources.
 */
final class SuiteBuild {
  private final Path folder;
  private final PublishedSuite suite;
  private final Map<String, Path> programs = new LinkedHashMap<>();
  private final List<String> facts = new ArrayList<>();

  private SuiteBuild(Path folder, PublishedSuite suite) {
    this.folder = folder;
    this.suite = suite;
  }

  /**
   * The suite of a paper in a folder.
   *
   * @throws UserErrorException if the paper has none, there is no such folder, or none of the
   *     programs is in it
   */
  static SuiteBuild of(Paper paper, Path folder) {
    PublishedSuite suite =
        paper
            .suite()
            .orElseThrow(() ->
                new UserErrorException(
                    "--programs: the study of %s runs no published programs; there are some of %s"
                        .formatted(
                            paper.name(),
                            String.join(
                                ", ",
                                Papers.all().stream()
                                    .filter(candidate -> candidate.suite().isPresent())
                                    .map(Paper::name)
                                    .toList()))));
    if (!Files.isDirectory(folder)) {
      throw new UserErrorException(
          "--programs: there is no folder %s; expected a copy of %s"
              .formatted(folder, suite.home()));
    }
    if (suite.sources().stream().noneMatch(source -> isThere(folder, source))) {
      throw new UserErrorException(
          "--programs: %s has none of the programs; expected a copy of %s, with %s"
              .formatted(
                  folder,
                  suite.home(),
                  String.join(", ", suite.sources().stream().map(Source::path).toList())));
    }
    return new SuiteBuild(folder, suite);
  }

  private static boolean isThere(Path folder, Source source) {
    return Files.isRegularFile(folder.resolve(source.path()));
  }

  /**
   * Compiles what is there; what is not, or does not compile, is told and left out.
   *
   * @param out the study's folder
   * @param messages hears what is compiled or left out
   * @throws UserErrorException if there is no nvcc, or nothing compiles
   */
  void build(Path out, PrintWriter messages) {
    UserErrorException last = null;
    for (Source source : suite.sources()) {
      if (!isThere(folder, source)) {
        leave(source, "there is no " + folder.resolve(source.path()), messages);
        continue;
      }
      try {
        programs.put(source.program(), compiled(source, out.resolve("programs"), messages));
      } catch (UserErrorException e) {
        last = e;
        leave(source, String.valueOf(e.getMessage()), messages);
      }
    }
    if (programs.isEmpty() && last != null) {
      throw last;
    }
  }

  private void leave(Source source, String why, PrintWriter messages) {
    facts.add(
        "Left out: %s, since %s.".formatted(source.program(), why.lines().findFirst().orElse("")));
    messages.println("--programs: %s is left out: %s".formatted(source.program(), why));
    messages.flush();
  }

  private Path compiled(Source source, Path target, PrintWriter messages) {
    Path file = folder.resolve(source.path());
    Path program = target.resolve(source.program()).toAbsolutePath();
    Path stamp = target.resolve(source.program() + ".sources");
    try {
      String digest = digest(Objects.requireNonNull(file.getParent()));
      if (Files.isExecutable(program)
          && Files.exists(stamp)
          && Files.readString(stamp).equals(digest)) {
        return program;
      }
      Files.createDirectories(target);
      Files.deleteIfExists(stamp);
      messages.println("compiling " + file);
      messages.flush();
      new CudaCompiler(System.getenv()).program(file, program);
      Files.writeString(stamp, digest);
      return program;
    } catch (IOException e) {
      throw new UserErrorException("cannot compile " + file + ": " + FileErrors.reason(e));
    }
  }

  /** Of all files of a program's folder and of how it is compiled. */
  private static String digest(Path sources) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    digest.update(String.join(" ", CudaCompiler.programOptions()).getBytes(StandardCharsets.UTF_8));
    List<Path> files;
    try (Stream<Path> paths = Files.list(sources)) {
      files = paths.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      byte[] content = Files.readAllBytes(file);
      digest.update(
          "\n%s %d\n"
              .formatted(file.getFileName(), content.length)
              .getBytes(StandardCharsets.UTF_8));
      digest.update(content);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The study with these programs. */
  List<StudyVariant> variants(StudySetup setup) {
    return suite.variants(setup, programs);
  }

  /** What was left out, for the report. */
  List<String> facts() {
    return List.copyOf(facts);
  }
}
