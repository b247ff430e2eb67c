package dev.syncopate.app.cli;

import dev.syncopate.app.cli.check.CoverageCommand;
import dev.syncopate.app.cli.check.ExploreCommand;
import dev.syncopate.app.cli.check.ExtractCommand;
import dev.syncopate.app.cli.check.FuzzCommand;
import dev.syncopate.app.cli.check.GenerateCommand;
import dev.syncopate.app.cli.check.ModelCommand;
import dev.syncopate.app.cli.check.MutantsCommand;
import dev.syncopate.app.cli.check.ObserveCommand;
import dev.syncopate.app.cli.check.RepairCommand;
import dev.syncopate.app.cli.check.ShrinkCommand;
import dev.syncopate.app.cli.check.StressCommand;
import dev.syncopate.app.cli.check.VerifyCommand;
import dev.syncopate.app.cli.console.EscapedOutput;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.cuda.CudaCommand;
import dev.syncopate.app.cli.launch.LaunchCommand;
import dev.syncopate.app.cli.launch.RunCommand;
import dev.syncopate.app.cli.launch.WorkloadsCommand;
import dev.syncopate.app.cli.machine.BenchCommand;
import dev.syncopate.app.cli.machine.CalibrateCommand;
import dev.syncopate.app.cli.machine.GpusCommand;
import dev.syncopate.app.cli.machine.NewProtocolCommand;
import dev.syncopate.app.cli.machine.ProtocolsCommand;
import dev.syncopate.app.cli.stored.StoredCommands;
import dev.syncopate.app.cli.study.CompareCommand;
import dev.syncopate.app.cli.study.DemoCommand;
import dev.syncopate.app.cli.study.ReproduceCommand;
import dev.syncopate.app.cli.study.SubmitCommand;
import dev.syncopate.app.cli.study.SweepCommand;
import dev.syncopate.app.report.Version;
import dev.syncopate.workload.suite.Workload;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The root of the commands. */
@Command(
    name = "syncopate",
    mixinStandardHelpOptions = true,
    versionProvider = Syncopate.VersionText.class,
    description = "Cycle-level GPU simulator and checker for fine-grained synchronisation.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    footer = {
      "",
      "'syncopate COMMAND --help' describes a command; 'syncopate test' runs the tests.",
      "Exit codes: 0 right, 1 wrong answer, finding or failed thread, 2 unusable",
      "input, 3 hang, 4 limit reached, 5 nothing found but not everything checked,",
      "70 internal error, 130 interrupted."
    })
public final class Syncopate implements Callable<Integer> {
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          LaunchCommand.class,
          CudaCommand.class,
          RunCommand.class,
          WorkloadsCommand.class,
          GpusCommand.class,
          CalibrateCommand.class,
          ProtocolsCommand.class,
          NewProtocolCommand.class,
          StressCommand.class,
          FuzzCommand.class,
          ExploreCommand.class,
          VerifyCommand.class,
          MutantsCommand.class,
          CoverageCommand.class,
          CompareCommand.class,
          SweepCommand.class,
          ReproduceCommand.class,
          SubmitCommand.class,
          ExtractCommand.class,
          RepairCommand.class,
          ShrinkCommand.class,
          ModelCommand.class,
          ObserveCommand.class,
          GenerateCommand.class,
          BenchCommand.class,
          HelpCommand.class);

  private static final int WIDEST_HELP = 100;

  /** Widest list of commands: what a terminal has at least. */
  private static final int WIDEST_LIST = 80;

  /** The least that picocli lays out. */
  private static final int NARROWEST_HELP = 55;

  /** Those that look for other commands. */
  private static final Set<Class<?>> LOOK_FURTHER =
      Set.of(
          ExtractCommand.class,
          RepairCommand.class,
          ShrinkCommand.class,
          SubmitCommand.class,
          HelpCommand.class);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print the trace of an internal error instead of writing it to a file.")
  boolean debug;

  /**
   * The command line, ready to execute.
   *
   * @param workloads what {@code run} can run
   * @param out results
   * @param err messages and the live line
   * @param arguments that it will execute; none for callers that want all commands
   */
  static CommandLine commandLine(
      Supplier<List<Workload>> workloads, PrintWriter out, PrintWriter err, String... arguments) {
    ExceptionReporter failures = new ExceptionReporter();
    Commands commands = new Commands(workloads);
    List<Class<?>> types = wanted(arguments);
    Optional<StoredCommands> stored =
        types.size() == 1 ? StoredCommands.forArguments(arguments) : Optional.empty();
    CommandLine commandLine = line(Syncopate.class, commands, stored);
    for (Class<?> command : types) {
      CommandLine line = line(command, commands, stored);
      if (command == StressCommand.class) {
        StressCommand.listMachines(line.getCommandSpec());
      }
      if (command == CudaCommand.class
          || command == ExtractCommand.class
          || command == RepairCommand.class
          || command == ShrinkCommand.class
          || command == SubmitCommand.class) {
        line.setStopAtPositional(true); // what follows is the program's, or another command's
      }
      commandLine.addSubcommand(line);
    }
    commandLine
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroup::list);
    commandLine
        .registerConverter(Long.class, Syncopate::whole)
        .registerConverter(long.class, Syncopate::whole)
        .registerConverter(int.class, Syncopate::integer)
        .registerConverter(Path.class, Syncopate::path)
        .setUsageHelpWidth(Math.clamp(Terminal.outputColumns(), NARROWEST_HELP, WIDEST_HELP))
        .setOut(new EscapedOutput(out))
        .setErr(new EscapedOutput(err))
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
    UsageMessageSpec help = commandLine.getCommandSpec().usageMessage();
    help.width(Math.min(help.width(), WIDEST_LIST));
    return commandLine;
  }

  /** One command, without its subcommands: as stored, or else read from annotations. */
  private static CommandLine line(
      Class<?> command, Commands commands, Optional<StoredCommands> stored) {
    return stored
        .map(stock -> new CommandLine(stock.restore(commands.make(command)), commands))
        .orElseGet(() -> new CommandLine(command, commands));
  }

  /**
   * The command that is named first, or all: making all takes as long as a small simulation, and
   * only who asks for help or misspells one needs to know the others.
   */
  static List<Class<?>> wanted(String[] arguments) {
    return COMMANDS.stream()
        .filter(command ->
            arguments.length > 0
                && !looksFurther(command, arguments)
                && commandName(command).equals(arguments[0]))
        .findFirst()
        .<List<Class<?>>>map(List::of)
        .orElse(COMMANDS);
  }

  /**
   * Name of a command by its class: {@code NewProtocolCommand} is {@code new-protocol}. The
   * annotation says the same, but reading the first one of a run takes as long as parsing.
   */
  static String commandName(Class<?> command) {
    String words = command.getSimpleName();
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < words.length() - "Command".length(); i++) {
      char letter = words.charAt(i);
      boolean begins = letter >= 'A' && letter <= 'Z';
      name.append(begins && i > 0 ? "-" : "").append(begins ? (char) (letter + 'a' - 'A') : letter);
    }
    return name.toString();
  }

  private static boolean looksFurther(Class<?> command, String[] arguments) {
    return LOOK_FURTHER.contains(command)
        || (command == CompareCommand.class && List.of(arguments).contains("--"));
  }

  /** Makes the commands, of which some need to know the workloads. */
  private record Commands(Supplier<List<Workload>> workloads) implements IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
      if (type == RunCommand.class) {
        return type.cast(new RunCommand(workloads.get()));
      }
      if (type == WorkloadsCommand.class) {
        return type.cast(new WorkloadsCommand(workloads.get()));
      }
      return CommandLine.defaultFactory().create(type);
    }

    /** The object that executes a command. */
    Object make(Class<?> type) {
      try {
        return create(type);
      } catch (Exception e) { // the factory may throw any
        throw new IllegalStateException(type.getName() + " cannot be made", e);
      }
    }
  }

  /** Without a command there is nothing to do but to say which there are. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }

  private static long whole(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("expected a whole number, found '" + text + "'");
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(
          text.indexOf('\0') >= 0
              ? "expected the name of a file, found a zero byte in it"
              : "the name '%s' has characters that the locale's character set (%s) lacks; start with LC_ALL=C.UTF-8"
                  .formatted(text, System.getProperty("sun.jnu.encoding", "unknown")));
    }
  }

  private static int integer(String text) {
    long value = whole(text);
    if (value != (int) value) {
      throw new TypeConversionException(value + " is too large");
    }
    return (int) value;
  }

  /** Text of {@code --version}. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"Syncopate " + Version.text()};
    }
  }
}
