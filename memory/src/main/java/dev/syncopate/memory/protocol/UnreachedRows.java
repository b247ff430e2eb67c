package dev.syncopate.memory.protocol;

import dev.syncopate.memory.consistency.ConsistencyModel;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Why some rows of a mechanism's tables are not executed under some consistency models. A variant
 * of a mechanism inherits it.
 *
 * @param claim what is said of the rows
 * @param models under which it is said
 * @param why the reason, or the test in which they are executed
 * @param pairs each as {@code PLACE STATE EVENT}, for example {@code L1 CLEAN STORE}; the place is
 *     {@code L1}, {@code L2}, or {@code L2-of-GPU} on a machine with several GPUs
 */
public record UnreachedRows(
    Claim claim, Set<ConsistencyModel> models, String why, List<String> pairs) {
  private static final Pattern PAIR = Pattern.compile("[A-Za-z0-9-]+ [A-Z_]+ [A-Z_]+");

  /** Explanation of a row that is not executed. */
  public enum Claim {
    /** It cannot be executed. */
    NEVER,
    /** It is executed in a test, which the reason names, and need not be anywhere else. */
    ELSEWHERE
  }

  /**
   * @throws IllegalArgumentException for a pair of another form
   */
  public UnreachedRows {
    models = Collections.unmodifiableSet(EnumSet.copyOf(models));
    pairs = List.copyOf(pairs);
    for (String pair : pairs) {
      if (!PAIR.matcher(pair).matches()) {
        throw new IllegalArgumentException(
            "found `%s` as a pair that is not reached, expected `PLACE STATE EVENT`"
                .formatted(pair));
      }
    }
  }

  /** Rows that cannot be executed. */
  public static UnreachedRows never(Set<ConsistencyModel> models, String why, String... pairs) {
    return new UnreachedRows(Claim.NEVER, models, why, List.of(pairs));
  }

  /** Rows that are executed in a test alone, under every model. */
  public static UnreachedRows elsewhere(String why, String... pairs) {
    return new UnreachedRows(
        Claim.ELSEWHERE, EnumSet.allOf(ConsistencyModel.class), why, List.of(pairs));
  }
}
