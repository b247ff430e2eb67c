package dev.syncopate.memory.mechanism.hlrc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.mechanism.promotion.WrongProtocols;
import dev.syncopate.memory.protocol.ProtocolException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * The tests of the protocol are worth something only if they find these. A race-free program that
 * only one kernel runs cannot tell {@code fence.sc} from another fence, nor what a kernel's end
 * leaves; the library's tests do.
 */
class HlrcMutantsTest {
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"LAZY_FENCE_SC", "KERNEL_END_KEEPS_DIRTY"})
  void aWrongProtocolIsFound(HlrcMutant mutant) {
    assertThat(found(mutant)).as("a program fails under %s", mutant).isTrue();
  }

  /** Few programs show the two. */
  private static long firstSeed(HlrcMutant mutant) {
    return switch (mutant) {
      case NO_DRAIN -> 30_030;
      case FILL_AFTER_GRANT -> 31_480;
      default -> WrongProtocols.FIRST_SEED;
    };
  }

  private static boolean found(HlrcMutant mutant) {
    try {
      return WrongProtocols.found(mutant.of(new HlrcProtocol()), firstSeed(mutant));
    } catch (ProtocolException e) {
      return true;
    }
  }
}
