package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.watch.LitmusOptions;
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
    List<String> options = new ArrayList<>(List.of("--litmus-print", selector));
    if (output != null) {
      options.addAll(List.of("--litmus-file", output.toString()));
    }
    return new OtherCommand(spec, words).execute(options);
  }
}
