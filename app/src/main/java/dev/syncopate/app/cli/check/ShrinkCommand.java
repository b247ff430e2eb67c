package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.UserErrorException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code shrink}: the few delays that make another command's run fail. */
@Command(
    name = "shrink",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Find the few delays that make a launch, run or cuda fail: run it under other schedules until one"
          + " shows a wrong answer, a finding, a hang or a fault, and remove delays as long as it"
          + " fails the same way.",
      ""
    },
    footer = {
      "",
      "  syncopate shrink -- launch box.cu --grid 2 --block 32 --arg 'u32[64]=zero' --expect 0=@box.bin",
      "  syncopate shrink --picture race.svg -- run spinmutex -o variant=unfenced --check races",
      "",
      "With --perturb N or --perturb-seed K the command names the schedules that are tried; 100",
      "otherwise. Exit 1 if a schedule fails, 0 if none does."
    })
public final class ShrinkCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description =
          "Keep the shortest list of delays so far there, and go on from it if the file exists.")
  private @Nullable Path saved;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "Draw the run under the shrunk schedule there, as SVG.")
  private @Nullable Path picture;

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Runs for shrinking at most. Default: ${DEFAULT-VALUE}")
  private int trials;

  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The command, 'launch', 'run' or 'cuda', with all of its options.")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    if (trials < 1) {
      throw new UserErrorException("--trials: expected at least 1, found " + trials);
    }
    List<String> options = new ArrayList<>(List.of("--shrink-trials", "" + trials));
    if (saved != null) {
      options.addAll(List.of("--shrink-save", saved.toString()));
    }
    if (picture != null) {
      options.addAll(List.of("--shrink-picture", picture.toString()));
    }
    return new OtherCommand(spec, words, "'--'").execute(options);
  }
}
