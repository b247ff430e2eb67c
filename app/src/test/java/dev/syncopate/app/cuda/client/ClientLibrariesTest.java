package dev.syncopate.app.cuda.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.cuda.Programs;
import dev.syncopate.app.cuda.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The libraries are compiled once, and what keeps them from it is said in a sentence. */
class ClientLibrariesTest {
  @Test
  void everySourceIsCompiled() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src", "main", "c"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(ClientLibraries.SOURCES.stream(), ClientLibraries.HEADERS.stream())
                  .toList());
    }
  }

  @Test
  void theyAreThereUnderTheNamesThatProgramsAskForAndStay(@TempDir Path cache) throws IOException {
    Programs.needs("cc");
    ClientLibraries libraries = new ClientLibraries(Map.of("XDG_CACHE_HOME", cache.toString()));
    Path folder = libraries.folder();
    assertThat(folder.getParent()).isEqualTo(cache.resolve("syncopate"));
    assertThat(folder.resolve("libcudart.so.12")).exists();
    assertThat(ElfFile.read(folder.resolve("libcuda.so.1")).orElseThrow().needed())
        .contains(ClientLibraries.CORE);
    assertThat(ElfFile.read(folder.resolve(ClientLibraries.CORE)).orElseThrow().functions())
        .contains("cudaMalloc", "cuLaunchKernel", "cudaGraphLaunch", "__cudaRegisterFatBinary");
    Object modificationTime = Files.getLastModifiedTime(folder.resolve(ClientLibraries.CORE));
    assertThat(libraries.folder()).isEqualTo(folder);
    assertThat(Files.getLastModifiedTime(folder.resolve(ClientLibraries.CORE)))
        .isEqualTo(modificationTime);
    try (Stream<Path> paths = Files.list(folder.getParent())) {
      assertThat(paths).containsExactly(folder);
    }
  }

  /** So that it needs what every machine with a GPU has, and nothing of ours. */
  @Test
  void aProgramIsLinkedWithTheDriversNameAlone(@TempDir Path folder) throws IOException {
    Programs.needs("cc");
    ClientLibraries libraries = new ClientLibraries(Map.of("XDG_CACHE_HOME", folder.toString()));
    Path source =
        Files.writeString(
            folder.resolve("user.c"),
            """
            extern int cuInit(unsigned), cuMemAlloc_v2(void *, unsigned long), cuGraphLaunch(void);
            int main(void) { return cuInit(0) || cuMemAlloc_v2(0, 0) == cuGraphLaunch(); }
            """);
    Path user = folder.resolve("user");
    Programs.command(
        List.of(
            "cc", "-o", user.toString(), source.toString(), "-L" + libraries.stubs(), "-lcuda"));
    assertThat(ElfFile.read(user).orElseThrow().needed())
        .contains("libcuda.so.1")
        .doesNotContain(ClientLibraries.CORE);
    assertThat(libraries.folder().resolve("libcuda.so").toRealPath())
        .isEqualTo(libraries.folder().resolve("libcuda.so.1").toRealPath());
  }

  @Test
  void aFolderThatCannotBeUsedIsNamed(@TempDir Path cache) throws IOException {
    Path spaced = Files.createDirectory(cache.resolve("a b"));
    assertThatThrownBy(
            () -> new ClientLibraries(Map.of("XDG_CACHE_HOME", spaced.toString())).folder())
        .isInstanceOf(ClientException.class)
        .hasMessage(
            spaced
                + "/syncopate has a space or a colon in its name, which LD_PRELOAD takes for its end:"
                + " XDG_CACHE_HOME may name another folder");
    Path file = Files.writeString(cache.resolve("file"), "");
    assertThatThrownBy(
            () -> new ClientLibraries(Map.of("XDG_CACHE_HOME", file.toString())).folder())
        .isInstanceOf(ClientException.class)
        .hasMessageStartingWith("cannot keep the CUDA libraries that programs are run with: ")
        .hasMessageEndingWith("; XDG_CACHE_HOME may name another folder");
  }

  @Test
  void withoutACompilerItSaysWhatToInstall(@TempDir Path cache) {
    ClientLibraries libraries =
        new ClientLibraries(Map.of("XDG_CACHE_HOME", cache.toString(), "CC", "no-such-cc"));
    assertThatThrownBy(libraries::folder)
        .isInstanceOf(ClientException.class)
        .hasMessage(
            "there is no C compiler 'no-such-cc': the CUDA libraries that programs are run with are"
                + " compiled once on this machine; install one (for example the package gcc, or clang"
                + " and CC=clang)");
    assertThat(cache.resolve("syncopate")).isEmptyDirectory();
  }

  @Test
  void aCompilerThatFailsIsQuoted(@TempDir Path cache) {
    Programs.needs("cc");
    ClientLibraries libraries =
        new ClientLibraries(
            Map.of("XDG_CACHE_HOME", cache.toString(), "CC", "cc --no-such-option"));
    assertThatThrownBy(libraries::folder)
        .isInstanceOf(ClientException.class)
        .hasMessageStartingWith("cc --no-such-option cannot compile the CUDA libraries")
        .hasMessageContaining("error: unrecognized");
    assertThat(cache.resolve("syncopate")).isEmptyDirectory();
  }
}
