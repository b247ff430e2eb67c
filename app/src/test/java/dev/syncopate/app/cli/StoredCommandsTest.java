package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.cli.stored.StoredCommands;
import dev.syncopate.workload.catalogue.Workloads;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Commands as the build has stored them parse as those that picocli reads from annotations. */
final class StoredCommandsTest {
  private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

  private static List<String> commands() {
    return commandLine().getSubcommands().keySet().stream()
        .filter(name -> commandLine(name).getSubcommands().size() == 1)
        .toList();
  }

  private static CommandLine commandLine(String... arguments) {
    return Syncopate.commandLine(Workloads::all, NOWHERE, NOWHERE, arguments);
  }

  private static CommandLine subcommand(CommandLine root, String name) {
    return Objects.requireNonNull(root.getSubcommands().get(name), name);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aStoredCommandHasTheArgumentsOfItsAnnotations(String name) {
    CommandSpec annotated = subcommand(commandLine(), name).getCommandSpec();
    CommandSpec stored = subcommand(commandLine(name), name).getCommandSpec();
    assertThat(stored.usageMessage().description()).as("stored without texts").isEmpty();
    assertThat(annotated.usageMessage().description()).isNotEmpty();
    assertThat(arguments(stored)).isEqualTo(arguments(annotated)).isNotEmpty();
    assertThat(parsing(stored)).isEqualTo(parsing(annotated));
  }

  @Test
  void aCommandIsNamedAsItsClass() {
    for (CommandLine command : commandLine().getSubcommands().values()) {
      Class<?> type = command.getCommandSpec().userObject().getClass();
      assertThat(Syncopate.commandName(type)).isEqualTo(command.getCommandName());
    }
  }

  @Test
  void theRootHasTheArgumentsOfItsAnnotations() {
    CommandSpec stored = commandLine("launch").getCommandSpec();
    assertThat(arguments(stored)).isEqualTo(arguments(commandLine().getCommandSpec()));
  }

  @Test
  void aValueReachesTheFieldOfAMixinWithinAMixin() {
    CommandLine root = commandLine("launch");
    CommandLine launch = subcommand(root, "launch");
    root.parseArgs(
        "launch", "a.ptx", "--grid", "1", "--block", "32", "--set", "a=1", "--set", "b=2");
    ArgSpec set = launch.getCommandSpec().findOption("--set");
    assertThat(set.<List<String>>getValue()).containsExactly("a=1", "b=2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "-hV", "--version", "@arguments"})
  void anArgumentThatMayAskForHelpGetsTheTexts(String argument) {
    CommandSpec described = subcommand(commandLine("launch", argument), "launch").getCommandSpec();
    assertThat(described.usageMessage().description())
        .containsExactly("Run one kernel of a PTX file, or of a CUDA source.");
  }

  @Test
  void aClassThatIsNotStoredIsNamed() {
    StoredCommands stored = StoredCommands.forArguments().orElseThrow();
    assertThatThrownBy(() -> stored.restore("a text"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("java.lang.String is not stored");
  }

  /** What a command says of parsing besides its arguments. */
  private static List<Object> parsing(CommandSpec command) {
    return List.of(
        command.name(),
        List.of(command.aliases()),
        command.helpCommand(),
        command.parser().stopAtPositional(),
        command.unmatchedArgsBindings().size(),
        command.argGroups().size(),
        command.subcommands().keySet(),
        command.exitCodeOnInvalidInput());
  }

  /** What parsing does with each argument, by its name or its positions. */
  private static Map<String, List<Object>> arguments(CommandSpec command) {
    Map<String, List<Object>> arguments = new TreeMap<>();
    for (OptionSpec option : command.options()) {
      arguments.put(option.longestName(), described(option));
    }
    for (PositionalParamSpec positional : command.positionalParameters()) {
      arguments.put("at " + positional.index(), described(positional));
    }
    return arguments;
  }

  private static List<Object> described(ArgSpec argument) {
    IParameterConsumer consumer = argument.parameterConsumer();
    List<Object> option =
        argument instanceof OptionSpec named
            ? List.of(
                Arrays.asList(named.names()),
                named.usageHelp(),
                named.versionHelp(),
                named.negatable(),
                named.fallbackValue())
            : List.of();
    return List.of(
        option,
        argument.arity(),
        argument.arity().isUnspecified(),
        argument.type(),
        Arrays.asList(argument.auxiliaryTypes()),
        argument.paramLabel(),
        argument.hideParamSyntax(),
        argument.splitRegex(),
        argument.required(),
        argument.hidden(),
        argument.inherited(),
        argument.scopeType(),
        argument.interactive(),
        argument.converters().length,
        String.valueOf(argument.defaultValue()),
        String.valueOf(argument.mapFallbackValue()),
        consumer == null ? "none" : consumer.getClass().getName());
  }
}
