package dev.syncopate.app.argument;

/** A kernel argument that is not in the language; the message says where and what was expected. */
public final class ArgumentSyntaxException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * @param text the whole argument
   * @param position index of the offending part in it
   * @param problem what was expected and found
   */
  ArgumentSyntaxException(String text, int position, String problem) {
    super("'" + text + "', column " + (position + 1) + ": " + problem);
  }

  ArgumentSyntaxException(String message) {
    super(message);
  }
}
