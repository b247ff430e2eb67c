package dev.syncopate.ptx.ir;

import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * From which lines of which source the lines of a PTX text were compiled ({@code .file} and {@code
 * .loc} directives; compilers write them when told {@code -lineinfo} or {@code -g}). Filled while
 * the text is read, and not changed after that.
 */
public final class SourceLines {
  private final Map<Integer, String> files = new HashMap<>();

  /** By the line of the PTX text from which it counts; none where a function begins. */
  private final TreeMap<Integer, Location> locations = new TreeMap<>();

  /** What a {@code .loc} directive says; a file of 0 for nothing. */
  private record Location(int file, int line, int inlinedFile, int inlinedLine) {}

  private static final Location NOWHERE = new Location(0, 0, 0, 0);

  /**
   * A line of a source.
   *
   * @param file its path, as the compiler was given it
   * @param line from 1
   * @param inlinedAt where the function that the line belongs to was inlined; null if it was not
   */
  public record Place(String file, int line, @Nullable Place inlinedAt) {
    /** Where the line is called from: itself, unless it was inlined. */
    public Place called() {
      return inlinedAt == null ? this : inlinedAt.called();
    }

    /** The file's name without its folder, and the line: of the caller, if it was inlined. */
    @Override
    public String toString() {
      String name = file.substring(file.lastIndexOf('/') + 1);
      return inlinedAt == null
          ? name + ":" + line
          : "%s (in %s:%d)".formatted(inlinedAt, name, line);
    }
  }

  /** A {@code .file} directive. */
  public void file(int number, String path) {
    files.put(number, path);
  }

  /**
   * A {@code .loc} directive.
   *
   * @param ptxLine where it stands
   * @param inlinedFile where its function was inlined; 0 if it was not
   */
  public void location(int ptxLine, int file, int line, int inlinedFile, int inlinedLine) {
    locations.put(ptxLine, new Location(file, line, inlinedFile, inlinedLine));
  }

  /** A function begins: the locations before are not its. */
  public void functionBegins(int ptxLine) {
    locations.put(ptxLine, NOWHERE);
  }

  /** The source of an instruction; null if the text does not say. */
  public @Nullable Place of(Position instruction) {
    Entry<Integer, Location> found = locations.floorEntry(instruction.line());
    if (found == null) {
      return null;
    }
    Location location = found.getValue();
    String file = files.get(location.file);
    String inlined = files.get(location.inlinedFile);
    return file == null
        ? null
        : new Place(
            file,
            location.line,
            inlined == null ? null : new Place(inlined, location.inlinedLine, null));
  }
}
