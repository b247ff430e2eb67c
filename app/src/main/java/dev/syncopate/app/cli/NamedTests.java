package dev.syncopate.app.cli;

import dev.syncopate.app.litmus.TestFile;
import dev.syncopate.model.library.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The litmus tests that a user names. */
final class NamedTests {
  /** Names every test of the library. */
  static final String LIBRARY = "library";

  private NamedTests() {}

  /** A file's test, those of a folder, one of the library, or all of it. */
  static List<TestFile> of(String name) {
    if (name.equals(LIBRARY)) {
      return Library.names().stream().map(NamedTests::libraryTest).toList();
    }
    Path path = Path.of(name);
    if (!Files.exists(path)) {
      if (Library.names().contains(name)) {
        return List.of(libraryTest(name));
      }
      throw new UserErrorException("there is no file, folder or test of the library named " + name);
    }
    try {
      List<TestFile> tests = TestFile.at(path);
      if (tests.isEmpty()) {
        throw new UserErrorException(name + " has no file that ends in .litmus");
      }
      if (!Files.isDirectory(path) && tests.getFirst().problem() != null) {
        throw new UserErrorException(tests.getFirst().problem());
      }
      return tests;
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read "
              + (e instanceof NoSuchFileException
                  ? "there is no file " + e.getMessage()
                  : e.getMessage()));
    }
  }

  private static TestFile libraryTest(String name) {
    return TestFile.of(name, Library.text(name));
  }
}
