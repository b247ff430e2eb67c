package dev.syncopate.app.cli.machine;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.UserErrorException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code new-protocol}: the folder of a coherence protocol to start from. */
@Command(
    name = "new-protocol",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Write a new coherence protocol into the source tree, to start from.",
      "It differs from gpu in one row of its table, has a mutant with the litmus test that refutes"
          + " it, a contract test, a page, and its line in the registry."
    },
    footer = {"", "  syncopate new-protocol mine"})
public final class NewProtocolCommand implements Callable<Integer> {
  private static final String LAUNCHER = "syncopate.launcher";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "NAME",
      description = "Its name: 2 to 16 lower-case letters and digits, a letter first.")
  private String name = "";

  @Option(
      names = "--tree",
      paramLabel = "FOLDER",
      description = "The source tree. Default: that of the launcher")
  private @Nullable Path tree;

  @Override
  public Integer call() throws IOException {
    NewProtocol protocol = NewProtocol.named(name);
    Path root = root();
    NewProtocol.Written written = protocol.write(root);
    PrintWriter out = spec.commandLine().getOut();
    written.created().forEach(file -> out.println("wrote    " + file));
    written.changed().forEach(file -> out.println("changed  " + file));
    out.printf(
        """

        Protocol %1$s differs from gpu in one row: weak stores are performed at the L2.
        Next:
          ./syncopate test -pl memory -am -Dtest=%2$s -Dsurefire.failIfNoSpecifiedTests=false
          ./syncopate run vecadd --protocol gpu,%1$s
          ./syncopate mutants --protocol %1$s
        docs/develop/adding-a-protocol.md says what to change.
        """,
        name, protocol.contractTest());
    out.flush();
    return ExitCode.RIGHT;
  }

  private Path root() {
    if (tree != null) {
      return tree;
    }
    Path launcher = Path.of(System.getProperty(LAUNCHER, "syncopate")).toAbsolutePath();
    Path folder = launcher.getParent();
    if (folder == null || !NewProtocol.isTree(folder)) {
      throw new UserErrorException(
          "new-protocol writes into a source tree, and %s is in none: expected --tree FOLDER, or the launcher of a clone"
              .formatted(launcher));
    }
    return folder;
  }
}
