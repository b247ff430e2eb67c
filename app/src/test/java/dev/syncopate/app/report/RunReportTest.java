package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.Checkout;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunReportTest {
  @Test
  void countersAndCyclesOfAllLaunchesAddUp() throws Exception {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    Kernel scale =
        device.load("kernels.ptx", Files.readString(Path.of(Checkout.kernels()))).kernel("scale");
    Buffer data = device.copyOf(new int[256]);
    LaunchResult small = scale.launch(LaunchShape.of(1, 64), data, 3, 64);
    LaunchResult large = scale.launch(LaunchShape.of(4, 64), data, 3, 256);
    RunReport report =
        new RunReport("both", Map.of(), device, null, Map.of(), true, "fine", 2.5, 3.5, null);
    assertThat(report.cycles()).isEqualTo(small.cycles() + large.cycles());
    assertThat(report.totals().keySet()).isEqualTo(small.statistics().keySet());
    assertThat(report.totals())
        .allSatisfy((name, total) ->
            assertThat(total)
                .as("%s", name)
                .isEqualTo(small.statistic(name) + large.statistic(name)));
    assertThat(report.totals()).containsEntry("ctas", 5L);
    assertThat(report.json())
        .contains(
            "\"cycles\": " + report.cycles() + ",\n", "\"peakBytes\": null", "\"energy\": null");
    assertThat(Summary.of(report))
        .startsWith("both on rsp-8cu (8 compute units), protocol gpu, model hrf\n  right: fine\n")
        .contains(" in 2 launches\n")
        .contains("\n  energy: nothing is published for this machine\n")
        .endsWith("whole command 2.50 s, CPU 3.50 s\n");
  }
}
