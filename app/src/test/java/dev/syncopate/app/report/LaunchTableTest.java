package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchTableTest {
  private static String module(String kernel) {
    return """
    .version 7.0
    .target sm_70
    .address_size 64
    .visible .entry %s() { ret; }
    """
        .formatted(kernel);
  }

  private static List<String> names(String... kernels) {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    for (String kernel : kernels) {
      device.load("k.ptx", module(kernel)).kernel(kernel).launch(LaunchShape.of(1, 1));
    }
    return LaunchTable.of(device.launches())
        .lines()
        .skip(1)
        .map(line -> line.substring(0, line.indexOf("  ")))
        .toList();
  }

  @Test
  void kernelsAreCalledAsPeopleCallThem() {
    assertThat(names("_ZN4scan6reduceEv", "plain", "plain"))
        .containsExactly("scan::reduce", "plain");
  }

  @Test
  void instancesOfATemplateAreNumbered() {
    assertThat(names("_Z6reduceILi1EEvv", "_Z6reduceILi2EEvv"))
        .containsExactly("reduce<…>", "reduce<…> (2)");
  }
}
