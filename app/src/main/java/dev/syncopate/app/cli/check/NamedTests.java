package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.litmus.TestFile;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.sim.config.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The litmus tests that a user names. */
final class NamedTests {
  /** Names every test of the library. */
  static final String LIBRARY = "library";

  /** Names every test on transactions in shared memory. */
  static final String TRANSACTIONS = "transactions";

  /** Names every test on termination. */
  static final String TERMINATION = "termination";

  /** Names every test on asynchronous operations. */
  static final String ASYNCHRONOUS = "asynchronous";

  private NamedTests() {}

  /**
   * A file's test, those of a folder, one of the library, or all of it, or of that on transactions
   * or on asynchronous operations.
   */
  static List<TestFile> of(String name) {
    return of(name, false);
  }

  /**
   * The same.
   *
   * @param ofSeveral whether a single file that cannot be read is reported like those of a folder
   */
  static List<TestFile> of(String name, boolean ofSeveral) {
    if (name.equals(LIBRARY)) {
      return Library.names().stream().map(NamedTests::libraryTest).toList();
    }
    if (name.equals(TRANSACTIONS)) {
      return Library.transactions().stream().map(NamedTests::libraryTest).toList();
    }
    if (name.equals(TERMINATION)) {
      return Library.terminations().stream().map(NamedTests::libraryTest).toList();
    }
    if (name.equals(ASYNCHRONOUS)) {
      return Library.asynchronous().stream().map(NamedTests::libraryTest).toList();
    }
    Path path = Path.of(name);
    if (!Files.exists(path)) {
      if (Library.names().contains(name)
          || Library.transactions().contains(name)
          || Library.terminations().contains(name)
          || Library.asynchronous().contains(name)) {
        return List.of(libraryTest(name));
      }
      throw new UserErrorException("there is no file, folder or test of the library named " + name);
    }
    try {
      List<TestFile> tests = ofSeveral ? TestFile.atOrReport(path) : TestFile.at(path);
      if (tests.isEmpty()) {
        throw new UserErrorException(name + " has no file that ends in .litmus");
      }
      if (!ofSeveral && !Files.isDirectory(path) && tests.getFirst().problem() != null) {
        throw new UserErrorException(tests.getFirst().problem());
      }
      return tests;
    } catch (IOException e) {
      throw new UserErrorException("cannot read %s: %s".formatted(name, FileErrors.reason(e)));
    }
  }

  /**
   * The tests of several names. Of those that have one title in several files, each is called by
   * its file, too.
   */
  static List<TestFile> all(List<String> names) {
    List<TestFile> files =
        names.stream().flatMap(name -> of(name, names.size() > 1).stream()).toList();
    Map<String, Set<String>> paths = new TreeMap<>();
    for (TestFile file : files) {
      if (file.test() != null) {
        paths.computeIfAbsent(file.test().name(), unseen -> new TreeSet<>()).add(file.path());
      }
    }
    return files.stream()
        .map(file ->
            file.test() != null && paths.getOrDefault(file.test().name(), Set.of()).size() > 1
                ? file.named("%s (%s)".formatted(file.test().name(), file.path()))
                : file)
        .toList();
  }

  /**
   * The tests of several names, all of which can be read.
   *
   * @throws UserErrorException for the first that cannot
   */
  static List<LitmusTest> readable(List<String> names) {
    List<LitmusTest> tests = new ArrayList<>();
    for (TestFile file : inPtx(all(names))) {
      LitmusTest test = file.test();
      if (test == null) {
        throw new UserErrorException(String.valueOf(file.problem()));
      }
      tests.add(test);
    }
    return tests;
  }

  /** The same files; those that no simulated machine runs are refused. */
  static List<TestFile> inPtx(List<TestFile> files) {
    return files.stream().map(NamedTests::inPtx).toList();
  }

  private static TestFile inPtx(TestFile file) {
    LitmusTest test = file.test();
    if (test == null) {
      return file;
    }
    LitmusDialect dialect = test.annotations().dialect();
    String problem =
        dialect != LitmusDialect.PTX
            ? "a test in %s, which `model` alone judges; the simulated machine runs tests in PTX"
                .formatted(dialect.title())
            : test.hasProxies()
                ? "a test with surface, texture or constant accesses, which `model` alone judges;"
                    + " the simulated machine has no such memory"
                : null;
    return problem == null ? file : new TestFile(file.path(), null, file.path() + ": " + problem);
  }

  private static TestFile libraryTest(String name) {
    return TestFile.of(name, Library.text(name));
  }
}
