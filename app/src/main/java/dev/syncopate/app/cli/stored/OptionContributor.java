package dev.syncopate.app.cli.stored;

import picocli.CommandLine.Model.CommandSpec;

/** A mixin that adds options which no annotation declares to the command that it is part of. */
public interface OptionContributor {
  /** Adds the options to a command. */
  void addTo(CommandSpec command);
}
