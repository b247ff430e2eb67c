package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.watch.RepairOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code repair}: edits that rule out the races of another command's run. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Find changes of orders, scopes, fences and barriers that rule out the races of a launch, run"
          + " or cuda: by the PTX model for litmus tests of the races, and by a run with each.",
      ""
    },
    footer = {
      "",
      "  syncopate repair all -- run spinmutex -o variant=unfenced",
      "  syncopate repair 1 -- cuda -- ./program",
      "",
      "Repairs are listed by the cycles of the repaired run. Exit 1 if a race has none."
    })
public final class RepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "12",
      description = "Runs of edited programs, smallest sets of edits first. Default: 12")
  private int tries;

  @Parameters(
      index = "0",
      paramLabel = "RACE",
      description = "The number of a race of --check races, from 1; or all.")
  private String selector = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The command, 'launch', 'run' or 'cuda', with all of its options.")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    RepairOptions.checkWhich(selector);
    if (tries < 1) {
      throw new UserErrorException("--tries: expected at least 1, found " + tries);
    }
    return new OtherCommand(spec, words)
        .execute(List.of("--repair-race", selector, "--repair-tries", "" + tries));
  }
}
