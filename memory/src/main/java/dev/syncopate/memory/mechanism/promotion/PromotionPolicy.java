package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Policy of a mechanism's L1s for promotions. */
public abstract class PromotionPolicy extends L1Policy {
  /** A generation of writes long settled. */
  public static final int NOTHING_LOST = -1;

  private @Nullable PromotingL1 l1;

  /** The L1 that it is the policy of. */
  protected final PromotingL1 l1() {
    return Objects.requireNonNull(l1);
  }

  final void of(PromotingL1 owner) {
    l1 = owner;
  }

  @Override
  protected final boolean performs(Step step) {
    return step instanceof PromotionStep;
  }

  @Override
  protected final ControllerOutcome perform(LineAccess access, boolean mayStall) {
    return l1().ask(access);
  }

  @Override
  protected boolean diverts(LineAccess access) {
    return false;
  }

  /**
   * Whether an access must wait for promotions.
   *
   * @param byOthers one that forbids this L1 to synchronise is in flight
   * @param byOwn an acquiring one of this L1 is in flight
   */
  protected abstract boolean blocked(LineAccess access, boolean byOthers, boolean byOwn);

  /** What it counts itself. */
  protected List<Object> counters() {
    return List.of();
  }

  /** The bank to which a remote request for a line goes first. */
  protected Node first(L1Environment environment, long line) {
    return environment.home(line);
  }

  /** Looks the line up in the LR-TBL for a home bank, and flushes what it names. */
  protected void flushReleased(HomeBankRequest request) {
    throw l1().illegalTransition(request.message);
  }

  /** The next CTA-scoped acquire of a line is to be promoted. */
  protected void promoteNextAcquire(MemoryMessage message) {
    throw l1().illegalTransition(message);
  }
}
