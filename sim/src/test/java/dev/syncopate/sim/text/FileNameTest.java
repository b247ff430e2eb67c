package dev.syncopate.sim.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileNameTest {
  @ParameterizedTest
  @CsvSource({
    "MP+rel-acq_2.litmus, MP+rel-acq_2.litmus",
    "sum<int>(a=1), sum-int-a-1-",
    "../../etc/passwd, ..-..-etc-passwd",
    "größe 2, größe-2",
  })
  void whatShellsTakeForTheirOwnIsAHyphen(String name, String file) {
    assertThat(FileName.of(name)).isEqualTo(file);
  }
}
