package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.UserErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The command that {@code extract}, {@code repair} or {@code shrink} runs once more. */
final class OtherCommand {
  private static final List<String> COMMANDS = List.of("launch", "run", "cuda");

  private final CommandLine root;
  private final List<String> command;

  /**
   * @param spec of the command that runs it
   * @param words behind the selector, with or without {@code --} in front
   * @throws UserErrorException if they are no such command
   */
  OtherCommand(CommandSpec spec, List<String> words) {
    this(spec, words, "RACE");
  }

  /**
   * @param spec of the command that runs it
   * @param words with or without {@code --} in front
   * @param separator what its options stand before
   * @throws UserErrorException if they are no such command
   */
  OtherCommand(CommandSpec spec, List<String> words, String separator) {
    command = words.subList(words.getFirst().equals("--") ? 1 : 0, words.size());
    if (!command.isEmpty() && command.getFirst().startsWith("-")) {
      throw new UserErrorException(
          "options of %s stand before %s; found '%s' behind it"
              .formatted(spec.name(), separator, command.getFirst()));
    }
    String name = command.isEmpty() ? "nothing" : command.getFirst();
    if (!COMMANDS.contains(name)) {
      throw new UserErrorException(
          "expected launch, run or cuda behind '--', found '" + name + "'");
    }
    root = Objects.requireNonNull(spec.commandLine().getParent());
  }

  /**
   * Runs it without a summary.
   *
   * @param options that are added to its own
   * @return the exit code
   */
  int execute(List<String> options) {
    List<String> arguments = new ArrayList<>(List.of(command.getFirst()));
    arguments.addAll(options);
    if (!command.contains("--quiet")) {
      arguments.add("--quiet");
    }
    arguments.addAll(command.subList(1, command.size()));
    return root.execute(arguments.toArray(String[]::new));
  }
}
