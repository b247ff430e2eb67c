package dev.syncopate.app.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the program says of itself. */
public final class Help {
  private Help() {}

  /** The help text of each command, as {@code help of NAME}. */
  public static Map<String, String> texts() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    Map<String, String> texts = new TreeMap<>();
    Syncopate.commandLine(List::of, nowhere, nowhere)
        .getSubcommands()
        .forEach((name, command) -> texts.put("help of " + name, command.getUsageMessage()));
    return texts;
  }
}
