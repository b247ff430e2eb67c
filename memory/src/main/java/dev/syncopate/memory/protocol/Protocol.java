package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A coherence protocol: step table, L1 and L2 controllers, messages. Machines, the explorer and the
 * testers create controllers from it. Stateless: its controllers hold the state.
 */
public interface Protocol {
  /** As people write it, for example {@code gpu}. */
  String name();

  /** One sentence. */
  String summary();

  /** What is done for each synchronisation instruction: the very data that is executed. */
  StepTable table();

  /** The same on a machine with several GPUs, where system scope is wider than a GPU's. */
  StepTable systemTable();

  /**
   * The protocol whose table and L1 a tile or CPU has: this one, unless agents of several kinds are
   * joined.
   */
  default Protocol at(Node node) {
    return this;
  }

  /**
   * Why an instruction cannot run under this protocol, or null when it can. Asked when a program is
   * decoded.
   */
  @Nullable String refusal(MemoryOperation operation);

  /**
   * Why the protocol cannot run on a machine, in words, or null when it can. Asked before anything
   * of the machine is made.
   */
  default @Nullable String refusal(MemoryConfig machine) {
    return null;
  }

  /** Whether it can run on a machine. */
  default boolean runsOn(MemoryConfig machine) {
    return refusal(machine) == null;
  }

  /**
   * @throws IllegalArgumentException when it cannot run on a machine, saying why
   */
  default void require(MemoryConfig machine) {
    String refused = refusal(machine);
    if (refused != null) {
      throw new IllegalArgumentException(refused);
    }
  }

  /** Whether an instruction can run under this protocol. */
  default boolean supports(MemoryOperation operation) {
    return refusal(operation) == null;
  }

  /**
   * Whether an L1 gets from each bank one answer to each of its messages and nothing else, and the
   * L2 banks of one GPU send each other nothing. Exploration relies on it to leave out orders that
   * make no difference; it stops where an L1 gets more.
   *
   * @param remote whether there are remote operations
   */
  default boolean answersAlone(boolean remote) {
    return false;
  }

  /**
   * Whether its controllers send messages from one node to another, perhaps only for some accesses.
   * Where orders are looked at there is a channel for each such pair, and sending to any other node
   * is an error. The fewer there are, the fewer orders. By default all.
   */
  default boolean sends(Node sender, Node receiver) {
    return true;
  }

  /**
   * Whether the host performs what L1s hand over ({@link L1Controller#giveUp}) when a kernel has
   * ended, in no time.
   */
  default boolean givesUpAtKernelEnd() {
    return false;
  }

  /** The types of all messages that its controllers send on a machine, in the order printed. */
  List<MessageType> messages(MemoryConfig machine);

  /**
   * Whether words have owners among its controllers and messages, as {@link OwnershipBalance} says.
   * Where controllers are checked, it is then checked that no event makes or loses one.
   */
  default boolean holds() {
    return false;
  }

  /** Behaviour outside the step table, for display: further tables and notes. */
  default List<DescriptionSection> passages(MemoryConfig config) {
    return List.of();
  }

  /** The fields of a machine that this mechanism looks at and others need not. */
  default List<String> settings() {
    return List.of();
  }

  /** Storage in addition to that of plain caches. */
  default List<Structure> structures(MemoryConfig machine) {
    return List.of();
  }

  /**
   * Other values of those fields with which it is checked like with a machine's own: each a list of
   * {@code path=value}.
   */
  default List<List<String>> variants() {
    return List.of();
  }

  /** Other values of those fields with which random programs run as well. */
  default List<StressVariant> stressVariants() {
    return List.of();
  }

  /** Variants that are wrong on purpose, in a fixed order. */
  default List<Mutant> mutants() {
    return List.of();
  }

  /** The litmus tests in its folder, which refute mutants of this mechanism alone. */
  default List<RefuterFile> refuters() {
    return List.of();
  }

  /** Which memory model it keeps to, on which hardware; the first counts where several do. */
  default List<Promise> promises() {
    return List.of();
  }

  /** Why rows of its tables are not executed. */
  default List<UnreachedRows> unreached() {
    return List.of();
  }

  /** The L1 controller of one tile. */
  L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters);

  /** The controller of a bank. */
  L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters);
}
