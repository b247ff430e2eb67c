package dev.syncopate.ptx.ir;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PositionTest {
  /** PTX that was compiled from a file must not be taken for the file: its lines are others. */
  @ParameterizedTest
  @CsvSource({
    "k.ptx, k.ptx",
    "some/folder/k.ptx, k.ptx",
    "PTX of k.cu, PTX of k.cu",
    "PTX of some/folder/k.cu, PTX of k.cu"
  })
  void aFilesNameIsWithoutItsFolder(String file, String name) {
    assertThat(new Position(file, 3, 1).fileName()).isEqualTo(name);
  }
}
