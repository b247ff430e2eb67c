package dev.syncopate.study.yaml;

/** An error in a YAML file; its message begins with file, line and column. */
public final class YamlException extends RuntimeException {
  private static final long serialVersionUID = 1;

  YamlException(String message) {
    super(message);
  }
}
