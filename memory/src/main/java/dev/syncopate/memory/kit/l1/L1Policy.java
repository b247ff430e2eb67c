package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.protocol.ControllerOutcome;
import java.util.List;

/**
 * Hooks by which a mechanism extends an {@link L1Cache}. It is a class and not an interface because
 * its methods are called for every access: with a single policy loaded, the JIT compiler
 * devirtualises them.
 */
public abstract class L1Policy {
  /** Nothing: plain GPU coherence. */
  public static final L1Policy NONE = new L1Policy() {};

  /** Whether accesses at a step go to {@link #perform}. */
  protected boolean performs(Step step) {
    return false;
  }

  /**
   * Performs an access, lets it wait, or refuses it.
   *
   * @param mayStall whether it may be refused
   */
  protected ControllerOutcome perform(LineAccess access, boolean mayStall) {
    throw new IllegalArgumentException("there is no step " + access.parent.currentStep().name());
  }

  /**
   * Whether an access that has another list of steps is to go on by it in place of being performed
   * here. Asked when it could be performed; changes nothing.
   */
  protected boolean diverts(LineAccess access) {
    return false;
  }

  /** An access is diverted: for counting. */
  protected void diverting(LineAccess access) {}

  /**
   * A store or atomic has been performed here and has written: for mechanisms that remember some.
   *
   * @param low which bytes of its line it has written, with {@code high}
   */
  protected void written(LineAccess access, long low, long high) {}

  /** A flush has written the last line through. */
  protected void flushed() {}

  /** Every byte that was not dirty has been dropped. */
  protected void invalidated() {}

  /**
   * As {@link dev.syncopate.memory.protocol.L1Controller#canonicalize}.
   *
   * @param shift how much smaller each number of an sFIFO entry has become
   */
  protected void canonicalize(long shift) {}

  /** As {@link dev.syncopate.memory.protocol.L1Controller#checkInvariants}. */
  protected List<String> checkInvariants() {
    return List.of();
  }
}
