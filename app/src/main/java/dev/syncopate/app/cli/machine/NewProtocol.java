package dev.syncopate.app.cli.machine;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.text.WholeFile;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/**
 * The files of a coherence protocol to start from: GPU coherence with one other row. Templates of
 * the files are resources, in which {@code @name@} and {@code @Name@} stand for the protocol's name
 * in packages and in classes.
 *
 * @param name of the protocol and its package
 */
record NewProtocol(String name) {
  private static final String ROOM = "memory/src/%s/java/dev/syncopate/memory/mechanism";
  private static final String REGISTRY =
      "memory/src/main/java/dev/syncopate/memory/system/Protocols.java";
  private static final String INDEX = "docs/README.md";

  private static final String SUMMARY = "GPU coherence whose L1s perform no weak store";

  /** The machine whose tables a mechanism's page has. */
  private static final String MACHINE = "srsp-64cu";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{1,15}");

  /** Printed row of the base protocol that the new protocol replaces. */
  private static final String BASE_ROW = "  st.weak       PERFORM_AT_L1\n";

  private static final String ROW = "  st.weak       PERFORM_AT_L2\n";
  private static final String BASE_LINE =
      "          new Mechanism(\"gpu\", () -> new GpuProtocol()),\n";
  private static final String BASE_PAGE =
      "| What does plain GPU coherence do? |"
          + " [gpu](../memory/src/main/java/dev/syncopate/memory/mechanism/gpu/page.md) |\n";
  private static final String IMPORT = "import dev.syncopate.memory.mechanism.";

  /**
   * Files of a source tree, by their paths in it.
   *
   * @param created files that were not there
   * @param changed files that have a line more
   */
  record Written(List<String> created, List<String> changed) {}

  /**
   * A protocol of this name.
   *
   * @throws UserErrorException if the name cannot be a package's, or is that of a mechanism
   */
  static NewProtocol named(String name) {
    if (!NAME.matcher(name).matches() || SourceVersion.isKeyword(name)) {
      throw new UserErrorException(
          "found the name '%s', expected 2 to 16 lower-case letters and digits, a letter first, and no word of Java"
              .formatted(name));
    }
    List<String> names = new ArrayList<>(Mechanisms.protocols());
    names.addAll(Mechanisms.besideProtocols());
    Mechanisms.fronts().forEach(front -> names.add(front.name()));
    if (names.contains(name)) {
      throw new UserErrorException(
          "there is a mechanism %s, expected a name that is none of %s"
              .formatted(name, String.join(", ", names)));
    }
    return new NewProtocol(name);
  }

  /** Whether a folder has the sources of the memory system. */
  static boolean isTree(Path folder) {
    return Files.isRegularFile(folder.resolve(REGISTRY));
  }

  /** Name of the test's class. */
  String contractTest() {
    return className() + "ContractTest";
  }

  private String className() {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /**
   * Writes the files, and adds the protocol's lines to the registry and to the index of pages.
   *
   * @param tree root of the sources
   * @throws UserErrorException if a file is there already or a line's place is not found: nothing
   *     is written then
   */
  Written write(Path tree) throws IOException {
    if (!isTree(tree)) {
      throw new UserErrorException("%s is no source tree: it has no %s".formatted(tree, REGISTRY));
    }
    Map<String, String> created = files();
    for (String room : List.of(ROOM.formatted("main"), ROOM.formatted("test"))) {
      Path folder = tree.resolve(room).resolve(name);
      if (Files.exists(folder)) {
        throw new UserErrorException(
            "%s is there already: expected another name".formatted(folder));
      }
    }
    Map<String, String> changed = new LinkedHashMap<>();
    changed.put(REGISTRY, registry(Files.readString(tree.resolve(REGISTRY))));
    changed.put(INDEX, index(Files.readString(tree.resolve(INDEX))));
    for (Map<String, String> texts : List.of(created, changed)) {
      for (Map.Entry<String, String> text : texts.entrySet()) {
        Path file = tree.resolve(text.getKey());
        Files.createDirectories(file.resolveSibling("."));
        WholeFile.write(file, text.getValue());
      }
    }
    return new Written(List.copyOf(created.keySet()), List.copyOf(changed.keySet()));
  }

  /** Texts of the files that are new, by path. */
  private Map<String, String> files() {
    String main = ROOM.formatted("main") + "/" + name + "/";
    Map<String, String> files = new LinkedHashMap<>();
    files.put(main + className() + "Protocol.java", filled("Protocol"));
    files.put(main + className() + "Mutant.java", filled("Mutant"));
    files.put(main + "package-info.java", filled("package-info"));
    files.put(main + "refuters/MP-" + name + ".litmus", filled("litmus"));
    files.put(main + "page.md", filled("page").replace("@printed@", printed()));
    files.put(
        ROOM.formatted("test") + "/" + name + "/" + contractTest() + ".java",
        filled("ContractTest"));
    return files;
  }

  private String filled(String template) {
    String resource = "protocol/" + template + ".txt";
    try (InputStream stream = NewProtocol.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException("the program has no " + resource);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@name@", name)
          .replace("@Name@", className())
          .replace("@summary@", SUMMARY);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + resource, e);
    }
  }

  /** The tables as {@code protocols} prints them: those of the base with the row that differs. */
  private String printed() {
    String base = Mechanisms.describe("gpu", Presets.load(MACHINE));
    String rows = base.substring(base.indexOf('\n'));
    return name + ": " + SUMMARY + "." + replaced(rows, BASE_ROW, ROW, "the tables of gpu");
  }

  private String registry(String text) {
    String line =
        "          new Mechanism(\"%s\", () -> new %sProtocol()),\n".formatted(name, className());
    String imported = IMPORT + name + "." + className() + "Protocol;\n";
    // Imports stay sorted: the new one stands before the first one that is greater.
    List<String> lines = text.lines().toList();
    String next =
        lines.stream()
            .filter(existing -> existing.startsWith("import ") && existing.compareTo(imported) > 0)
            .findFirst()
            .orElse("");
    String withImport = replaced(text, next + "\n", imported + next + "\n", REGISTRY);
    return replaced(withImport, BASE_LINE, BASE_LINE + line, REGISTRY);
  }

  private String index(String text) {
    String row = BASE_PAGE.replace("plain GPU coherence", "`" + name + "`").replace("gpu", name);
    return replaced(text, BASE_PAGE, BASE_PAGE + row, INDEX);
  }

  private static String replaced(String text, String part, String replacement, String location) {
    if (!text.contains(part)) {
      throw new UserErrorException("%s: found no line '%s'".formatted(location, part.strip()));
    }
    return text.replace(part, replacement);
  }
}
