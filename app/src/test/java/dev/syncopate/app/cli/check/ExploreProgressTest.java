package dev.syncopate.app.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Judging shows how far it is, as exploring does. */
class ExploreProgressTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void judgingIsShownAndEnded() {
    LitmusTest test = Library.test("CoRR");
    StringWriter out = new StringWriter();
    AtomicLong clock = new AtomicLong();
    try (Interruption interruption = new Interruption()) {
      ExploreProgress progress =
          new ExploreProgress(
              new ProgressDisplay(new PrintWriter(out), true, 100, clock::get), null, interruption);
      Cancellation.Reason reason = progress.all(test, "ptx", () -> false);
      reason.after(1_234);
      clock.set(SECOND);
      progress.show();
      assertThat(out.toString())
          .contains("CoRR, judging under ptx: 1,234 executions, whole or in part");
      assertThat(reason.why()).isNull();
      assertThat(progress.seen(test, "ptx", () -> true).why()).isEqualTo("abandoned");
    }
  }
}
