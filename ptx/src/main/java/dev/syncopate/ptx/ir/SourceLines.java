package dev.syncopate.ptx.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
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

  /** The latest of the function by file, line and column; {@code inlined_at} names one of them. */
  private final Map<List<Integer>, Location> latest = new HashMap<>();

  /**
   * Location in a {@code .loc} directive.
   *
   * @param file its number; 0 for nothing
   * @param inlinedAt where its function was inlined; null if it was not
   */
  private record Location(int file, int line, @Nullable Location inlinedAt) {}

  /** The line of what a compiler has added, which stands nowhere in the source. */
  private static final int COMPILERS_OWN = 0;

  private static final Location NOWHERE = new Location(0, 0, null);

  /**
   * Headers of compilers and toolkits, by their path: most users have not written them, and atomics
   * of a library are inlined through half a dozen of their functions.
   */
  private static final Pattern TOOLKIT =
      Pattern.compile("^/(usr|opt)/(.*/)?include/|/(targets|clang|nvidia)/[^/]+/include/");

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

    /** Files' names without their folders, and lines: the kernel's, then the functions' in it. */
    @Override
    public String toString() {
      if (inlinedAt == null) {
        return name();
      }
      StringBuilder inner = new StringBuilder(name());
      Place place = inlinedAt;
      for (; place.inlinedAt != null; place = place.inlinedAt) {
        inner.insert(0, place.name() + ", in ");
      }
      return place.name() + " (in " + inner + ")";
    }

    private String name() {
      return file.substring(file.lastIndexOf('/') + 1) + ":" + line;
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
   * @param place file, line and column
   * @param inlinedAt file, line and column of the call, where its function was inlined; null if it
   *     was not. The latest earlier directive for the same place says where the caller was inlined
   *     in its turn.
   */
  public void location(int ptxLine, List<Integer> place, @Nullable List<Integer> inlinedAt) {
    Location call = inlinedAt == null ? null : latest.get(inlinedAt);
    if (inlinedAt != null && call == null) {
      call = new Location(inlinedAt.get(0), inlinedAt.get(1), null);
    }
    Location location = new Location(place.get(0), place.get(1), call);
    locations.put(ptxLine, location);
    latest.put(place, location);
  }

  /** A function begins: the locations before are not its. */
  public void functionBegins(int ptxLine) {
    locations.put(ptxLine, NOWHERE);
    latest.clear();
  }

  /**
   * The source of an instruction, without lines of the toolkit's headers if any other is known, and
   * with the outermost and the innermost of them if not; null if the text does not say.
   */
  public @Nullable Place of(Position instruction) {
    Entry<Integer, Location> entry = locations.floorEntry(instruction.line());
    return entry == null ? null : place(entry.getValue());
  }

  private @Nullable Place place(Location innermost) {
    List<Location> inlineChain = new ArrayList<>();
    for (Location location = innermost; location != null; location = location.inlinedAt) {
      if (location.line != COMPILERS_OWN && files.containsKey(location.file)) {
        inlineChain.addFirst(location);
      }
    }
    List<Location> userLocations =
        inlineChain.stream().filter(location -> !inToolkit(location)).toList();
    if (userLocations.isEmpty() && inlineChain.size() > 2) {
      userLocations = List.of(inlineChain.getFirst(), inlineChain.getLast());
    }
    Place place = null;
    for (Location location : userLocations.isEmpty() ? inlineChain : userLocations) {
      place = new Place(file(location), location.line, place);
    }
    return place;
  }

  private boolean inToolkit(Location location) {
    return TOOLKIT.matcher(file(location)).find();
  }

  private String file(Location location) {
    return Objects.requireNonNull(files.get(location.file));
  }
}
