package dev.syncopate.machine.diagnose;

import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.SourceLines;
import dev.syncopate.ptx.ir.SourceLines.Place;
import java.util.List;

/** The PTX text, to quote from. */
final class SourceText {
  private final List<String> lines;
  private final SourceLines compiled;

  /**
   * @param compiled from which sources it was compiled
   */
  SourceText(List<String> lines, SourceLines compiled) {
    this.lines = lines;
    this.compiled = compiled;
  }

  /**
   * The line of the source that a position was compiled from, or of the PTX where it is not known.
   */
  String line(Position at) {
    Place source = compiled.of(at);
    return source != null ? source.toString() : at.file() + ":" + at.line();
  }

  /** Appends the line a position is in, if there is one. */
  void quote(StringBuilder out, Position at) {
    out.append("      ").append(at.file()).append(':').append(at.line());
    Place source = compiled.of(at);
    if (source != null) {
      out.append(" (").append(source).append(')');
    }
    if (at.line() >= 1 && at.line() <= lines.size()) {
      out.append(": ").append(lines.get(at.line() - 1).strip());
    }
    out.append('\n');
  }
}
