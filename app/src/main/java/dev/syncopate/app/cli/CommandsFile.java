package dev.syncopate.app.cli;

import dev.syncopate.app.cli.stored.StoredCommands;
import dev.syncopate.workload.catalogue.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import picocli.CommandLine;

/** Stores the program's commands where the build packs them ({@link StoredCommands}). */
final class CommandsFile {
  private CommandsFile() {}

  /**
   * @param arguments the folder of the program's classes
   */
  public static void main(String[] arguments) throws IOException {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    CommandLine root = Syncopate.commandLine(Workloads::all, nowhere, nowhere);
    StoredCommands stored = new StoredCommands();
    stored.add(root.getCommandSpec());
    for (CommandLine command : root.getSubcommands().values()) {
      stored.add(command.getCommandSpec());
    }
    stored.write(Path.of(arguments[0]));
  }
}
