package dev.syncopate.memory.protocol;

import dev.syncopate.memory.config.MemoryConfig;
import java.util.List;
import java.util.Optional;

/**
 * A mechanism in front of the L1s of any protocol, such as a buffer. A machine's settings enable
 * it, or a protocol's name with {@code +NAME} and a size, as in {@code gpu+lab64}. Stateless.
 */
public interface ProtocolDecorator {
  /** Its name behind the plus, which is also the command line's option for its size: letters. */
  String name();

  /** The sizes that there are, for people, for example {@code N|unlimited}. */
  String sizes();

  /** What it is, a noun phrase in which N is the size. */
  String summary();

  /** Whether there is one of a size: a number or a word. */
  boolean accepts(String size);

  /** The size where a name gives none and the machine has none. */
  String usualSize();

  /** The size by which exploration meets its limits soonest. */
  String smallestSize();

  /** Composed names of the protocols on which its mutants are refuted. */
  List<String> mutantsOn();

  /** The litmus tests in its folder, which refute its mutants alone. */
  default List<RefuterFile> refuters() {
    return List.of();
  }

  /** The setting, {@code path=value}, that gives a machine one of a size. */
  String setting(String size);

  /** The size of a machine's; empty where the machine has none. */
  Optional<String> sizeOn(MemoryConfig machine);

  /**
   * A protocol with this mechanism in front, as the machine configures it.
   *
   * @throws IllegalArgumentException if it cannot stand in front of that protocol
   */
  Protocol before(Protocol inner, MemoryConfig machine);

  /**
   * A protocol with one of a size in front, all other settings as where no file gives them.
   *
   * @throws IllegalArgumentException if it cannot stand in front of that protocol
   */
  Protocol before(Protocol inner, String size);
}
