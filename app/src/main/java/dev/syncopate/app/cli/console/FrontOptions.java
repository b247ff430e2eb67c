package dev.syncopate.app.cli.console;

import dev.syncopate.app.cli.stored.OptionContributor;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/**
 * Options that give a machine something in front of its L1s, one for each such mechanism of the
 * build: {@code --lab 64} is short for {@code --set mechanisms.lab.entries=64}.
 */
@Command
public final class FrontOptions implements OptionContributor {
  /** Sizes as typed, by the mechanism's name. */
  private final Map<String, String> sizes = new LinkedHashMap<>();

  @Override
  @Spec(Spec.Target.MIXEE)
  public void addTo(CommandSpec command) {
    for (Mechanisms.Front front : Mechanisms.fronts()) {
      command.addOption(
          OptionSpec.builder("--" + front.name())
              .type(String.class)
              .paramLabel(front.sizes())
              .description(
                  "%s, as --set %s. Default: the machine's"
                      .formatted(
                          capitalized(front.summary()), Mechanisms.setting(front.name(), "N")))
              .setter(new Size(front.name()))
              .build());
    }
  }

  private static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** Receives what is typed behind an option. */
  private final class Size implements ISetter {
    private final String front;

    Size(String front) {
      this.front = front;
    }

    /** Null before each command line is read, for the option's absence. */
    @Override
    public <T> T set(T value) {
      if (value == null) {
        sizes.remove(front);
      } else {
        sizes.put(front, value.toString());
      }
      return value;
    }
  }

  /** Whether any is given. */
  public boolean any() {
    return !sizes.isEmpty();
  }

  /** The settings that they stand for, by the option as it was typed. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    sizes.forEach(
        (front, size) -> settings.put("--" + front + " " + size, Mechanisms.setting(front, size)));
    return settings;
  }

  /** The same options for a command line of another process. */
  List<String> asArguments() {
    List<String> arguments = new ArrayList<>();
    sizes.forEach((front, size) -> arguments.addAll(List.of("--" + front, size)));
    return arguments;
  }

  /** The options, for people: {@code --lab}. */
  public static String names() {
    return String.join(
        ", ", Mechanisms.fronts().stream().map(front -> "--" + front.name()).toList());
  }
}
