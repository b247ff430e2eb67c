package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manual pages and the completion script that a release brings along. */
class ManualPagesTest {
  @Test
  void everyCommandHasAPageThatStartsWithItsUsage(@TempDir Path folder) throws Exception {
    ManualPages.write(folder);
    try (Stream<Path> pages = Files.list(folder.resolve("man/man1"))) {
      assertThat(pages).hasSize(Help.texts().size() + 1);
    }
    String page = Files.readString(folder.resolve("man/man1/syncopate-launch.1"));
    assertThat(page)
        .startsWith(".TH \"SYNCOPATE-LAUNCH\" 1\n.SH NAME\nsyncopate\\-launch \\- ")
        .contains(".nf\nUsage: syncopate launch ", "\\-\\-kernel")
        .endsWith("\n.fi\n");
  }

  /** A line that starts with a dot or an apostrophe would be a command of the formatter. */
  @Test
  void noLineOfHelpIsTakenForACommandOfTheFormatter(@TempDir Path folder) throws Exception {
    ManualPages.write(folder);
    String page = Files.readString(folder.resolve("man/man1/syncopate.1"));
    assertThat(page).contains("\n\\&'syncopate COMMAND \\-\\-help' describes a command");
    List<String> text =
        page.substring(page.indexOf(".nf\n") + 4, page.indexOf(".fi\n")).lines().toList();
    assertThat(text).noneMatch(line -> line.startsWith(".") || line.startsWith("'"));
    assertThat(text).allMatch(line -> line.replace("\\-", "-").replace("\\&", "").length() <= 78);
  }

  @Test
  void theScriptCompletesCommandsAndOptionsAndBearsNoTime(@TempDir Path folder) throws Exception {
    ManualPages.write(folder);
    Path file = folder.resolve("completion/syncopate.sh");
    String script = Files.readString(file);
    assertThat(script)
        .startsWith("#!/usr/bin/env bash")
        .contains("launch", "'--kernel'", "explore");
    ManualPages.write(folder);
    assertThat(file).hasContent(script);
  }
}
