package dev.syncopate.sim.config;

import java.util.List;

/**
 * A configuration that cannot be used. The message is for the person who wrote it: one paragraph
 * for each error, with the place, what was found there and what was expected.
 */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ConfigException(List<String> errors) {
    super(String.join("\n", errors));
  }

  /**
   * @param error one paragraph
   */
  public ConfigException(String error) {
    super(error);
  }
}
