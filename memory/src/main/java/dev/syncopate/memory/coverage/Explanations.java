package dev.syncopate.memory.coverage;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.coverage.Explanation.Claim;
import dev.syncopate.memory.protocol.Protocol;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why pairs that a protocol lists do not happen under a consistency model: the lines of {@link
 * Protocol#unreached}.
 */
public final class Explanations {
  private static final String WHERE = "unreached pairs";
  private static final String NAMES = "([a-z0-9-]+(?:, [a-z0-9-]+)*)";
  private static final Pattern CLAIM =
      Pattern.compile("(never|elsewhere) " + NAMES + " × " + NAMES + ": (.+)");
  private static final Pattern PAIR = Pattern.compile(" {2}([A-Za-z0-9-]+ [A-Z_]+ [A-Z_]+)");

  private final SortedMap<String, Explanation> byPair = new TreeMap<>();

  private Explanations() {}

  /** Those for a protocol under a consistency model. */
  public static Explanations of(Protocol protocol, ConsistencyModel model) {
    return read(protocol.unreached(), protocol.name(), model.label());
  }

  /**
   * @throws IllegalArgumentException for a line that is neither a claim nor a pair, or a pair that
   *     is explained twice
   */
  static Explanations read(String text, String protocol, String model) {
    Explanations read = new Explanations();
    Matcher claim = null;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Matcher next = CLAIM.matcher(line);
      Matcher pair = PAIR.matcher(line);
      if (next.matches()) {
        claim = next;
      } else if (claim == null || !pair.matches()) {
        throw new IllegalArgumentException(
            "%s, line %d: found `%s`, expected `%s`"
                .formatted(
                    WHERE,
                    number,
                    line,
                    claim == null
                        ? "never|elsewhere PROTOCOLS × MODELS: why"
                        : "  PLACE STATE EVENT"));
      } else if (names(claim.group(2), protocol) && names(claim.group(3), model)) {
        read.add(claim, pair.group(1), number);
      }
    }
    return read;
  }

  private void add(Matcher claim, String pair, int number) {
    Claim claimed = Claim.valueOf(claim.group(1).toUpperCase(Locale.ROOT));
    if (byPair.put(pair, new Explanation(pair, claimed, claim.group(4))) != null) {
      throw new IllegalArgumentException(
          "%s, line %d: %s is explained twice".formatted(WHERE, number, pair));
    }
  }

  private static boolean names(String list, String name) {
    return List.of(list.split(", ")).contains(name);
  }

  /** The explanation of a pair, or null when it has none. */
  public @Nullable Explanation of(String pair) {
    return byPair.get(pair);
  }

  /** The pairs that have not happened and are not explained. */
  public SortedSet<String> unexplained(SortedMap<String, Long> counts) {
    SortedSet<String> pairs = new TreeSet<>();
    counts.forEach((pair, count) -> {
      if (count == 0 && !byPair.containsKey(pair)) {
        pairs.add(pair);
      }
    });
    return pairs;
  }

  /** The pairs that are said never to happen, and have. */
  public SortedSet<String> refuted(SortedMap<String, Long> counts) {
    SortedSet<String> pairs = new TreeSet<>();
    byPair.forEach((pair, explanation) -> {
      if (explanation.claim() == Claim.NEVER && counts.getOrDefault(pair, 0L) > 0) {
        pairs.add(pair);
      }
    });
    return pairs;
  }

  /** The pairs that are explained and not listed. */
  public SortedSet<String> unlisted(SortedMap<String, Long> counts) {
    SortedSet<String> pairs = new TreeSet<>(byPair.keySet());
    pairs.removeAll(counts.keySet());
    return pairs;
  }
}
