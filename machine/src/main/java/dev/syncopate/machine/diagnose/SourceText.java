package dev.syncopate.machine.diagnose;

import dev.syncopate.ptx.ir.Position;
import java.util.List;

/** The PTX text, to quote from. */
final class SourceText {
  private final List<String> lines;

  SourceText(List<String> lines) {
    this.lines = lines;
  }

  /** Appends the line a position is in, if there is one. */
  void quote(StringBuilder out, Position at) {
    out.append("      ").append(at.file()).append(':').append(at.line());
    if (at.line() >= 1 && at.line() <= lines.size()) {
      out.append(": ").append(lines.get(at.line() - 1).strip());
    }
    out.append('\n');
  }
}
