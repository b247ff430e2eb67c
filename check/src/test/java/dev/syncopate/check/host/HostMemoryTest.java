package dev.syncopate.check.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import dev.syncopate.check.report.HostText;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a host does with memory that it has not got, or no longer. */
class HostMemoryTest {
  private final HostMemory memory = new HostMemory();

  @BeforeEach
  void allocate() {
    memory.allocated(0x1000, 256, "device allocation 0 (256 bytes)");
    memory.allocated(0x2000, 16, "device allocation 1 (16 bytes)");
  }

  private List<String> found() {
    return memory.errors().stream().map(HostText::finding).map(Finding::title).toList();
  }

  @Test
  void whatIsFreedOnceIsRight() {
    memory.freed(0x1000);
    memory.freed(0x2000);
    assertThat(found()).isEmpty();
  }

  @Test
  void whatIsFreedTwiceIsFound() {
    memory.freed(0x1000);
    memory.refusedToFree(0x1000);
    memory.refusedToFree(0x1000);
    assertThat(found()).containsExactly("memory is freed twice: device allocation 0 (256 bytes)");
    Finding finding = HostText.finding(memory.errors().getFirst());
    assertThat(finding.count()).isEqualTo(2);
    assertThat(finding.rule()).isEqualTo("freed-twice");
    assertThat(finding.details().getFirst()).isEqualTo("before the first launch, by the host");
    assertThat(finding.file()).isNull();
  }

  @Test
  void whatWasNeverAllocatedIsFound() {
    memory.refusedToFree(0x9000);
    memory.refusedToFree(0x1010);
    assertThat(found())
        .containsExactly(
            "memory is freed that was not allocated: address 0x9000",
            "memory is freed that begins elsewhere: byte 16 of device allocation 0 (256 bytes)");
  }

  @Test
  void copiesOfWhatIsNotThereAreFound() {
    memory.freed(0x1000);
    memory.refusedToAccess(0x1008, 32);
    memory.refusedToAccess(0x2000, 32);
    memory.refusedToAccess(0x8000, 32);
    assertThat(found())
        .containsExactly(
            "copy or memset of memory that has been freed: 32 bytes from byte 8 of device"
                + " allocation 0 (256 bytes) on",
            "copy or memset beyond the end of an allocation: 32 bytes from device allocation 1 (16"
                + " bytes) on",
            "copy or memset of memory that was not allocated: 32 bytes from address 0x8000 on");
  }

  @Test
  void memoryThatIsUsedAgainIsAnother() {
    memory.freed(0x1000);
    memory.allocated(0x1080, 64, "device allocation 2 (64 bytes)");
    memory.refusedToFree(0x1000);
    assertThat(found()).containsExactly("memory is freed that was not allocated: address 0x1000");
  }
}
