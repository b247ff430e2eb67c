package dev.syncopate.sim.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfigReaderTest {
  private static Gadget read(String yaml) {
    return ConfigReader.read("g.yaml", yaml, Gadget.class);
  }

  /** The message of the error that a change of the sample gives. */
  private static @Nullable String error(String original, String replacement) {
    assertThat(Gadget.YAML).contains(original);
    return errorOf(Gadget.YAML.replace(original, replacement));
  }

  private static @Nullable String errorOf(String yaml) {
    Throwable thrown = catchThrowable(() -> read(yaml));
    assertThat(thrown).isInstanceOf(ConfigException.class);
    return thrown.getMessage();
  }

  @Test
  void everyKindOfFieldIsRead() {
    assertThat(read(Gadget.YAML)).isEqualTo(Gadget.VALUE);
  }

  @Test
  void aPlainSizeCountsBytesAndNamesAreReadInAnyCase() {
    String plain = Gadget.YAML.replace("16KiB", "16384").replace("very-lively", "VERY_LIVELY");
    assertThat(read(plain)).isEqualTo(Gadget.VALUE);
    assertThat(read(plain.replace("16384", "\"16 kib\""))).isEqualTo(Gadget.VALUE);
  }

  /** What may be lacking altogether. */
  public record Extra(
      @Setting(value = "Parts.", max = 4, absent = "0") int parts,
      @Setting(value = "Clock.", unit = Setting.Unit.MEGAHERTZ, absent = "2GHz") int clock) {}

  public record Device(
      @Setting("Name.") String name, @Setting("What may be lacking.") Extra extra) {}

  @Test
  void whatNoFileGivesIsWhatItsDescriptionSays() {
    assertThat(ConfigReader.read("d.yaml", "name: a\n", Device.class))
        .isEqualTo(new Device("a", new Extra(0, 2000)));
    assertThat(ConfigReader.read("d.yaml", "name: a\nextra:\n  parts: 3\n", Device.class))
        .isEqualTo(new Device("a", new Extra(3, 2000)));
    assertThat(
            catchThrowable(() -> ConfigReader.read("d.yaml", "extra:\n  parts: 3\n", Device.class)))
        .hasMessageContaining("lacks name");
  }

  @Test
  void anUnknownKeyIsRefusedWithTheNearestKnownOne() {
    assertThat(error("  ways: 4", "  wasy: 4"))
        .isEqualTo(
            """
            g.yaml:7:3: found store.wasy, expected one of size, line, ways; did you mean ways?
                  wasy: 4
                  ^\
            """);
  }

  @Test
  void aKeyOfAnotherGroupIsRefusedWithItsPath() {
    assertThat(error("name: test", "name: test\nlatency: 7"))
        .startsWith(
            "g.yaml:2:1: found latency, expected one of name, enabled, mood, store, timing; "
                + "did you mean timing.latency?\n");
  }

  @Test
  void aKeyLikeNoOtherGetsNoHint() {
    assertThat(error("  ways: 4", "  ways: 4\n  colour: red"))
        .startsWith("g.yaml:8:3: found store.colour, expected one of size, line, ways\n");
  }

  @Test
  void missingKeysAreListedByGroup() {
    assertThat(error("  line: 64\n  ways: 4\n", ""))
        .isEqualTo(
            """
            g.yaml:4:1: store lacks line, ways
                store:
                ^\
            """);
    assertThat(errorOf("name: test\n"))
        .startsWith("g.yaml:1:1: the file lacks enabled, mood, store, timing\n");
  }

  @Test
  void whatIsMissingMayComeFromAnotherFile() {
    assertThat(catchThrowable(() -> readWithBases("name: small\n")))
        .hasMessageStartingWith("g.yaml:1:1: the file lacks enabled, mood, store, timing\n")
        .hasMessageEndingWith(
            "\na file that begins with 'extends: sample' needs to give only what differs");
  }

  @Test
  void illTypedValuesAreRefusedWithWhatWasExpected() {
    assertThat(error("16KiB", "16KB"))
        .isEqualTo(
            """
            g.yaml:5:9: store.size: found 16KB, expected bytes from 128B to 1MiB, written like 16KiB
                  size: 16KB
                        ^\
            """);
    assertThat(error("1.2GHz", "fast"))
        .startsWith(
            "g.yaml:9:10: timing.clock: found fast, "
                + "expected clock from 1MHz to 10GHz, written like 850MHz\n");
    assertThat(error("13.75ns", "0.0001ns"))
        .startsWith("g.yaml:10:10: timing.delay: found 0.0001ns, expected time from 0ps to ");
    assertThat(error("latency: 7", "latency: 7ns"))
        .startsWith("g.yaml:11:12: timing.latency: found 7ns, expected cycles from 1 to 100\n");
    assertThat(error("true", "yes"))
        .startsWith("g.yaml:2:10: enabled: found yes, expected true or false\n");
    assertThat(error("very-lively", "livly"))
        .startsWith("g.yaml:3:7: mood: found livly, expected calm or very-lively\n");
    assertThat(error("name: test", "name:"))
        .startsWith("g.yaml:1:6: name: found nothing, expected text\n");
    assertThat(error("latency: 7", "latency:"))
        .startsWith("g.yaml:11:11: timing.latency: found nothing, expected cycles from 1 to 100\n");
    assertThat(error("latency: 7", "latency: [7]"))
        .startsWith("g.yaml:11:12: timing.latency: found a list, expected cycles from 1 to 100\n");
    assertThat(error("latency: 7", "latency: {a: 7}"))
        .startsWith("g.yaml:11:12: timing.latency: found a group of keys, expected cycles");
    assertThat(errorOf("store: 5\n"))
        .startsWith("g.yaml:1:8: store: found 5, expected the keys size, line, ways\n");
  }

  @Test
  void valuesOutOfRangeAreRefusedWithTheRange() {
    assertThat(error("16KiB", "100")).contains("found 100, expected bytes from 128B to 1MiB");
    assertThat(error("16KiB", "2MiB")).contains("found 2MiB, expected bytes from 128B to 1MiB");
    assertThat(error("latency: 7", "latency: -1")).contains("found -1, expected cycles from 1");
    assertThat(error("latency: 7", "latency: 99999999999999999999999999999999999999"))
        .contains("expected cycles from 1 to 100");
    assertThat(error("latency: 7", "latency: 4294967297"))
        .as("no wrap-around")
        .contains("found 4294967297, expected cycles from 1 to 100");
    assertThat(error("line: 64", "line: 48"))
        .contains("found 48, expected bytes, a power of two from 32B to 128B");
  }

  @Test
  void duplicateKeysAreRefused() {
    assertThat(error("  ways: 4", "  ways: 4\n  ways: 8"))
        .startsWith("g.yaml:8:3: found store.ways again; it is first at g.yaml:7:3\n");
    assertThat(error("timing:", "store:"))
        .startsWith("g.yaml:8:1: found store again; it is first at g.yaml:4:1\n");
  }

  @Test
  void allErrorsOfAFileAreReported() {
    assertThat(errorOf(Gadget.YAML.replace("64", "65").replace("true", "1").replace("ways", "way")))
        .contains("g.yaml:2:10: enabled", "g.yaml:6:9: store.line", "g.yaml:7:3: found store.way");
  }

  @Test
  void conditionsAcrossFieldsAreChecked() {
    assertThat(error("16KiB", "16000"))
        .isEqualTo(
            """
            g.yaml:5:9: store.size: 16000 is not a multiple of line * ways = 256
                  size: 16000
                        ^\
            """);
  }

  @Test
  void textThatIsNoYamlIsRefusedWithItsPosition() {
    assertThat(errorOf("name: [1")).startsWith("g.yaml:1:9: not YAML: ");
    assertThat(errorOf("a: b: c")).startsWith("g.yaml:1:5: not YAML: ");
    assertThat(errorOf("\tname: x")).startsWith("g.yaml:1:1: not YAML: ");
    assertThat(errorOf("a: \u0001b"))
        .startsWith("g.yaml:1:4: found the character U+0001, expected text");
    assertThat(errorOf("a: \"\\UFFFFFFFF\"")).startsWith("g.yaml: not YAML: ");
    assertThat(errorOf("")).startsWith("g.yaml: found an empty file, expected the keys name");
    assertThat(errorOf("# nothing\n")).startsWith("g.yaml: found an empty file");
    assertThat(errorOf("- a\n")).startsWith("g.yaml:1:1: found a list, expected the keys name,");
    assertThat(errorOf("a: 1\n---\nb: 2\n"))
        .startsWith("g.yaml:2:1: found a second document, expected one in a file\n");
    assertThat(errorOf("name: &a x\nmood: *a\n"))
        .startsWith("g.yaml:2:7: found an alias, expected a value\n");
    assertThat(errorOf("? [a]\n: b\n"))
        .startsWith("g.yaml:1:3: found a list as a key, expected a name\n");
    assertThat(errorOf("{a: ".repeat(100_000))).contains("found more than 50 levels of nesting");
  }

  @Test
  void aFileMayExtendAnother() {
    Gadget gadget = readWithBases("extends: sample\nstore:\n  size: 8KiB\nname: small\n");
    assertThat(gadget.store()).isEqualTo(new Gadget.Store(8192, 64, 4));
    assertThat(gadget.name()).isEqualTo("small");
    assertThat(gadget.timing()).isEqualTo(Gadget.VALUE.timing());
  }

  @Test
  void anUnknownBaseIsRefusedWithTheNearestKnownOne() {
    assertThat(catchThrowable(() -> readWithBases("extends: sampel\n")))
        .hasMessageStartingWith(
            "g.yaml:1:10: extends: found sampel, expected one of sample, loop; "
                + "did you mean sample?\n");
    assertThat(errorOf("extends: x\n")).contains("found x, expected a file that stands alone");
    assertThat(catchThrowable(() -> readWithBases("extends: [sample]\n")))
        .hasMessageContaining("extends: found a list, expected one of sample, loop");
  }

  @Test
  void aFileThatExtendsItselfIsRefused() {
    assertThat(catchThrowable(() -> readWithBases("extends: loop\n")))
        .hasMessageStartingWith("loop.yaml:1:10: extends: loop.yaml would extend itself\n");
  }

  @Test
  void anErrorInABaseNamesTheBasesFile() {
    assertThat(catchThrowable(() -> readWithBases("extends: sample\nstore:\n  ways: 3\n")))
        .as("ways is wrong for the size of the base")
        .hasMessageStartingWith("sample.yaml:5:9: store.size: 16384 is not a multiple");
  }

  private static Gadget readWithBases(String yaml) {
    BaseFiles bases =
        new BaseFiles() {
          @Override
          public @Nullable ConfigSource find(String name, ConfigSource extending) {
            return switch (name) {
              case "sample" -> new ConfigSource("sample.yaml", Gadget.YAML);
              case "loop" -> new ConfigSource("loop.yaml", "extends: loop\n");
              default -> null;
            };
          }

          @Override
          public List<String> names() {
            return List.of("sample", "loop");
          }
        };
    return ConfigReader.read(new ConfigSource("g.yaml", yaml), Gadget.class, bases);
  }

  /** Every input yields a configuration or a clear error. */
  @Test
  void fuzzedTextNeverThrowsAnythingElse() {
    long seed = 42;
    Random random = new Random(seed);
    String alphabet = "ab:- \n\t{}[]&*!|>'\"%@`#,?\\0\u0001\u00e9\ud83d\ude00KiB";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "" : Gadget.YAML);
      for (int change = random.nextInt(6); change >= 0; change--) {
        int position = random.nextInt(text.length() + 1);
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.insert(position, c);
          case 1 ->
              text.delete(position, Math.min(text.length(), position + 1 + random.nextInt(5)));
          default -> text.insert(position, text.substring(position / 2, position));
        }
      }
      try {
        read(text.toString());
      } catch (ConfigException e) {
        assertThat(e.getMessage()).as("seed %s step %s", seed, i).startsWith("g.yaml:");
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + " step " + i + ": " + text, e);
      }
    }
  }
}
