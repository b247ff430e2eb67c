package dev.syncopate.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.report.ProgressDisplay;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The demo from end to end on a small graph. */
class DemoTest {
  private static final DemoPlan SMALL =
      new DemoPlan(
          List.of("srsp-8cu"),
          DemoPlan.standard().programs(),
          DemoPlan.standard().models(),
          256,
          4,
          64,
          1);

  /** Progress that is not shown. */
  static ProgressDisplay unseen() {
    return new ProgressDisplay(new PrintWriter(Writer.nullWriter()), false, 100, System::nanoTime);
  }

  @Test
  void itVerifiesPrintsAndWritesPictureAndPage(@TempDir Path folder) throws IOException {
    Path target = folder.resolve("new").resolve("demo");
    StringWriter text = new StringWriter();
    StringWriter shown = new StringWriter();
    AtomicLong clock = new AtomicLong();
    ProgressDisplay progress =
        new ProgressDisplay(
            new PrintWriter(shown), true, 100, () -> clock.addAndGet(1_000_000_000));
    assertThat(new Demo(SMALL).run(target, 2, new PrintWriter(text), progress, () -> false))
        .isTrue();
    assertThat(text.toString())
        .contains("256 vertices, 1,024 arcs", "Picture: " + target.resolve("pagerank.svg"))
        .doesNotContain("WRONG");
    assertThat(shown.toString())
        .contains("demo: 1 of 12 runs", "demo: 12 of 12 runs")
        .endsWith("\r\u001b[K");
    assertThat(target.resolve("pagerank.svg")).content().startsWith("<svg").endsWith("</svg>\n");
    assertThat(target.resolve("index.html")).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void thePageIsWrittenThoughThePictureCannotBe(@TempDir Path folder) throws IOException {
    Files.createSymbolicLink(folder.resolve("pagerank.svg"), Path.of("/dev/full"));
    StringWriter text = new StringWriter();
    assertThatThrownBy(
            () -> new Demo(SMALL).run(folder, 1, new PrintWriter(text), unseen(), () -> false))
        .hasMessage("No space left on device");
    assertThat(text.toString())
        .contains("256 vertices", "Page:    " + folder.resolve("index.html"))
        .doesNotContain("Picture: ");
    assertThat(folder.resolve("index.html")).content().startsWith("<!DOCTYPE html>");
  }

  @Test
  void resultsDoNotDependOnHowManyRunAtOnce() {
    assertThat(DemoResults.simulate(SMALL, 3, completed -> {}, () -> false).runs())
        .isEqualTo(DemoResults.simulate(SMALL, 1, completed -> {}, () -> false).runs());
  }

  @Test
  void relaxedUpdatesFlushLessThanOrderedOnes() {
    DemoResults results = DemoResults.simulate(SMALL, 2, completed -> {}, () -> false);
    DemoRun ordered = results.runs().get(0);
    DemoRun relaxed = results.runs().get(4);
    assertThat(relaxed.setting().program().atomic()).isEqualTo("relaxed");
    assertThat(relaxed.setting().model().name()).isEqualTo("hrf");
    assertThat(relaxed.total("sync.flushes")).isLessThan(ordered.total("sync.flushes") / 4);
    assertThat(relaxed.cycles()).isLessThan(ordered.cycles());
  }

  @Test
  void aFolderThatCannotBeMadeCostsNoWork(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() ->
            new Demo(SMALL)
                .run(file, 1, new PrintWriter(new StringWriter()), unseen(), () -> false))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void whatIsThereIsShownWhenItIsStopped(@TempDir Path folder) throws IOException {
    StringWriter text = new StringWriter();
    AtomicInteger polls = new AtomicInteger();
    boolean right =
        new Demo(SMALL)
            .run(folder, 1, new PrintWriter(text), unseen(), () -> polls.incrementAndGet() > 5);
    assertThat(right).isTrue();
    assertThat(text.toString())
        .containsPattern(
            "\nsrsp-8cu +acquire\\+release, gpu scope +[\\d,]+ +1.00 .* right  an update")
        .containsPattern("Interrupted: \\d+ of 12 runs were made; there is no picture")
        .contains("\n  srsp-8cu, relaxed, binned, cta scope, drfrlx\n");
    assertThat(folder).isEmptyDirectory();
  }
}
