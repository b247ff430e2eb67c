package dev.syncopate.app.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Completion script and manual pages of a release, written from the commands' own help. The script
 * serves bash and zsh.
 */
final class ManualPages {
  private static final String PROGRAM = "syncopate";

  /** Columns of text in a manual page. */
  private static final int WIDTH = 78;

  private ManualPages() {}

  /**
   * Writes {@code man/man1/*.1} and {@code completion/syncopate.sh}.
   *
   * @param arguments the folder
   */
  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]));
  }

  static void write(Path folder) throws IOException {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    CommandLine root = Syncopate.commandLine(List::of, nowhere, nowhere);
    root.setUsageHelpWidth(WIDTH);
    Path completion = Files.createDirectories(folder.resolve("completion"));
    Files.writeString(completion.resolve(PROGRAM + ".sh"), AutoComplete.bash(PROGRAM, root));
    Path pages = Files.createDirectories(folder.resolve("man/man1"));
    Files.writeString(pages.resolve(PROGRAM + ".1"), page(PROGRAM, root));
    for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
      String name = PROGRAM + "-" + command.getKey();
      Files.writeString(pages.resolve(name + ".1"), page(name, command.getValue()));
    }
  }

  /** Page of the manual: the help text as it is laid out. */
  private static String page(String name, CommandLine command) {
    String text =
        command
            .getUsageMessage()
            .replace("\\", "\\e")
            .replace("-", "\\-")
            .replaceAll("(?m)^([.'])", "\\\\&$1");
    return """
    .TH "%s" 1
    .SH NAME
    %s \\- GPU simulator and checker
    .SH DESCRIPTION
    .nf
    %s.fi
    """
        .formatted(name.toUpperCase(Locale.ROOT), name.replace("-", "\\-"), text);
  }
}
