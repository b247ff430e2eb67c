package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.mechanism.promotion.HomeBankRequest;
import dev.syncopate.memory.mechanism.promotion.PromotionPolicy;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The LR-TBL of an L1 and the releases that have left it. Executes the {@link ReleaseTable}. */
final class LocalReleases implements L1Lines.Listener, Stateful<ReleaseState, Object> {
  final LrTable table;
  private final L1Lines lines;
  private final L1Counters counters;
  private final SrspL1Counters counts;
  private final L1Writes writes;
  private final SrspPolicy policy;
  private final StateMachine<ReleaseState, ReleaseState.Event, LocalReleases, Object> machine;

  /**
   * The generation of writes that the last release is in whose entry has left the LR-TBL: until it
   * is acknowledged, no other L1 may be told that there is nothing to flush.
   */
  private int lost = PromotionPolicy.NOTHING_LOST;

  /**
   * @param policy flushes the L1
   * @param counts what happens to the LR-TBL
   * @param entries of the LR-TBL
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  LocalReleases(
      L1Parts parts,
      SrspPolicy policy,
      SrspL1Counters counts,
      int entries,
      StateTable<ReleaseState, ReleaseState.Event, LocalReleases, Object> releaseTable) {
    this.policy = policy;
    this.counts = counts;
    lines = parts.lines();
    counters = parts.counters();
    writes = parts.writes();
    table = new LrTable(entries);
    lines.tell(this);
    machine =
        new StateMachine<>(
            releaseTable,
            this,
            "LR-TBL of " + parts.environment().node(),
            parts.environment().clock());
  }

  // ---- events ----

  private void fire(ReleaseState.Event event, long line, @Nullable Object cause) {
    machine.fire(state(line, 0), event, line, 0, cause);
  }

  /** Bytes of a line have been released. */
  void released(long line, long low, long high) {
    fire(ReleaseState.Event.RELEASE, line, new WrittenBytes(low, high, true));
  }

  /** A home bank asks for a selective flush. */
  void flushReleased(HomeBankRequest request) {
    fire(ReleaseState.Event.SELECTIVE_FLUSH, request.message.line, request);
  }

  /** A remote access of this L1 is to bytes that were released here. */
  void remote(LineAccess access) {
    fire(ReleaseState.Event.REMOTE, access.line, access);
  }

  @Override
  public void left(long entry) {
    long line = table.lineOf(entry);
    if (line != LrTable.ABSENT) {
      fire(ReleaseState.Event.LEAVE, line, null);
    }
  }

  // ---- states ----

  @Override
  public ReleaseState state(long line, int part) {
    return table.entry(line) == LrTable.ABSENT ? ReleaseState.UNRELEASED : ReleaseState.RELEASED;
  }

  /** A line's state follows from the LR-TBL, which the actions write. */
  @Override
  public void enter(ReleaseState next, long line, int part, @Nullable Object cause) {}

  // ---- actions ----

  /** Makes room for a line: a line leaves the LR-TBL with its sFIFO entry. */
  void makeRoom() {
    if (table.full()) {
      counts.lrOverflows++;
      long oldest = table.oldest();
      while (lines.fifo.holdsOlderThan(oldest + 1)) {
        lines.writeOldest();
      }
    }
  }

  /** Gives a line the newest sFIFO entry. */
  void pushEntry(long line) {
    if (!lines.fifo.newestIs(line)) {
      if (lines.fifo.full() && lines.writeOldest()) {
        counters.sfifoOverflows++;
      }
      lines.fifo.push(line);
    }
  }

  /** Has the LR-TBL name the newest sFIFO entry for a line. */
  void nameNewest(long line, WrittenBytes bytes) {
    name(line, bytes, lines.fifo.marker() - 1);
  }

  void name(long line, WrittenBytes bytes, long entry) {
    table.put(line, bytes.low(), bytes.high(), entry);
  }

  /** The answer says whether all bytes of a remote access were released here. */
  void findBytes(HomeBankRequest request) {
    request.found(
        table.released(request.message.line, request.message.maskLow, request.message.maskHigh));
  }

  /** Flushes up to the sFIFO entry of a line. */
  void flush(HomeBankRequest request) {
    flushBefore(request, table.entry(request.message.line) + 1);
  }

  /** Flushes all sFIFO entries older than one. */
  void flushBefore(HomeBankRequest request, long entry) {
    policy.flush(entry, request.own());
  }

  /** The home bank is answered when all writes so far are acknowledged. */
  void awaitWrites(HomeBankRequest request) {
    request.answerWhenSettled(writes.close());
  }

  int lost() {
    return lost;
  }

  void forget(long line) {
    table.remove(line);
  }

  /** All releases so far are in the writes that have left. */
  void loseAll() {
    lost = writes.close();
  }

  void local() {
    counts.local++;
  }

  // ---- diagnosis ----

  /** As {@link PromotionPolicy#canonicalize}. */
  void canonicalize(long shift) {
    table.canonicalize(shift);
    lost = writes.settled(lost) ? PromotionPolicy.NOTHING_LOST : lost;
  }

  List<TransitionCount> transitions() {
    return machine.pairs();
  }

  void check() {
    machine.check();
  }

  List<String> checkInvariants() {
    return table.checkInvariants(lines.fifo);
  }
}
