package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a kernel with races to edits that rule them out. */
class RepairTest {
  private static final Path RACES = Checkout.launcher().resolveSibling("examples/races");

  @TempDir private Path folder;

  private static Shell.Result repair(
      String selector, String file, String kernel, String... options) {
    List<String> words = new ArrayList<>(List.of("repair", selector, "--", "launch"));
    words.addAll(List.of(RACES.resolve(file) + "", "--kernel", kernel));
    words.addAll(List.of(options));
    return Shell.run(words.toArray(String[]::new));
  }

  private static Shell.Result ticketLock(String selector, String kernel, String... options) {
    List<String> words = new ArrayList<>(List.of("--grid", "4", "--block", "32"));
    words.addAll(List.of("--arg", "u32[64]=zero"));
    words.addAll(List.of(options));
    return repair(selector, "ticket_lock.ptx", kernel, words.toArray(String[]::new));
  }

  /** The repairs of a report, each with its edits and verdict. */
  private static String[] repairs(String report) {
    return report.substring(report.indexOf("as it is:")).split("(?m)^  [0-9]+\\. ", -1);
  }

  @Test
  void aLockIsRepairedByAReleaseAndAnAcquire() {
    Shell.Result result = ticketLock("all", "ticket_wrong");
    assertThat(result.code()).as(result.err()).isZero();
    String[] repairs = repairs(result.out());
    assertThat(repairs).hasSize(5);
    assertThat(repairs)
        .anyMatch(repair ->
            repair.contains("st.release.gpu in place of the volatile store at ticket_lock.cu:15")
                && repair.contains(
                    "ld.acquire.gpu in place of the volatile load at ticket_lock.cu:12"));
    assertThat(repairs)
        .anyMatch(repair ->
            repair.contains("fence.acq_rel.gpu before the volatile store at ticket_lock.cu:15")
                && repair.contains(
                    "fence.acq_rel.gpu after the volatile load at ticket_lock.cu:12"));
    for (int i = 1; i < repairs.length; i++) {
      assertThat(repairs[i])
          .contains("proved: the model orders the conflicting accesses of the repaired run");
    }
  }

  /** Strong data does not race, and is old all the same. */
  @Test
  void strengthOfTheDataIsNoRepairOfALock() {
    assertThat(ticketLock("1", "ticket_wrong").out())
        .doesNotContain("in place of the weak store at ticket_lock.cu:14");
  }

  /** A flag of 32 bits whose low byte is polled: no order or scope is offered. */
  @Test
  void accessesOfTwoSizesAreNotRepairedByOrders() throws IOException {
    Path kernel =
        Files.writeString(
            folder.resolve("byte.ptx"),
            """
            .version 8.4
            .target sm_80
            .address_size 64
            .visible .entry byte_flag(.param .u64 flag) {
              .reg .pred %p<3>;
              .reg .b32 %r<4>;
              .reg .b64 %rd<2>;
              ld.param.u64 %rd1, [flag];
              mov.u32 %r1, %tid.x;
              setp.ne.u32 %p1, %r1, 0;
              @%p1 bra END;
              mov.u32 %r2, %ctaid.x;
              setp.ne.u32 %p2, %r2, 0;
              @%p2 bra READ;
              st.release.gpu.global.u32 [%rd1], 1;
              bra END;
            READ:
              ld.acquire.gpu.global.u8 %r3, [%rd1];
              setp.eq.u32 %p1, %r3, 0;
              @%p1 bra READ;
            END:
              ret;
            }
            """);
    List<String> words = new ArrayList<>(List.of("repair", "all", "--", "launch", kernel + ""));
    words.addAll(List.of("--grid", "2", "--block", "32", "--arg", "u32[4]=zero"));
    assertThat(Shell.run(words.toArray(String[]::new)).out())
        .contains("not repaired: ")
        .contains("overlap in part: strong accesses to the same bytes must be of one size")
        .doesNotContain("in place of");
  }

  @Test
  void aNarrowScopeIsWidened() {
    assertThat(ticketLock("all", "ticket_narrow").out())
        .contains(".gpu in place of the", "ticket_lock.cu:");
  }

  /**
   * A relaxed store of a lock's first value does not race, and may still undo who took the lock.
   */
  @Test
  void aStrongStoreIsNotCalledAnOrder() throws IOException {
    Path kernel = folder.resolve("late.ptx");
    Files.writeString(
        kernel,
        """
        .version 8.4
        .target sm_80
        .address_size 64
        .visible .entry late(.param .u64 data) {
          .reg .pred %p<4>;
          .reg .b32 %r<8>;
          .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [data];
          mov.u32 %r1, %ctaid.x;
          mov.u32 %r2, %tid.x;
          setp.ne.u32 %p1, %r2, 0;
          @%p1 bra END;
          setp.ne.u32 %p2, %r1, 0;
          @%p2 bra TAKE;
          st.global.u32 [%rd1], 0;
        TAKE:
          atom.acquire.gpu.global.cas.b32 %r3, [%rd1], 0, 1;
          setp.ne.u32 %p3, %r3, 0;
          @%p3 bra TAKE;
          st.release.gpu.global.u32 [%rd1], 0;
        END:
          ret;
        }
        """);
    List<String> words = new ArrayList<>(List.of("repair", "all", "--", "launch", kernel + ""));
    words.addAll(List.of("--grid", "2", "--block", "32", "--arg", "u32[4]=zero"));
    assertThat(Shell.run(words.toArray(String[]::new)).out())
        .contains("st.relaxed.gpu in place of the weak store", "either may come first")
        .doesNotContain("proved");
  }

  @Test
  void lanesOfAWarpNeedABarrierOfTheWarp() {
    Shell.Result result =
        repair(
            "all",
            "ticket_lock.ptx",
            "warp_sum",
            "--grid",
            "1",
            "--block",
            "64",
            "--arg",
            "u32[2]=zero");
    String[] repairs = repairs(result.out());
    assertThat(repairs[1])
        .contains("__syncwarp() after the weak store at ticket_lock.cu:39", "proved: the model");
    assertThat(repairs[repairs.length - 1])
        .as("accesses without an order come last, and the report says so")
        .contains(
            "no race: the accesses are morally strong; nothing orders them: either may come first,"
                + " and a load may return an older value");
  }

  @Test
  void aBarrierInABranchHangsAndIsNoRepair() {
    Shell.Result result =
        repair(
            "all",
            "barriers.ptx",
            "meet_wrong",
            "--grid",
            "1",
            "--block",
            "64",
            "--arg",
            "u32[128]=zero");
    assertThat(result.code()).isZero();
    assertThat(repairs(result.out())[1]).contains("__syncthreads() before the mbarrier.arrive");
    assertThat(result.out())
        .contains(
            """
              enough by the model, but with these edits a launch hangs:
                   __syncthreads() after the mbarrier.init at barriers.cu:100 (in barriers.cu:80)
            """);
  }

  /** A thread that has met others at an mbarrier must not wait at another barrier. */
  @Test
  void noBarrierIsAddedWhereAnMbarrierSynchronisedLast() throws IOException {
    Path kernel = folder.resolve("late.ptx");
    Files.writeString(
        kernel,
        """
        .version 8.4
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 data) {
          .reg .pred %p<4>;
          .reg .b32 %r<8>;
          .reg .b64 %rd<4>;
          .shared .align 16 .b8 tile[256];
          .shared .align 8 .b8 object[8];
          mov.u32 %r1, %tid.x;
          setp.eq.u32 %p1, %r1, 0;
          @%p1 mbarrier.init.shared.b64 [object], 64;
          bar.sync 0;
          mbarrier.arrive.shared.b64 %rd1, [object];
          @%p1 st.shared.u32 [tile], 1;      // too late: behind the arrival
        WAIT:
          mbarrier.test_wait.shared.b64 %p2, [object], %rd1;
          @!%p2 bra WAIT;
          setp.eq.u32 %p3, %r1, 32;
          @%p3 ld.shared.u32 %r2, [tile];
          ret;
        }
        """);
    Shell.Result result =
        Shell.run(
            "repair",
            "all",
            "--",
            "launch",
            kernel + "",
            "--grid",
            "1",
            "--block",
            "64",
            "--arg",
            "u32[1]=zero");
    assertThat(result.out())
        .contains("data race on shared tile[0]")
        .doesNotContain("__syncthreads() before", "__syncthreads() after");
  }

  @Test
  void aLostUpdateHasNoRepair() {
    Shell.Result result =
        repair(
            "all",
            "counter.ptx",
            "counter_volatile",
            "--grid",
            "8",
            "--block",
            "32",
            "--arg",
            "u32[64]=zero");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains("not repaired: lost update on argument 0[0]: no order of accesses cures it");
  }

  @Test
  void aRightRunHasNothingToRepair() {
    Shell.Result result = ticketLock("all", "ticket_right");
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("nothing to repair: the run has no races");
  }

  @Test
  void theDocumentHasTheRepairs() throws IOException {
    Path json = folder.resolve("repair.json");
    ticketLock("all", "ticket_wrong", "--json", json + "");
    assertThat(Files.readString(json))
        .contains("\"repair\"", "\"standing\": \"proved\"", "\"orders\": true");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | expected the number of a race or 'all', found '0'",
        "lock.cu:3 | expected the number of a race or 'all', found 'lock.cu:3'",
        "3 | there is no race 3: the run has 2"
      })
  void badSelectorsAreRefused(String selector, String message) {
    Shell.Result result = ticketLock(selector, "ticket_wrong");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }

  @Test
  void anotherCommandIsRefused() {
    Shell.Result result = Shell.run("repair", "all", "--", "model", "x.litmus");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("expected launch, run or cuda behind '--', found 'model'");
  }
}
