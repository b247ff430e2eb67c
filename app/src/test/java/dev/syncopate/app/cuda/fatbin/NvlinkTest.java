package dev.syncopate.app.cuda.fatbin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cuda.Programs;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What CUDA's own linker refuses of two objects, and what it links: the same. */
class NvlinkTest {
  /** Ways to speak of {@code x}. Kernels use what is declared, since only that is looked for. */
  private static final List<String> MEANINGS =
      List.of(
          ".visible .global .u32 x = 1;",
          ".visible .global .u32 x[2] = {1};",
          ".visible .const .u32 x = 1;",
          ".weak .global .u32 x = 1;",
          ".weak .global .u32 x[2] = {1};",
          ".common .global .u32 x;",
          ".common .global .u32 x[2];",
          ".global .u32 x = 1; USE_VARIABLE",
          ".extern .global .u32 x; USE_VARIABLE",
          ".extern .global .u32 x[2]; USE_VARIABLE",
          ".extern .global .u32 x[]; USE_VARIABLE",
          ".extern .const .u32 x; .visible .entry NAME() { .reg .b32 r; ld.const.u32 r, [x]; ret; }",
          ".visible .func x() { ret; }",
          ".visible .func x(.param .b32 p) { ret; }",
          ".weak .func x() { ret; }",
          ".weak .func x(.param .b32 p) { ret; }",
          ".func x() { ret; } USE_FUNCTION",
          ".extern .func x(); USE_FUNCTION",
          ".visible .entry x() { ret; }",
          ".weak .entry x() { ret; }",
          ".entry x() { ret; }");

  /** It crashes where a common variable meets a weak one that is not smaller. */
  private static final String COMMON = ".common";

  private static final String WEAK = ".weak .global";

  @Test
  void theSameIsRefused(@TempDir Path folder) throws Exception {
    Programs.needs("nvcc");
    Programs.needs("cc");
    Path tools = tools();
    Map<String, List<Path>> objects = new LinkedHashMap<>();
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < MEANINGS.size(); i++) {
        Path text = Files.writeString(folder.resolve(side + "-" + i + ".ptx"), module(i, side));
        Path object = folder.resolve(side + "-" + i + ".cubin");
        objects.computeIfAbsent(MEANINGS.get(i), key -> new ArrayList<>()).add(object);
        Process ptxas =
            start(tools.resolve("ptxas"), "-c", "-arch=sm_80", text.toString(), "-o", object);
        assertThat(ptxas.waitFor()).as(MEANINGS.get(i)).isZero();
      }
    }
    List<String> different = new ArrayList<>();
    for (int i = 0; i < MEANINGS.size(); i++) {
      for (int j = 0; j < MEANINGS.size(); j++) {
        String first = MEANINGS.get(i);
        String second = MEANINGS.get(j);
        if (isCrash(first, second) || isCrash(second, first) || isConfused(first, second)) {
          continue;
        }
        Process nvlink =
            start(
                tools.resolve("nvlink"),
                "-arch=sm_80",
                Objects.requireNonNull(objects.get(first)).getFirst(),
                Objects.requireNonNull(objects.get(second)).getLast(),
                "-o",
                folder.resolve("linked"));
        boolean theirs = nvlink.waitFor() == 0;
        if (theirs != links(module(i, 0), module(j, 1))) {
          different.add(
              "%s | %s: nvlink %s".formatted(first, second, theirs ? "links" : "refuses"));
        }
      }
    }
    assertThat(different).isEmpty();
  }

  private static boolean isCrash(String first, String second) {
    return first.startsWith(COMMON) && second.startsWith(WEAK);
  }

  /**
   * It takes a name that the first object keeps to itself for the second's kernel, or the reverse.
   */
  private static boolean isConfused(String first, String second) {
    return isOwn(first)
        && !isOwn(second)
        && (first.startsWith(".entry") || second.contains(".entry x"));
  }

  private static boolean isOwn(String meaning) {
    return meaning.startsWith(".global")
        || meaning.startsWith(".func")
        || meaning.startsWith(".entry");
  }

  private static boolean links(String first, String second) {
    try {
      // A function that is nowhere is refused kernel by kernel, when the text is read.
      return !PtxLinker.link(List.of(first, second)).contains(".extern .func x");
    } catch (FatBinaryException e) {
      return false;
    }
  }

  private static String module(int meaning, int side) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n"
        + MEANINGS
            .get(meaning)
            .replace(
                "USE_VARIABLE",
                ".visible .entry NAME() { .reg .b32 r; ld.global.u32 r, [x]; st.global.u32 [x], r;"
                    + " ret; }")
            .replace("USE_FUNCTION", ".visible .entry NAME() { call x; ret; }")
            .replace("NAME", "use" + side)
        + "\n.visible .entry k"
        + side
        + "() { ret; }\n";
  }

  private static Process start(Object... words) throws IOException {
    List<String> command = new ArrayList<>();
    for (Object word : words) {
      command.add(word.toString());
    }
    return new ProcessBuilder(command)
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
  }

  /** The folder of the compiler, found through any script on the path. */
  private static Path tools() throws Exception {
    Process process =
        new ProcessBuilder("nvcc", "--dryrun", "-x", "cu", "/dev/null")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output
        .lines()
        .filter(line -> line.startsWith("#$ _HERE_="))
        .map(line -> Path.of(line.substring("#$ _HERE_=".length())))
        .findFirst()
        .orElseThrow();
  }
}
