package dev.syncopate.sim.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the short way takes it reads as the library does, places included. */
class PlainYamlTest {
  private static final Path PRESETS =
      Path.of("../machine/src/main/resources/dev/syncopate/machine/preset");

  /** Pieces of lines, most of them of the part of YAML that is taken. */
  private static final List<String> PIECES =
      List.of(
          "a:",
          "b:",
          "c: 1",
          "d: x-2/y.z",
          "e: 5 # five",
          " ",
          "  ",
          "\n",
          "\n",
          "\n",
          "\n  ",
          "\n  ",
          "\n    ",
          "# note",
          ": ",
          "-",
          "- x",
          "'q'",
          "\"",
          "{a: 1}",
          "&n",
          "*n",
          "\t",
          "é",
          "#",
          "~",
          "f:1",
          "g:  true  ",
          "...",
          "---",
          "|",
          "?",
          "0x1F",
          "x y");

  private static ConfigSource source(String text) {
    return new ConfigSource("t.yaml", text);
  }

  private static boolean taken(String text) {
    return PlainYaml.read(source(text)) != null;
  }

  @Test
  void machinesAreReadTheShortWay() throws IOException {
    try (Stream<Path> files = Files.walk(PRESETS)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".yaml")).toList()) {
        ConfigSource source = ConfigSource.read(file);
        assertThat(PlainYaml.read(source))
            .as(file.toString())
            .isNotNull()
            .isEqualTo(YamlTree.readByLibrary(source));
      }
    }
  }

  @Test
  void whatMayBeSomethingElseIsLeftToTheLibrary() {
    assertThat(taken("a: 1\nb:\n  c: d # e\n  f: 2\ng: h\n")).isTrue();
    for (String text :
        List.of(
            "",
            "# nothing\n",
            " a: 1\n",
            "a:\n",
            "a:\nb: 1\n",
            "a: 1\n  b: 2\n",
            "a:\n    b: 1\n  c: 2\n",
            "a: b c\n",
            "a: b#c\n",
            "a: 'b'\n",
            "a: [1]\n",
            "a: -1\n",
            "a:1\n",
            "a: 1\r\n",
            "a: 1 # \u00e9\n",
            "- a\n",
            "---\na: 1\n")) {
      assertThat(taken(text)).as(text).isFalse();
    }
    StringBuilder deep = new StringBuilder();
    for (int depth = 0; depth <= YamlTree.MAX_DEPTH; depth++) {
      deep.repeat(' ', depth).append("a:\n");
    }
    assertThat(taken(deep.repeat(' ', YamlTree.MAX_DEPTH + 1).append("a: 1\n").toString()))
        .isFalse();
  }

  @Test
  void randomTextsAreReadAsByTheLibrary() {
    long seed = 20_261_127;
    Random random = new Random(seed);
    int comparisons = 0;
    for (int i = 0; i < 60_000; i++) {
      StringBuilder text = new StringBuilder();
      int plain = random.nextBoolean() ? 15 : PIECES.size();
      for (int length = random.nextInt(12); length >= 0; length--) {
        text.append(PIECES.get(random.nextInt(plain)));
      }
      ConfigSource source = source(text.toString());
      ConfigNode.Mapping read = PlainYaml.read(source);
      if (read != null) {
        assertThat(read)
            .as("seed %d, text %d: %s", seed, i, text)
            .isEqualTo(YamlTree.readByLibrary(source));
        comparisons++;
      }
    }
    assertThat(comparisons).isGreaterThan(1_000);
  }
}
