package dev.syncopate.app.cli.stored;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All commands of the program, by class. The build stores them in the folder of this class:
 *
 * <pre>
 *   number of commands (4 bytes), then for each
 *   class name (UTF), length (4 bytes), {@link StoredCommand} of that length
 * </pre>
 */
public final class StoredCommands {
  private static final String ENTRY = "commands.bin";

  /** Beginnings of options that show texts which are not stored, and of files that may have one. */
  private static final List<String> HELP = List.of("-h", "--help", "-V", "--version", "@");

  private final Map<String, byte[]> commands = new LinkedHashMap<>();

  /**
   * The commands that the build has stored; empty when it has stored none, or when an argument asks
   * for help.
   */
  public static Optional<StoredCommands> forArguments(String... arguments) {
    for (String argument : arguments) {
      if (HELP.stream().anyMatch(argument::startsWith)) {
        return Optional.empty();
      }
    }
    try (InputStream input = StoredCommands.class.getResourceAsStream(ENTRY)) {
      return input == null ? Optional.empty() : Optional.of(read(input.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StoredCommands read(byte[] bytes) throws IOException {
    StoredCommands stored = new StoredCommands();
    DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes));
    for (int remaining = input.readInt(); remaining > 0; remaining--) {
      String className = input.readUTF();
      byte[] command = new byte[input.readInt()];
      input.readFully(command);
      stored.commands.put(className, command);
    }
    return stored;
  }

  /** Adds a command that picocli has read from annotations. */
  public void add(CommandSpec command) throws IOException {
    commands.put(command.userObject().getClass().getName(), StoredCommand.of(command).bytes());
  }

  /**
   * Writes the file that {@link #forArguments} reads.
   *
   * @param classes folder of the program's classes
   */
  public void write(Path classes) throws IOException {
    Path folder = classes.resolve(StoredCommands.class.getPackageName().replace('.', '/'));
    Files.write(folder.resolve(ENTRY), bytes());
  }

  private byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(commands.size());
    for (Map.Entry<String, byte[]> command : commands.entrySet()) {
      out.writeUTF(command.getKey());
      out.writeInt(command.getValue().length);
      out.write(command.getValue());
    }
    return bytes.toByteArray();
  }

  /**
   * The specification of a command.
   *
   * @param command object that executes it
   * @throws IllegalStateException when its class is not stored
   */
  public CommandSpec restore(Object command) {
    byte[] bytes = commands.get(command.getClass().getName());
    if (bytes == null) {
      throw new IllegalStateException(command.getClass().getName() + " is not stored");
    }
    try {
      return StoredCommand.read(new DataInputStream(new ByteArrayInputStream(bytes)))
          .restore(command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
