package dev.syncopate.ptx.syntax.source;

import dev.syncopate.ptx.ir.Position;

/**
 * Something is wrong with a PTX text. The message says where, what was found and what was expected,
 * and shows the line.
 */
public final class PtxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Position position;
  private final String problem;
  private final boolean unsupported;

  /**
   * @param problem what was found and expected
   * @param shown the line and a caret, on two lines
   * @param unsupported see {@link #isUnsupported}
   */
  PtxException(Position position, String problem, String shown, boolean unsupported) {
    super(position + ": " + problem + shown);
    this.position = position;
    this.problem = problem;
    this.unsupported = unsupported;
  }

  private PtxException(PtxException original, String remark) {
    super(original.getMessage() + "\n  " + remark);
    this.position = original.position;
    this.problem = original.problem;
    this.unsupported = original.unsupported;
  }

  /** Where the problem stands. */
  public Position position() {
    return position;
  }

  /** What was found and expected, without the place. */
  public String problem() {
    return problem;
  }

  /**
   * Whether the text may be good PTX that asks for what Syncopate lacks. The function it stands in
   * cannot run then, and the rest of the module can.
   */
  public boolean isUnsupported() {
    return unsupported;
  }

  /** The same with a line behind it. */
  public PtxException remarking(String remark) {
    return new PtxException(this, remark);
  }
}
