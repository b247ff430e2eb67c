package dev.syncopate.machine.preset;

import dev.syncopate.sim.stats.Counter;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Finds every class with counters, so that none can be forgotten. */
final class CounterClasses {
  private CounterClasses() {}

  /** Those of the module that a class is in, whether that is a folder of classes or a jar. */
  static List<Class<?>> inModuleOf(Class<?> member) throws IOException {
    Path place = place(member);
    if (Files.isDirectory(place)) {
      return under(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return under(jar.getPath("/"));
    }
  }

  private static Path place(Class<?> member) {
    try {
      URI location = member.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(location);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Class<?>> under(Path root) throws IOException {
    List<Class<?>> counterClasses = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file :
          files.filter(f -> f.toString().endsWith("Counters.class")).sorted().toList()) {
        String path = root.relativize(file).toString();
        Class<?> type = load(path.substring(0, path.length() - ".class".length()));
        if (Arrays.stream(type.getFields()).anyMatch(f -> f.isAnnotationPresent(Counter.class))) {
          counterClasses.add(type);
        }
      }
    }
    return counterClasses;
  }

  private static Class<?> load(String path) {
    try {
      return Class.forName(path.replace('/', '.').replace('\\', '.'));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
