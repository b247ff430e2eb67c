package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.ProgressListener.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class LaunchProgressTest {
  private final StringWriter text = new StringWriter();
  private long milliseconds;
  private boolean goOn = true;
  private int columns = 100;
  private ProgressDisplay display = new ProgressDisplay(new PrintWriter(text), true, 100, () -> 0);

  @Test
  void aTerminalSeesOneLineRewritten() {
    LaunchProgress line = line(true);
    milliseconds = 100;
    line.progress(new Progress("k", 10, 1_000, 0, 100));
    assertThat(text.toString()).as("nothing for runs that end at once").isEmpty();
    milliseconds = 1_100;
    line.progress(new Progress("k", 1_000_000, 2_001_000, 25, 100));
    assertThat(text.toString())
        .isEqualTo(
            "\r\u001b[K\u001b[?7lk: cycle 1,000,000, 2.00M warp instructions/s, 25% of CTAs, ETA"
                + " 0:03\u001b[?7h");
    display.clear();
    assertThat(text.toString()).endsWith("ETA 0:03\u001b[?7h\r\u001b[K");
  }

  @Test
  void theRateIsThatOfTheLastSecondOrTwo() {
    LaunchProgress line = line(true);
    for (milliseconds = 0; milliseconds <= 5_000; milliseconds += 100) {
      long instructions = milliseconds <= 2_000 ? 0 : 1_000 * (milliseconds - 2_000);
      line.progress(new Progress("k", milliseconds, instructions, 0, 1));
    }
    assertThat(text.toString())
        .contains("cycle 1,000, 0 warp")
        .endsWith("1.00M warp instructions/s, none of 1 CTAs done after 0:05\u001b[?7h");
  }

  @Test
  void aLogSeesEverRarerPlainLines() {
    LaunchProgress line = line(false);
    int[] shownAt = new int[8];
    int shown = 0;
    for (milliseconds = 0; milliseconds < 200_000; milliseconds += 1_000) {
      int startLength = text.getBuffer().length();
      line.progress(new Progress("k", milliseconds, milliseconds, 0, 4));
      if (text.getBuffer().length() > startLength) {
        shownAt[shown++] = (int) milliseconds / 1_000;
      }
    }
    assertThat(shownAt).startsWith(10, 30, 70, 150, 0);
    assertThat(text.toString())
        .doesNotContain("\u001b")
        .contains(", none of 4 CTAs done after 0:30\n");
    display.clear();
    assertThat(text.toString()).doesNotContain("\u001b");
  }

  @Test
  void launchesAreCounted() {
    LaunchProgress line = line(true);
    line.progress(new Progress("first", 500, 500, 1, 2));
    milliseconds = 1_000;
    line.progress(new Progress("a_very_long_mangled_kernel_name", 20, 20, 0, 2));
    assertThat(text.toString()).contains("a_very_long_mangled_k... (launch 2): cycle 20, ");
  }

  @Test
  void mangledNamesAreShownPlain() {
    LaunchProgress line = line(true);
    milliseconds = 1_000;
    line.progress(new Progress("_Z9histogramPKjPjj", 20, 20, 0, 2));
    milliseconds = 2_000;
    line.progress(new Progress("_Z99odd", 30, 20, 0, 2));
    assertThat(text.toString()).contains("lhistogram: cycle 20,").contains("l_Z99odd: cycle 30,");
  }

  @Test
  void aNarrowTerminalGetsAShorterLine() {
    for (columns = 100; columns >= 1; columns--) {
      text.getBuffer().setLength(0);
      milliseconds = 0;
      LaunchProgress line = line(true);
      line.progress(new Progress("a_very_long_mangled_kernel_name", 10, 20, 0, 2));
      line.progress(new Progress("a_very_long_mangled_kernel_name", 5, 20, 0, 2));
      milliseconds = 1_100;
      line.progress(new Progress("a_very_long_mangled_kernel_name", 1_000, 2_020, 1, 2));
      String shown = text.toString().replaceAll("\u001b\\[[?0-9]*[a-zA-Z]|\r", "");
      assertThat(shown).hasSizeLessThan(Math.max(2, columns));
      assertThat(shown)
          .isEqualTo(
              switch (columns) {
                case 100 ->
                    "a_very_long_mangled_k... (launch 2): cycle 1,000, 1.82k warp"
                        + " instructions/s, 50% of CTAs, ETA 0:01";
                case 80 ->
                    "a_very_long_mangled_k... (launch 2): cycle 1,000, 50% of CTAs, ETA 0:01";
                case 61 -> "a_very_long_mangled_k...: cycle 1,000, 50% of CTAs, ETA 0:01";
                case 40 -> "cycle 1,000, 50% of CTAs, ETA 0:01";
                case 10 -> "cycle 1,0";
                default -> shown;
              });
    }
  }

  @Test
  void theCallerCanAskItToStop() {
    LaunchProgress line = line(true);
    assertThat(line.progress(new Progress("k", 1, 1, 0, 1))).isTrue();
    goOn = false;
    assertThat(line.progress(new Progress("k", 2, 1, 0, 1))).isFalse();
  }

  private LaunchProgress line(boolean terminal) {
    LongSupplier clock = () -> milliseconds * 1_000_000;
    display = new ProgressDisplay(new PrintWriter(text), terminal, columns, clock);
    return new LaunchProgress(display, clock, () -> goOn);
  }
}
