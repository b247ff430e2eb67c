package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.source.PtxSource;

/** A kernel that the interpreter cannot run, or that does something without a defined result. */
public final class ReferenceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem that has no place in the text. */
  public ReferenceException(String message) {
    super(message);
  }

  /** The same at a place in a text. */
  static ReferenceException at(PtxSource source, InstructionSyntax instruction, String message) {
    return new ReferenceException(source.position(instruction.sourceOffset()) + ": " + message);
  }
}
