package dev.syncopate.memory.mechanism.promotion;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the home banks of a mechanism run promotions; this one does what {@link Promotion} says. */
public class HomePolicy {
  /** No L1. */
  protected static final int NOBODY = PromotingL2.NOBODY;

  private @Nullable PromotingL2 bank;

  /** The bank that it is the policy of. */
  protected final PromotingL2 bank() {
    return Objects.requireNonNull(bank);
  }

  final void of(PromotingL2 owner) {
    bank = owner;
  }

  /** A remote access arrives. */
  protected void request(RemoteRequest request) {
    bank().begin(request);
  }

  /** The promotion lock is given back, where there is one. */
  protected void unlocked() {
    throw new IllegalStateException("this protocol has no promotion lock");
  }

  /** Asks L1s to flush. */
  protected void ask(ActivePromotion active) {
    bank().askOthers(active, NOBODY);
    bank().askRequesters(active);
  }

  /** What an L1 is asked first, or null for nothing. */
  protected @Nullable PromotionMessage before(ActivePromotion active, int tile) {
    return active.before(tile);
  }

  /** Whether all that had to be asked have answered; if not, asks them. */
  protected boolean settled(ActivePromotion active) {
    return true;
  }

  /** Whether reads wait that come from an L1 between its answer and the access. */
  protected boolean waits(ActivePromotion active) {
    return !active.reads();
  }

  /** Whether an L1 is asked again that writes the line between its answer and the access. */
  protected boolean mustAskAgain(ActivePromotion active) {
    return true;
  }

  /** What an L1 is told in the end, or null for nothing. */
  protected @Nullable PromotionMessage after(ActivePromotion active, int tile) {
    return active.after(tile);
  }

  /** There is room again for what was refused. */
  protected void roomMade() {
    bank().offerRefused();
  }

  /** A promotion is over. */
  protected void finished(RemoteRequest request) {}

  /** What it counts itself. */
  protected List<Object> counters() {
    return List.of();
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#idle}, of its own state. */
  protected boolean idle() {
    return true;
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#checkInvariants}, of its own state. */
  protected List<String> checkInvariants() {
    return List.of();
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#waiting}, of its own state. */
  protected List<String> waiting() {
    return List.of();
  }
}
