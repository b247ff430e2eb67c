package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.Position;

/**
 * Something is wrong with a PTX text. The message says where, what was found and what was expected,
 * and shows the line.
 */
public final class PtxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Position position;

  PtxException(Position position, String message) {
    super(message);
    this.position = position;
  }

  /** Where the problem stands. */
  public Position position() {
    return position;
  }
}
