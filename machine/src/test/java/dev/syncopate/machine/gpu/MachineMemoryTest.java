package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Memory that a machine takes. A check of other schedules makes one for each. */
class MachineMemoryTest {
  private static final int MEBIBYTE = 1 << 20;

  private static final String INCREMENT =
      Snippets.each(
          """
          ld.global.u32 %r3, [%rd1];
          add.u32 %r3, %r3, 1;
          """);

  @Test
  void aMachineOfALargeL2TakesNoMemoryForBanksThatAShortRunDoesNotReach() {
    MachineConfig machine = Presets.load("h100-132sm");
    assertThat(machine.memory().l2().size()).isEqualTo(50 * MEBIBYTE);
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long startBytes = thread.getCurrentThreadAllocatedBytes();
    TestGpu gpu = new TestGpu(machine, 1);
    KernelRun run = gpu.run(INCREMENT, 1, 32, gpu.ints(new int[32]));
    long allocated = thread.getCurrentThreadAllocatedBytes() - startBytes;
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(allocated).isLessThan(machine.memory().l2().size() / 2);
  }
}
