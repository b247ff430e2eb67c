package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Texts broken at random are read or refused in words; nothing else ever comes out. */
class PtxFuzzTest {
  private static final String[] SCRAPS = {
    ";",
    ",",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "|",
    "!",
    "@",
    ":",
    "<",
    ">",
    "+",
    "-",
    "%",
    ".",
    "0",
    "-1",
    "0x",
    "0f",
    "9999999999",
    ".b32",
    ".u64",
    ".pred",
    ".v4",
    ".param",
    ".global",
    ".shared",
    "%r1",
    "%rd1",
    "%p1",
    "%tid.x",
    "_",
    "ret;",
    "bra",
    "call",
    "ld",
    "mov.b64 {",
    ".reg .b32 ",
    "\"",
    "/*",
    "//",
    "\n",
    "1.5",
    ".align 8",
    "vprintf",
    "$L__BB0_1"
  };

  @Test
  void brokenTextsAreReadOrRefused() {
    List<Path> files = Corpus.files();
    long refused = 0;
    int tries = 3000;
    long begin = System.nanoTime();
    for (long seed = 1; seed <= tries; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      Path file = files.get(random.nextInt(files.size()));
      String text = broken(piece(Corpus.text(file), random), random);
      try {
        PtxModule module = PtxReader.read("fuzz.ptx", text);
        for (String kernel : module.kernels()) {
          module.linker().link(kernel, CorpusTest.addresses(module));
        }
      } catch (PtxException e) {
        refused++;
        assertThat(e.getMessage()).as("seed " + seed).startsWith("fuzz.ptx:").contains("found ");
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ", " + file.getFileName(), e);
      }
    }
    assertThat(refused).isGreaterThan(tries / 2);
    double milliseconds = (System.nanoTime() - begin) / 1e6 / tries;
    assertThat(milliseconds).as("milliseconds a text").isLessThan(200);
  }

  @Test
  void deepNestingIsRefused() {
    for (String open : new String[] {"{", "(", "-", "~", "!", "+(", "1?"}) {
      String nested = open.repeat(100_000);
      assertThat(Ptx.complaint(Ptx.kernel("mov.u32 %r1, " + nested))).startsWith("test.ptx:10:");
      assertThat(Ptx.complaint(".global .u32 g[1] = " + nested)).startsWith("test.ptx:1:");
    }
    assertThat(Ptx.complaint(Ptx.kernel("{".repeat(100_000)))).contains("levels of blocks");
  }

  @Test
  void hugeDeclarationsAreRefused() {
    assertThat(Ptx.complaintOf(".reg .b32 %x<2000000000>;"))
        .isEqualTo("found more than 1048576 registers, expected fewer of them");
    assertThat(Ptx.complaintOf(".local .b64 x[1000000][1000000][1000000];"))
        .isEqualTo("found a variable of more than 2 GiB, expected a smaller one");
  }

  /** The head of a text, some of its lines left out: short texts are broken in more places. */
  private static String piece(String text, RandomGenerator random) {
    int end = Math.min(text.length(), random.nextInt(200, 12_000));
    return text.substring(0, random.nextInt(3) == 0 ? text.length() : end);
  }

  private static String broken(String text, RandomGenerator random) {
    StringBuilder broken = new StringBuilder(text);
    int times = random.nextInt(1, 6);
    for (int i = 0; i < times && !broken.isEmpty(); i++) {
      int position = random.nextInt(broken.length());
      int length = Math.min(broken.length() - position, random.nextInt(1, 12));
      switch (random.nextInt(5)) {
        case 0 -> broken.delete(position, position + length);
        case 1 -> broken.insert(position, SCRAPS[random.nextInt(SCRAPS.length)]);
        case 2 -> broken.setCharAt(position, (char) random.nextInt(1, 256));
        case 3 -> {
          int sourcePosition = random.nextInt(broken.length());
          broken.insert(
              position,
              broken.substring(
                  sourcePosition, Math.min(broken.length(), sourcePosition + 3 * length)));
        }
        default ->
            broken.replace(position, position + length, SCRAPS[random.nextInt(SCRAPS.length)]);
      }
    }
    return broken.toString();
  }
}
