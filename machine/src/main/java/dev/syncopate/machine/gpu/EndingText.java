package dev.syncopate.machine.gpu;

import dev.syncopate.ptx.ir.Position;
import org.jspecify.annotations.Nullable;

/**
 * Text on how a launch ended.
 *
 * @param text empty where there is nothing to say
 * @param position the instruction that it is said of; null for none
 */
record EndingText(String text, @Nullable Position position) {
  /** Of a launch that ended as it should. */
  static final EndingText NOTHING = new EndingText("", null);
}
