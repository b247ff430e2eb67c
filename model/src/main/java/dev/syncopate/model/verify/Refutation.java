package dev.syncopate.model.verify;

import dev.syncopate.memory.protocol.Mutant;
import org.jspecify.annotations.Nullable;

/**
 * Whether a protocol that is wrong on purpose was found out.
 *
 * @param protocol the right one's name
 * @param mutant what is wrong
 * @param tests how many were tried
 * @param result the first that shows something wrong; null where none does
 */
public record Refutation(String protocol, Mutant mutant, int tests, @Nullable Result result) {
  /** Whether it was found out. */
  public boolean found() {
    return result != null;
  }
}
