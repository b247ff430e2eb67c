package dev.syncopate.app.cuda.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Object files are read as they are; what is none, or damaged, is nothing. */
class ElfFileTest {
  /** The Java launcher of this process: a program that is there wherever tests run. */
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @Test
  void aProgramSaysWhatItNeedsAndImports() throws IOException {
    ElfFile java = ElfFile.read(JAVA).orElseThrow();
    assertThat(java.needed()).contains("libjli.so");
    assertThat(java.imports()).contains("JLI_Launch");
    assertThat(java.hasSection(".interp")).isTrue();
    assertThat(java.hasSection(".nvFatBinSegment")).isFalse();
    assertThat(CudaProgram.inspect(JAVA))
        .isEqualTo(new CudaProgram(JAVA, CudaProgram.Kind.OTHER, 0, List.of(), List.of()));
  }

  @Test
  void whatIsNoObjectFileIsNothing(@TempDir Path folder) throws IOException {
    assertThat(ElfFile.read(Files.writeString(folder.resolve("script"), "#!/bin/sh\n"))).isEmpty();
    assertThat(ElfFile.read(Files.writeString(folder.resolve("text"), "x".repeat(100)))).isEmpty();
  }

  @Test
  void damageIsNoCrash(@TempDir Path folder) throws IOException {
    byte[] good = Files.readAllBytes(JAVA);
    Random random = new Random(9);
    int unreadable = 0;
    for (int round = 0; round < 300; round++) {
      byte[] noise = good.clone();
      int table = (int) Math.min(noise.length - 64L, sectionTable(good));
      for (int i = 0; i < 20; i++) {
        int position =
            random.nextBoolean()
                ? random.nextInt(64)
                : table + random.nextInt(noise.length - table);
        noise[position] = (byte) random.nextInt();
      }
      Optional<ElfFile> read = ElfFile.read(Files.write(folder.resolve("noise"), noise));
      unreadable += read.isEmpty() ? 1 : 0;
    }
    assertThat(unreadable).isPositive();
  }

  private static long sectionTable(byte[] file) {
    return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(40);
  }
}
