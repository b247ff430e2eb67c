package dev.syncopate.machine.preset;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.sim.config.BaseFiles;
import dev.syncopate.sim.config.BundledConfigurations;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.ConfigReader;
import dev.syncopate.sim.config.ConfigSource;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.config.NearestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Machines by name or file. */
public final class Presets {
  private static final List<String> NAMES =
      List.of(
          "rsp-8cu",
          "srsp-8cu",
          "srsp-16cu",
          "srsp-32cu",
          "srsp-64cu",
          "srsp-2x8cu",
          "titanv-80sm",
          "h100-132sm",
          "heterosync-15cu",
          "southern-islands");

  /** What may follow a machine's name and a slash. */
  private static final Map<String, List<String>> READINGS =
      Map.of("heterosync-15cu", List.of("links", "banks", "occupancy", "clocks", "pipelines"));

  private static final String OF = "/";

  private static final BundledConfigurations RESOURCES = new BundledConfigurations(Presets.class);

  private Presets() {}

  /** The names of the machines that come along. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * Readings of a machine: where what it is built after is silent, what the literature has of the
   * simulator that stood behind it. A reading is a machine too, {@code MACHINE/READING}, and each
   * value that it changes says where it comes from.
   *
   * @param machine one of {@link #names}
   * @return names of readings; empty where the machine has none
   */
  public static List<String> readings(String machine) {
    return READINGS.getOrDefault(machine, List.of());
  }

  /** The name of a machine in one of its {@link #readings}. */
  public static String reading(String machine, String reading) {
    return machine + OF + reading;
  }

  /** In a sentence, what a reading changes. */
  public static String about(String machine, String reading) {
    return RESOURCES
        .source(reading(machine, reading))
        .text()
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^# *", "");
  }

  /**
   * Loads a machine.
   *
   * @param nameOrFile one of {@link #names}, one of its readings, or the path of a YAML file, which
   *     may extend a machine by name or another file by its path from the file
   * @throws ConfigException when there is no such machine or file, or the file does not describe a
   *     machine
   */
  public static MachineConfig load(String nameOrFile) {
    return ConfigReader.read(
        source(nameOrFile), MachineConfig.class, new Machines(), Protocols.settings());
  }

  /**
   * The text of a machine's file, whose comments say where each value comes from.
   *
   * @param nameOrFile as for {@link #load}
   * @throws ConfigException when there is no such machine or file
   */
  public static ConfigSource source(String nameOrFile) {
    ConfigSource source = find(nameOrFile, Path.of(""));
    if (source == null) {
      throw new ConfigException(
          "there is no GPU named "
              + nameOrFile
              + " and no such file; known are "
              + String.join(", ", NAMES)
              + NearestName.hint(nameOrFile, allNames()));
    }
    return source;
  }

  private static @Nullable ConfigSource find(String nameOrFile, Path folder) {
    if (NAMES.contains(nameOrFile) || isReading(nameOrFile)) {
      return RESOURCES.source(nameOrFile);
    }
    Path path;
    try {
      path = folder.resolve(nameOrFile);
    } catch (InvalidPathException e) {
      return null;
    }
    return Files.isRegularFile(path) ? file(path) : null;
  }

  private static List<String> allNames() {
    List<String> names = new ArrayList<>(NAMES);
    for (String machine : NAMES) {
      readings(machine).forEach(readingName -> names.add(reading(machine, readingName)));
    }
    return names;
  }

  private static boolean isReading(String name) {
    int slash = name.lastIndexOf(OF);
    return slash > 0 && readings(name.substring(0, slash)).contains(name.substring(slash + 1));
  }

  private static ConfigSource file(Path path) {
    try {
      return ConfigSource.read(path);
    } catch (IOException e) {
      throw new ConfigException(path + ": cannot be read: " + FileErrors.reason(e));
    }
  }

  /** What a machine's file may extend. */
  private static final class Machines implements BaseFiles {
    @Override
    public @Nullable ConfigSource find(String name, ConfigSource extending) {
      Path folder = Path.of(extending.fileName()).getParent();
      return Presets.find(name, folder == null ? Path.of("") : folder);
    }

    @Override
    public List<String> names() {
      return NAMES;
    }
  }
}
