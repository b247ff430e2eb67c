package dev.syncopate.model.explore.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationFailure;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the transaction unit does in tests, and what is said of those that it cannot run. */
class UnitExplorerTest {
  private static final String PLACE = "P%d@cta 0,gpu 0,warp %d";

  private static Exploration explored(LitmusTest test, List<UnitSetup> setups) {
    return UnitExplorer.explore(test, setups, 100_000, (setup, states, depth) -> true);
  }

  private static Exploration explored(LitmusTest test, String... settings) {
    return explored(test, UnitSetup.all(List.of(settings), null));
  }

  private static LitmusTest test(String locations, String... lines) {
    return LitmusTest.read(
        "t",
        "PTX t\n{ %s }\n %s ;\nexists (x = 1)\n".formatted(locations, String.join(" ;\n ", lines)));
  }

  private static String failure(Exploration exploration, PropertyViolation.Kind kind) {
    return exploration.failures().stream()
        .filter(failure -> failure.kind() == kind)
        .map(ExplorationFailure::message)
        .findFirst()
        .orElse("");
  }

  @Test
  void aScheduleSaysWhoConflictsAndGoesBack() {
    Exploration exploration =
        explored(
            Library.test("tx-write-skew-two-warps"),
            UnitSetup.all(UnitFault.named("two-serialise-at-once")));
    assertThat(failure(exploration, PropertyViolation.Kind.LIVELOCK))
        .startsWith("no transaction need ever commit, though every lane takes its steps (the last");
    assertThat(exploration.failures().getFirst().schedule().steps())
        .extracting(step -> step.text())
        .contains(
            "P0 `st.weak y, 1`: P0 conflicts with P1, P0 rolled back",
            "P0 stops: P0 back to tx.begin",
            "P0 `tx.begin`: tries again");
  }

  @Test
  void lanesOfAWarpMayDoTheSameAtOnce() {
    Exploration exploration =
        explored(
            test(
                "shared x; shared y;",
                PLACE.formatted(0, 0) + " | " + PLACE.formatted(1, 0),
                "tx.begin | tx.begin",
                "st.weak x, 1 | st.weak y, 1",
                "tx.commit | tx.commit"));
    assertThat(exploration.outcomes()).hasSize(1);
    assertThat(exploration.outcomes().getFirst().schedule().steps())
        .extracting(step -> step.text())
        .containsExactly(
            "P0 and P1 `tx.begin`",
            "P0 `st.weak x, 1`, P1 `st.weak y, 1`",
            "P0 and P1 `tx.commit`");
  }

  @Test
  void threadsThatWaitForEachOtherAtDifferentBarriersAreADeadlock() {
    Exploration exploration =
        explored(
            test(
                "shared x;",
                PLACE.formatted(0, 0) + " | " + PLACE.formatted(1, 1),
                "bar.cta.sync 0 | bar.cta.sync 1"));
    assertThat(failure(exploration, PropertyViolation.Kind.DEADLOCK))
        .contains("P0 at a barrier that others have not come to");
    assertThat(exploration.outcomes()).isEmpty();
  }

  @Test
  void aLoopThatNobodyEndsIsALivelock() {
    Exploration exploration =
        explored(
            test("shared x;", PLACE.formatted(0, 0), "LC00:", "ld.weak r0, x", "beq r0, 0, LC00"));
    assertThat(failure(exploration, PropertyViolation.Kind.LIVELOCK))
        .isEqualTo("no terminating state reachable");
  }

  @Test
  void anExplorationMayStop() {
    LitmusTest test = Library.test("tx-counters-two-warps");
    List<UnitSetup> setups = UnitSetup.all(List.of(), null);
    assertThat(UnitExplorer.explore(test, setups, 20, (setup, states, depth) -> true).complete())
        .isFalse();
  }

  @Test
  void whatCannotBeExploredIsSaid() {
    String header = PLACE.formatted(0, 0);
    assertThatThrownBy(() -> explored(test("shared x; y=0;", header, "st.weak y, 1")))
        .hasMessageStartingWith("`y` is in global memory");
    assertThatThrownBy(() -> explored(test("shared x;", header, "bar.cta.sync 0, 1, 2")))
        .hasMessageStartingWith("P0: `bar.cta.sync 0, 1, 2`: not explored on shared memory");
    assertThatThrownBy(() -> explored(test("shared x;", header, "atom.relaxed.cta.mul r0, x, 3")))
        .hasMessageContaining("the hardware has no atomic mul");
    assertThatThrownBy(() -> explored(test("shared x;", header, "ld r0, 5", "ld.weak r1, r0")))
        .hasMessage("P0: `ld.weak r1, r0`: 5 holds no location's address");
    assertThatThrownBy(() -> explored(test("shared x;", header, "LC00:", "goto LC00")))
        .hasMessageContaining("never ends: it computes without an access");
    assertThatThrownBy(() -> explored(Library.test("tx-either"), "tx.owner=kept"))
        .hasMessageContaining("there is no field tx.owner");
    assertThatThrownBy(() ->
            UnitExplorer.explore(
                Library.test("tx-either"),
                UnitSetup.all(List.of(), null),
                0,
                (setup, states, depth) -> true))
        .hasMessage("the bound is 0 states, expected at least 1");
    assertThatThrownBy(() -> UnitFault.named("owner-kept"))
        .hasMessageContaining("there are no-roll-back-in-other-banks, ");
  }

  @Test
  void layoutsAreLeftOutWhoseLocationsAreTooNarrow() {
    LitmusTest wide = test("shared x;", PLACE.formatted(0, 0), "st.weak x, -0x100000000");
    Exploration exploration = explored(wide);
    assertThat(exploration.coverage()).hasSize(1);
    assertThat(exploration.coverage().getFirst().setup()).hasToString("pairs of words");
    assertThat(exploration.outcomes().getFirst().values()).containsEntry("x", -0x100000000L);
    UnitSetup narrow = new UnitSetup(WordLayout.HALVES, List.of(), null);
    assertThatThrownBy(() -> explored(wide, List.of(narrow)))
        .hasMessage("-4294967296 is no value of 16 bits, as locations have in this layout");
  }

  @Test
  void addressesAndNegativeNumbersAreValues() {
    Exploration exploration =
        explored(
            test(
                "shared x; shared p = x; q @ generic aliases x;",
                PLACE.formatted(0, 0),
                "ld.weak r0, p",
                "tx.begin",
                "st.weak r0, -3",
                "ld.weak r1, q",
                "tx.commit"));
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.outcomes().getFirst().values()).containsEntry("x", -3L);
  }
}
