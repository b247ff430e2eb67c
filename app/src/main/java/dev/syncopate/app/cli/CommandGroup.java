package dev.syncopate.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Commands of one purpose, listed under one heading of {@code syncopate --help}. A command in no
 * group is listed last, under its own heading.
 *
 * @param heading purpose of the commands
 * @param names names of the commands, in the order of the list
 */
record CommandGroup(String heading, List<String> names) {
  static final List<CommandGroup> ALL =
      List.of(
          new CommandGroup(
              "Run a kernel, a CUDA program or a workload",
              List.of("demo", "launch", "cuda", "run", "workloads")),
          new CommandGroup(
              "Compare machines and mechanisms",
              List.of("compare", "sweep", "gpus", "protocols", "calibrate")),
          new CommandGroup(
              "Check a program's synchronisation",
              List.of("extract", "repair", "shrink", "model", "generate")),
          new CommandGroup(
              "Write a mechanism and prove it right",
              List.of(
                  "new-protocol", "explore", "verify", "mutants", "coverage", "stress", "fuzz")),
          new CommandGroup(
              "Study a paper, or the simulator", List.of("reproduce", "submit", "bench")));

  private static final String OTHERS = "Other commands";

  private static final int INDENT = 2;

  /** End of the clause of a description that the list shows. */
  private static final Pattern CLAUSE_END = Pattern.compile("[.;:](?: .*)?$", Pattern.DOTALL);

  /** The list of commands, as a section of the root's help. */
  static String list(Help root) {
    Map<String, Help> commands = new TreeMap<>(root.subcommands());
    int nameWidth = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (CommandGroup group : ALL) {
      List<String> names = new ArrayList<>(group.names());
      names.retainAll(commands.keySet());
      append(text, root, group.heading(), names, nameWidth);
      commands.keySet().removeAll(names);
    }
    append(text, root, OTHERS, List.copyOf(commands.keySet()), nameWidth);
    return text.toString();
  }

  private static void append(
      StringBuilder text, Help root, String heading, List<String> names, int nameWidth) {
    if (names.isEmpty()) {
      return;
    }
    int firstWidth = INDENT + nameWidth + INDENT;
    int width = root.commandSpec().usageMessage().width();
    TextTable table =
        TextTable.forColumns(
            root.colorScheme(),
            new Column(firstWidth, INDENT, Column.Overflow.SPAN),
            new Column(width - firstWidth, 0, Column.Overflow.WRAP));
    for (String name : names) {
      Help command = root.subcommands().get(name);
      if (command != null) {
        table.addRowValues(name, summary(command));
      }
    }
    text.append("%n%s:%n".formatted(heading)).append(table);
  }

  /** Header of a command, or else the first clause of its description. */
  private static String summary(Help command) {
    UsageMessageSpec usage = command.commandSpec().usageMessage();
    String[] text = usage.header().length > 0 ? usage.header() : usage.description();
    return text.length == 0 ? "" : CLAUSE_END.matcher(text[0]).replaceFirst("");
  }
}
