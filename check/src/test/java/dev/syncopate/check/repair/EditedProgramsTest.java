package dev.syncopate.check.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.repair.ProgramEdit.AddedBarrier;
import dev.syncopate.check.repair.ProgramEdit.AddedFence;
import dev.syncopate.check.repair.ProgramEdit.Strengthening;
import dev.syncopate.check.report.InstructionDescription;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.parse.PtxReader;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Edits change the instructions of their site, and the targets of branches with them. */
class EditedProgramsTest {
  /** A load that a branch polls, between two stores; line 9 is the first store. */
  private static final String POLL =
      """
      .version 8.4
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 data) {
        .reg .pred %p<4>;
        .reg .b32 %r<4>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        st.global.u32 [%rd1], 42;
      WAIT:
        ld.relaxed.gpu.global.u32 %r1, [%rd1+64];
        setp.eq.u32 %p1, %r1, 0;
        @%p1 bra WAIT;
        st.global.u32 [%rd1+128], %r1;
        ret;
      }
      """;

  private static final InstructionSite LOAD = new InstructionSite("k.ptx:11", "ld.relaxed.gpu");
  private static final InstructionSite STORE = new InstructionSite("k.ptx:14", "weak store");

  private static Program edited(ProgramEdit... edits) {
    Program program = PtxReader.read("k.ptx", POLL).linker().link("k", Map.of());
    return new EditedPrograms(List.of(edits)).apply(program);
  }

  private static List<String> instructions(Program program) {
    InstructionDescription text = new InstructionDescription(program);
    return IntStream.range(0, program.code().size())
        .mapToObj(text::what)
        .filter(description -> !description.equals("instruction"))
        .toList();
  }

  private static String targetOfTheBranch(Program program) {
    Branch branch =
        program.code().stream()
            .filter(Branch.class::isInstance)
            .map(Branch.class::cast)
            .findFirst()
            .orElseThrow();
    return new InstructionDescription(program).what(branch.target());
  }

  @Test
  void aStrongerOrderTakesTheInstructionsPlace() {
    Program program = edited(new Strengthening(LOAD, "ld", MemoryOrder.ACQUIRE, MemoryScope.GPU));
    assertThat(instructions(program)).contains("ld.acquire.gpu").doesNotContain("ld.relaxed.gpu");
    assertThat(targetOfTheBranch(program)).isEqualTo("ld.acquire.gpu");
  }

  @Test
  void aBranchToAnAccessExecutesTheFenceBeforeIt() {
    Program program = edited(new AddedFence(LOAD, true, MemoryOrder.ACQ_REL, MemoryScope.GPU));
    assertThat(instructions(program)).containsSequence("fence.acq_rel.gpu", "ld.relaxed.gpu");
    assertThat(targetOfTheBranch(program)).isEqualTo("fence.acq_rel.gpu");
    assertThat(program.loopsThatMaySpin())
        .as("the loop is known by its branch")
        .allSatisfy(pc -> assertThat(program.code().get(pc)).isInstanceOf(Branch.class));
  }

  @Test
  void aFenceBehindAnAccessFollowsIt() {
    Program program = edited(new AddedFence(LOAD, false, MemoryOrder.SC, MemoryScope.SYS));
    assertThat(instructions(program)).containsSequence("ld.relaxed.gpu", "fence.sc.sys");
    assertThat(targetOfTheBranch(program)).isEqualTo("ld.relaxed.gpu");
  }

  @Test
  void barriersAreOfTheCtaOrOfTheWarp() {
    assertThat(instructions(edited(new AddedBarrier(STORE, true, false))))
        .containsSequence("bar.sync", "weak store");
    assertThat(instructions(edited(new AddedBarrier(STORE, false, true))))
        .endsWith("weak store", "bar.warp.sync", "exit");
  }

  @Test
  void otherSitesStayAsTheyAre() {
    Program program = PtxReader.read("k.ptx", POLL).linker().link("k", Map.of());
    InstructionSite absentSite = new InstructionSite("k.ptx:14", "weak load");
    assertThat(
            new EditedPrograms(List.of(new AddedBarrier(absentSite, true, false))).apply(program))
        .isSameAs(program);
  }
}
