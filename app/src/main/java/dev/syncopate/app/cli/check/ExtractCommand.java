package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.watch.LitmusOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code extract}: the litmus test of a race, or of what ordered accesses, of another command. */
@Command(
    name = "extract",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Run launch, run or cuda once more, and print a litmus test of one of its races, or of"
          + " synchronisation that was right.",
      ""
    },
    footer = {
      "",
      "  syncopate extract 1 -- run spinmutex -o variant=unfenced",
      "  syncopate extract -o queue.litmus queue.cu:31 -- cuda -- ./program",
      "",
      "'model' judges the test and 'explore' shows what the hardware does with it."
    })
public final class ExtractCommand implements Callable<Integer> {
  private static final List<String> COMMANDS = List.of("launch", "run", "cuda");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the test there. Default: standard output")
  private @Nullable Path output;

  @Parameters(
      index = "0",
      paramLabel = "RACE",
      description =
          "The number of a finding of --check races, from 1; or FILE:LINE, for the first test in"
              + " which that line takes part.")
  private String selector = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The command, 'launch', 'run' or 'cuda', with all of its options.")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    LitmusOptions.checkWhich(selector);
    List<String> command = words.subList(words.getFirst().equals("--") ? 1 : 0, words.size());
    if (!command.isEmpty() && command.getFirst().startsWith("-")) {
      throw new UserErrorException(
          "options of extract stand before RACE; found '" + command.getFirst() + "' behind it");
    }
    String name = command.isEmpty() ? "nothing" : command.getFirst();
    if (!COMMANDS.contains(name)) {
      throw new UserErrorException(
          "expected launch, run or cuda behind '--', found '" + name + "'");
    }
    List<String> arguments = new ArrayList<>(List.of(name, "--litmus-print", selector));
    if (output != null) {
      arguments.addAll(List.of("--litmus-file", output.toString()));
    }
    if (!command.contains("--quiet")) {
      arguments.add("--quiet");
    }
    arguments.addAll(command.subList(1, command.size()));
    CommandLine root = Objects.requireNonNull(spec.commandLine().getParent());
    return root.execute(arguments.toArray(String[]::new));
  }
}
