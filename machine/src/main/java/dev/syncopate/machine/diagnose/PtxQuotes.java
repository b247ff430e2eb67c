package dev.syncopate.machine.diagnose;

import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.SourceLines;
import dev.syncopate.ptx.ir.SourceLines.Place;
import java.util.List;

/** The PTX text, to quote from. */
final class PtxQuotes {
  private final List<String> lines;
  private final SourceLines compiled;

  /**
   * @param compiled from which sources it was compiled
   */
  PtxQuotes(List<String> lines, SourceLines compiled) {
    this.lines = lines;
    this.compiled = compiled;
  }

  /**
   * The line of the source that a position was compiled from, or of the PTX where it is not known.
   */
  String line(Position position) {
    Place source = compiled.of(position);
    return source != null ? source.toString() : position.file() + ":" + position.line();
  }

  /** Appends the line a position is in, if there is one. */
  void quote(StringBuilder out, Position position) {
    out.append("      ").append(position.file()).append(':').append(position.line());
    Place source = compiled.of(position);
    if (source != null) {
      out.append(" (").append(source).append(')');
    }
    if (position.line() >= 1 && position.line() <= lines.size()) {
      out.append(": ").append(lines.get(position.line() - 1).strip());
    }
    out.append('\n');
  }
}
