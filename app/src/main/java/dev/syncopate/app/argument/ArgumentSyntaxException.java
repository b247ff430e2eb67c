package dev.syncopate.app.argument;

/** A kernel argument that is not in the language; the message says where and what was expected. */
public final class ArgumentSyntaxException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * @param text the whole argument
   * @param at index of the offending part in it
   * @param problem what was expected and found
   */
  ArgumentSyntaxException(String text, int at, String problem) {
    super("'" + text + "', column " + (at + 1) + ": " + problem);
  }

  ArgumentSyntaxException(String message) {
    super(message);
  }
}
