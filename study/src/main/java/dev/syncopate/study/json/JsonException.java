package dev.syncopate.study.json;

/** A text is not JSON, or not the document expected; the message says where and what was found. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public JsonException(String message) {
    super(message);
  }
}
