package dev.syncopate.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.Checkout;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README has what {@code demo} prints and draws; {@code -DupdateDocs} runs it and puts both in.
 * Otherwise the settings that are simulated fastest are.
 */
class DemoReadmeTest {
  private static final String BEGIN = "<!-- printed by: syncopate demo -->\n```\n";
  private static final Path README = Checkout.launcher().resolveSibling("README.md");

  @Test
  void theReadmeHasWhatTheDemoPrints(@TempDir Path folder) throws IOException {
    String text = Files.readString(README);
    int start = text.indexOf(BEGIN) + BEGIN.length();
    assertThat(start).as("the mark").isGreaterThan(BEGIN.length());
    int end = text.indexOf("```\n<!-- end -->", start);
    if (System.getProperty("updateDocs") != null) {
      StringWriter printed = new StringWriter();
      assertThat(
              new Demo().run(folder, 2, new PrintWriter(printed), DemoTest.unseen(), () -> false))
          .isTrue();
      String table = printed.toString().substring(0, printed.toString().indexOf("\nPicture: "));
      Files.writeString(README, text.substring(0, start) + table + text.substring(end));
      Files.writeString(
          Checkout.documentation("demo.svg"), Files.readString(folder.resolve("pagerank.svg")));
      return;
    }
    DemoPlan plan = DemoPlan.standard();
    String table = text.substring(start, end);
    for (DemoPlan.Program program : List.of(plan.programs().get(1), plan.programs().get(3))) {
      DemoRun run =
          DemoRun.of(
                  plan, new DemoPlan.Setting("rsp-8cu", program, plan.models().get(1)), () -> false)
              .orElseThrow();
      assertThat(table)
          .as("%s; ./syncopate docs puts it in", program)
          .containsPattern(
              String.format(
                  Locale.ROOT,
                  "%s +%,d +[0-9.]+ +%.1f%% +%,d +right  %s\n",
                  program.line(),
                  run.cycles(),
                  100 * run.l1HitRate(),
                  run.total("sync.flushes"),
                  program.lesson()));
    }
    String picture = Files.readString(Checkout.documentation("demo.svg"));
    assertThat(picture).contains("what weaker orders save, what binning adds");
  }
}
