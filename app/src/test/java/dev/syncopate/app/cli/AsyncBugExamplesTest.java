package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bugs with mbarriers and groups of bulk copies: the wrong kernel has its finding, and its result
 * where that is wrong; the right one has neither under any schedule.
 */
class AsyncBugExamplesTest {
  private static final String FLAG =
      "copy_groups --grid 2 --block 256 --arg u32[256]=zero --arg u32[1]=zero"
          + " --arg u32[256]=fill(7) --expect 2[255]=256";
  private static final String STAGES =
      "copy_groups --grid 1 --block 256 --arg u32[4096]=fill(7) --arg u32=16 --expect 0[1024]=1024";
  private static final String PARITY =
      "mbarriers --grid 1 --block 32 --arg u32[512]=iota --arg u32[32]=zero --arg u32=16"
          + " --expect 1[0]=3840";
  private static final String ROUNDS =
      "mbarriers --grid 1 --block 32 --arg u32[288]=iota --arg u32[32]=zero --arg u32=3"
          + " --expect 1[0]=1152";
  private static final String BYTES =
      "mbarriers --grid 1 --block 32 --arg u32[1056]=iota --arg u32[32]=zero --expect 1[0]=1024";
  private static final String MAILBOX =
      "mbarriers --grid 1 --block 96 --arg u32[512]=iota --arg u32[64]=zero --arg u32=16"
          + " --expect 1[32]=3840";
  private static final String START =
      "mbarriers --grid 1 --block 64 --arg u32[1]=fill(1) --arg u32[32]=zero --expect 1[0]=5";
  private static final String REUSE =
      "mbarriers --grid 1 --block 32 --arg u32[32]=iota --arg u32[32]=zero --expect 1[0]=31";

  private static final String THRESHOLD =
      "clusters --gpu h100-132sm --grid 2 --block 64 --arg u32[1]=fill(1) --arg u32[128]=zero"
          + " --expect 1[64]=40";
  private static final String EXIT =
      "clusters --gpu h100-132sm --grid 2 --block 256 --arg u32[512]=zero --expect 0[256]=120";

  private static final String STORE =
      "early_ends --grid 2 --block 256 --arg u32[512]=zero --expect 0[511]=511";
  private static final String LOAD =
      "early_ends --grid 1 --block 32 --arg u32[64]=iota --arg u32[32]=zero --expect 1[31]=31";
  private static final String SUMS =
      "early_ends --grid 1 --block 128 --arg f32[128]=zero --expect 0[0]=32 --expect 0[127]=32";

  private static final String MULTICAST =
      "multicasts --gpu h100-132sm --grid 4 --block 32 --arg u32[512]=iota --arg u32[128]=zero"
          + " --arg u32=16 --expect 1[32]=3840";

  private static final int WRONG = 1;
  private static final int HANG = 3;

  @TempDir private Path folder;

  private static Shell.Result launch(String kernel, String launch, String more) {
    String[] parts = launch.split(" ", 2);
    Path file = Checkout.launcher().resolveSibling("examples/bugs/" + parts[0] + ".ptx");
    List<String> words = new ArrayList<>(List.of("launch", file.toString(), "--kernel", kernel));
    words.addAll(List.of((parts[1] + more).split(" ")));
    return Shell.run(words.toArray(String[]::new));
  }

  /**
   * Runs a wrong kernel.
   *
   * @param got the wrong element; empty if it is right, or never written
   */
  private void found(String kernel, String launch, int code, String rules, String got)
      throws IOException {
    Path json = folder.resolve("run.json");
    Shell.Result run =
        launch(kernel, launch, " --check races,sync --schedules 0 --quiet --json " + json);
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
    assertThat(CheckedExamplesTest.rules(json)).as(run.out()).isEqualTo(rules);
    if (code != HANG) {
      assertThat(run.out()).contains(got.isEmpty() ? "data race" : " got " + got + ", expected ");
    }
  }

  @Test
  void aReadWaitThatPublishesTheTargetIsARace() throws IOException {
    found("flag_wrong", FLAG, WRONG, "race", "");
  }

  /** In the machine's own schedule the copy is early enough. */
  @Test
  void otherSchedulesShowTheOldTarget() {
    assertThat(launch("flag_wrong", FLAG, " --perturb 20").out()).contains("got 0, expected 256");
    assertThat(launch("flag_right", FLAG, " --perturb 20").code()).isZero();
  }

  /** The fifth tile has the words of the seventh, which is of the same stage. */
  @Test
  void aWaitForTheOtherStageLosesTheSource() throws IOException {
    found("stages_wrong", STAGES, WRONG, "race", "1536");
  }

  @Test
  void aParityThatIsNotOfThePhaseHangsOrReturnsAtOnce() throws IOException {
    found("parity_wrong", PARITY, HANG, "hang", "");
    found("rounds_wrong", ROUNDS, WRONG, "mbarrier-over-arrival race race", "1088");
  }

  @Test
  void bytesThatDoNotAddUpEndThePhaseEarlyOrNever() throws IOException {
    found("bytes_few", BYTES, WRONG, "mbarrier-bytes mbarrier-bytes race", "0");
    found("bytes_many", BYTES, HANG, "hang", "");
  }

  @Test
  void slowReadersAreLapped() throws IOException {
    found("mailbox_wrong", MAILBOX, HANG, "hang race race", "");
    found("count_wrong", MAILBOX, HANG, "hang mbarrier-lapped-wait mbarrier-not-awaited race", "");
  }

  @Test
  void anArrivalBeforeTheInitialisationIsLost() throws IOException {
    found("init_wrong", START, HANG, "hang mbarrier-no-object race-mixed-strength", "");
  }

  @Test
  void bytesOfAnMbarrierAreNotForOtherUse() throws IOException {
    Path json = folder.resolve("run.json");
    Shell.Result run = launch("reuse_wrong", REUSE, " --check races,sync --json " + json);
    assertThat(run.code()).isEqualTo(WRONG);
    assertThat(CheckedExamplesTest.rules(json)).startsWith("mbarrier-plain-access");
    assertThat(run.out()).doesNotContain("expected 31");
  }

  /** The copies end in time here: it is their order with the exit that counts. */
  @Test
  void aCtaStaysUntilItsCopiesAreOver() throws IOException {
    found("store_left", STORE, WRONG, "race-exit", "");
    found("load_left", LOAD, WRONG, "mbarrier-bytes race-exit", "");
    for (String right : List.of("store_right", "load_right")) {
      String launch = right.startsWith("store") ? STORE : LOAD;
      assertThat(launch(right, launch, " --perturb 20 --check races,sync").code()).isZero();
    }
  }

  /** Sums are in their registers behind the wait alone; a fence stands before a product. */
  @Test
  void registersOfProductsAreFencedAndAwaited() throws IOException {
    Path json = folder.resolve("run.json");
    String options = " --check races,sync --schedules 0 --json " + json;
    assertThat(launch("sums_early", SUMS, options).out()).contains(" got 24.0, expected 32.0");
    assertThat(CheckedExamplesTest.rules(json)).isEqualTo("wgmma-in-flight");
    assertThat(launch("sums_unfenced", SUMS, options).code()).isEqualTo(WRONG);
    assertThat(CheckedExamplesTest.rules(json)).isEqualTo("wgmma-no-fence");
    assertThat(launch("sums_right", SUMS, " --perturb 20 --check races,sync").code()).isZero();
  }

  /** In the machine's own schedule the value is early enough. */
  @Test
  void aRelaxedArrivalAtTheBarrierOfAClusterPublishesNothing() throws IOException {
    found("threshold_wrong", THRESHOLD, WRONG, "race", "");
    assertThat(launch("threshold_wrong", THRESHOLD, " --perturb 20").out())
        .contains("got 1, expected 40");
    assertThat(launch("threshold_right", THRESHOLD, " --perturb 20").code()).isZero();
  }

  /** Each CTA expects what comes to itself; the readers' arrivals have cluster scope. */
  @Test
  void aMulticastIsCountedAndFreedInEachCta() throws IOException {
    found("multicast_few", MULTICAST, HANG, "hang", "");
    found("multicast_many", MULTICAST, HANG, "hang", "");
    assertThat(launch("multicast_few", MULTICAST, "").err())
        .contains("64 bytes more have come than its phase expects");
    assertThat(launch("multicast_many", MULTICAST, "").err())
        .contains("waits for 0 of 1 arrivals and 384 bytes of transactions");
    assertThat(launch("multicast_scope", MULTICAST, " --check races").out())
        .contains("both need cluster scope")
        .contains("data race on shared slot[0] in multicast_scope");
    assertThat(launch("multicast_right", MULTICAST, " --perturb 20").code()).isZero();
  }

  @Test
  void aCtaMayNotExitWhileAPeerReadsItsSharedMemory() throws IOException {
    Path json = folder.resolve("run.json");
    Shell.Result run =
        launch("exit_wrong", EXIT, " --check races,sync --schedules 0 --quiet --json " + json);
    assertThat(run.code()).isEqualTo(WRONG);
    assertThat(CheckedExamplesTest.rules(json)).isEqualTo("fault race-exit");
    assertThat(run.out()).contains("rank 0 of the cluster, which has exited");
  }

  /** Results are compared in each schedule. */
  @ParameterizedTest
  @CsvSource({
    "flag_right," + FLAG,
    "stages_right," + STAGES,
    "stages_later," + STAGES,
    "parity_right," + PARITY,
    "rounds_right," + ROUNDS,
    "bytes_right," + BYTES,
    "mailbox_right," + MAILBOX,
    "init_right," + START,
    "reuse_right," + REUSE,
    "threshold_right," + THRESHOLD,
    "exit_right," + EXIT
  })
  void theRightOneHasNoFinding(String kernel, String launch) {
    Shell.Result run = launch(kernel, launch, " --check all --strict --schedules 20 --quiet");
    assertThat(run.code()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("nothing found under 21 schedules");
  }

  private static long cycles(String kernel) {
    Matcher matcher = Pattern.compile("([\\d,]+) cycles").matcher(launch(kernel, STAGES, "").out());
    assertThat(matcher.find()).isTrue();
    return Long.parseLong(matcher.group(1).replace(",", ""));
  }

  /** A wait for the latest group lets no copy overlap the filling of the other stage. */
  @Test
  void refillingOneStageLaterIsCheaperThanWaitingForAll() {
    assertThat(cycles("stages_later")).isLessThan(cycles("stages_right"));
  }
}
