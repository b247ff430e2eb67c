package dev.syncopate.ptx.syntax.source;

import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.SourceLines;
import java.util.Arrays;

/** A PTX text with its name; turns offsets into lines and columns, and problems into messages. */
public final class PtxSource {
  private static final int LONGEST_LINE_SHOWN = 160;

  private final String file;
  private final String text;
  private final int[] lineStarts;
  private final SourceLines lines = new SourceLines();

  /** Characters that stand for bytes which are no text: {@code U+DC00} and the byte. */
  private static final char FIRST_STRAY = '\uDC80';

  private static final char LAST_STRAY = '\uDCFF';

  /**
   * @param file its name, for messages
   * @param text all of it; a byte that is no text in UTF-8 is in it as {@code U+DC00} and the byte
   */
  public PtxSource(String file, String text) {
    this.file = file;
    this.text = text;
    int[] starts = new int[64];
    int lines = 1;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      if (lines == starts.length) {
        starts = Arrays.copyOf(starts, 2 * lines);
      }
      starts[lines++] = end + 1;
    }
    this.lineStarts = Arrays.copyOf(starts, lines);
  }

  public String file() {
    return file;
  }

  public String text() {
    return text;
  }

  /** What its lines were compiled from: what the directives read so far say. */
  public SourceLines lines() {
    return lines;
  }

  /** Line and column of an offset into the text. */
  public Position position(int offset) {
    int line = line(offset);
    return new Position(file, line + 1, offset - lineStarts[line] + 1);
  }

  /** The offset of a position in this text. */
  public int offset(Position position) {
    return lineStarts[position.line() - 1] + position.column() - 1;
  }

  private int line(int offset) {
    int index = Arrays.binarySearch(lineStarts, offset);
    return index >= 0 ? index : -index - 2;
  }

  /** The byte that a character stands for, since it is no text; -1 of others. */
  public static int strayByte(char c) {
    return c >= FIRST_STRAY && c <= LAST_STRAY ? c & 0xff : -1;
  }

  /** The error that {@code actual} stands where {@code expected} should. */
  public PtxException unexpected(int offset, String actual, String expected) {
    return error(offset, "found " + actual + ", expected " + expected);
  }

  /** The error that something belongs to what Syncopate does not have, which is in the plural. */
  public PtxException unsupported(int offset, String actual, String family) {
    return error(offset, "found " + actual + ": " + family + " are not supported", true);
  }

  /**
   * The error that a feature of PTX is known and not supported.
   *
   * @param name how the text names it
   * @param section the versions and targets that define it
   * @param family what it belongs to
   */
  public PtxException unsupported(int offset, String name, String section, String family) {
    String problem = "`%s` exists (%s) and is not supported: %s".formatted(name, section, family);
    return error(offset, problem, true);
  }

  /** As {@link #unexpected}, of what may be good PTX that Syncopate does not have. */
  public PtxException lacking(int offset, String actual, String expected) {
    return error(offset, "found " + actual + ", expected " + expected, true);
  }

  /** An error with the line it stands in and a caret below the place. */
  public PtxException error(int offset, String problem) {
    return error(offset, problem, false);
  }

  private PtxException error(int offset, String problem, boolean unsupported) {
    Position position = position(offset);
    int start = lineStarts[position.line() - 1];
    int end = text.indexOf('\n', start);
    if (end < 0) {
      end = text.length();
    }
    if (end > start && text.charAt(end - 1) == '\r') {
      end--;
    }
    // A window of very long lines, so that the caret stays in sight.
    int shownStart = Math.max(start, offset - LONGEST_LINE_SHOWN / 2);
    int shownEnd = Math.min(end, shownStart + LONGEST_LINE_SHOWN);
    StringBuilder shown = new StringBuilder("\n  ");
    for (int i = shownStart; i < shownEnd; i++) {
      boolean pair = i > shownStart && Character.isHighSurrogate(text.charAt(i - 1));
      boolean stray = strayByte(text.charAt(i)) >= 0 && !pair;
      shown.append(stray ? '\uFFFD' : text.charAt(i));
    }
    shown.append("\n  ");
    for (int i = shownStart; i < offset && i < shownEnd; i++) {
      shown.append(text.charAt(i) == '\t' ? '\t' : ' ');
    }
    return new PtxException(position, problem, shown.append('^').toString(), unsupported);
  }
}
