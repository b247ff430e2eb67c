package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.HandMade;
import dev.syncopate.model.axiom.cat.Judgement;
import org.junit.jupiter.api.Test;

/** Remote scope promotion (rsp figs. 13 and 14). */
class PromotionTest {
  private final CatModel promoting = ModelCatalog.named("hrf-rsp");
  private final CatModel plain = ModelCatalog.named("hrf-indirect-relaxed");

  private static HandMade message(
      boolean isSeen, String release, String acquire, int cta, int gpu) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int l = execution.initial("l");
    HandMade.Agent a0 = execution.thread(0, 0);
    int wx = a0.write("x", "WEAK");
    int wl = a0.write("l", release);
    HandMade.Agent a1 = execution.thread(cta, gpu);
    int rl = a1.read("l", acquire);
    int rx = a1.read("x", "WEAK");
    return execution.co(x, wx).co(l, wl).rf(wl, rl).rf(isSeen ? wx : x, rx);
  }

  private static boolean isRaceFree(CatModel model, HandMade execution) {
    Judgement judgement = model.judge(execution);
    assertThat(judgement.isAllowed()).isTrue();
    return !judgement.flags().contains("race");
  }

  @Test
  void case1OfFigure14NeedsNoPromotion() {
    assertThat(plain.judge(message(false, "REL CTA", "ACQ CTA", 0, 0)).isAllowed()).isFalse();
    assertThat(isRaceFree(plain, message(true, "REL CTA", "ACQ CTA", 0, 0))).isTrue();
  }

  @Test
  void case2OfFigure14PromotesTheLastRelease() {
    HandMade missed = message(false, "REL CTA", "ACQ REMOTE GPU", 1, 0);
    assertThat(promoting.judge(missed).isAllowed()).isFalse();
    assertThat(plain.judge(missed).isAllowed()).as("without promotion nothing is said").isTrue();
    HandMade observed = message(true, "REL CTA", "ACQ REMOTE GPU", 1, 0);
    assertThat(isRaceFree(promoting, observed)).isTrue();
    assertThat(isRaceFree(plain, observed)).isFalse();
  }

  @Test
  void aRemoteReleasePromotesTheNextAcquire() {
    assertThat(promoting.judge(message(false, "REL REMOTE GPU", "ACQ CTA", 1, 0)).isAllowed())
        .isFalse();
    assertThat(isRaceFree(promoting, message(true, "REL REMOTE GPU", "ACQ CTA", 1, 0))).isTrue();
  }

  @Test
  void theRemoteScopeMustTakeTheOtherIn() {
    assertThat(promoting.judge(message(false, "REL CTA", "ACQ REMOTE GPU", 0, 1)).isAllowed())
        .isTrue();
    assertThat(isRaceFree(promoting, message(true, "REL CTA", "ACQ REMOTE GPU", 0, 1))).isFalse();
    assertThat(promoting.judge(message(false, "REL CTA", "ACQ REMOTE SYS", 0, 1)).isAllowed())
        .isFalse();
  }

  @Test
  void onlyTheLastReleaseBeforeTheRemoteAcquireIsPromoted() {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int l = execution.initial("l");
    HandMade.Agent first = execution.thread(0, 0);
    int wx = first.write("x", "WEAK");
    int firstRelease = first.write("l", "REL CTA");
    int lastRelease = execution.thread(0, 0).write("l", "REL CTA");
    HandMade.Agent remote = execution.thread(1, 0);
    int rl = remote.read("l", "ACQ REMOTE GPU");
    int rx = remote.read("x", "WEAK");
    execution.co(x, wx).co(l, firstRelease, lastRelease).rf(lastRelease, rl).rf(x, rx);
    assertThat(promoting.judge(execution).isAllowed()).isTrue();
    assertThat(promoting.judge(execution).flags()).containsExactly("race");
  }

  @Test
  void onlyTheNextAcquireAfterTheRemoteReleaseIsPromotedAndThoseThatReadTheSame() {
    assertThat(isPromoted(true, "ACQ CTA")).isTrue();
    assertThat(isPromoted(false, "ACQ CTA")).isFalse();
    assertThat(isPromoted(false, "RLX CTA")).as("a relaxed read is no acquire").isTrue();
  }

  /** Whether an acquire is promoted behind another read, which reads the release's write. */
  private boolean isPromoted(boolean sameWrite, String otherRead) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int l = execution.initial("l");
    HandMade.Agent remote = execution.thread(1, 0);
    int wx = remote.write("x", "WEAK");
    int release = remote.write("l", "REL REMOTE GPU");
    int lockRead = execution.thread(0, 0).read("l", otherRead);
    int later = execution.thread(2, 0).write("l", "RLX GPU");
    HandMade.Agent last = execution.thread(0, 0);
    int rl = last.read("l", "ACQ CTA");
    int rx = last.read("x", "WEAK");
    execution.co(x, wx).co(l, release, later);
    execution.rf(release, lockRead).rf(sameWrite ? release : later, rl).rf(x, rx);
    return !promoting.judge(execution).isAllowed();
  }

  @Test
  void aPromotedReleaseSynchronisesWithNobodyElse() {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int l = execution.initial("l");
    HandMade.Agent owner = execution.thread(0, 0);
    int wx = owner.write("x", "WEAK");
    int release = owner.write("l", "REL CTA");
    int thief = execution.thread(1, 0).read("l", "ACQ REMOTE GPU");
    HandMade.Agent otherAgent = execution.thread(2, 0);
    int rl = otherAgent.read("l", "ACQ GPU");
    int rx = otherAgent.read("x", "WEAK");
    execution.co(x, wx).co(l, release).rf(release, thief, rl).rf(x, rx);
    assertThat(promoting.judge(execution).isAllowed()).isTrue();
    assertThat(promoting.judge(execution).flags()).containsExactly("race");
  }
}
