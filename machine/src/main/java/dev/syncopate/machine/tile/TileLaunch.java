package dev.syncopate.machine.tile;

import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;

/** Share of one tile in a launch: its CTAs that are there, and how far the launch is there. */
final class TileLaunch {
  final Tile tile;
  final Grid grid;

  /** Its place among launches that overlap, from 0. */
  final int place;

  final CtaSlots slots;
  private final CtaAssignment assignment;
  private final CtaLog log;
  private final boolean logged;

  /** Slots that the assignment knows of, a bit each. */
  private long offeredSlots;

  private int resident;
  private long finished;
  private boolean begun;
  private boolean noMore;
  private boolean ending;
  private boolean ended;
  private long endTime;

  /** Whether the launches before it are complete and what they wrote is visible here. */
  private boolean predecessorsComplete;

  TileLaunch(
      Tile tile, Grid grid, int place, CtaSlots slots, CtaAssignment assignment, CtaLog log) {
    this.tile = tile;
    this.grid = grid;
    this.place = place;
    this.slots = slots;
    this.assignment = assignment;
    this.log = log;
    this.logged = grid.subset().count() <= Tiles.MOST_LOGGED_CTAS;
    this.predecessorsComplete = place == 0;
  }

  /** The launch starts here. */
  void begin() {
    begun = true;
    offeredSlots = slots.usable(0);
    assignment.begin(this, offeredSlots);
  }

  /** A CTA of an earlier launch has left: there may be more room. */
  void offer() {
    if (!begun) {
      return;
    }
    long newSlots = slots.usable(offeredSlots) & ~offeredSlots;
    for (; newSlots != 0 && !noMore; newSlots &= newSlots - 1) {
      offeredSlots |= newSlots & -newSlots;
      assignment.freed(this, Long.numberOfTrailingZeros(newSlots));
    }
  }

  /**
   * Starts a CTA in a free slot.
   *
   * @param position among those that run
   */
  void dispatch(long position) {
    Cta cta = slots.occupy();
    cta.place(grid.subset().at(position), grid);
    resident++;
    tile.start(cta);
  }

  /**
   * Starts a CTA of a cluster in the slot that its place names.
   *
   * @param number of the CTA in the grid
   * @param places of the CTAs of its cluster
   * @param rank in the cluster
   */
  void dispatch(long number, ClusterPlaces places, int rank) {
    Cta cta = slots.occupy(places.slot(rank));
    cta.place(number, grid);
    cta.join(places, rank);
    resident++;
    tile.start(cta);
  }

  /** There are no more CTAs for this tile. */
  void noMore() {
    noMore = true;
    tile.endIfIdle(this);
  }

  /** A CTA has left. */
  void finished(Cta cta, long cycles) {
    resident--;
    finished++;
    if (logged) {
      log.add(cta.index, cycles);
    }
    if (noMore) {
      tile.endIfIdle(this);
    } else {
      assignment.freed(this, cta.slot);
    }
  }

  /** Whether all its CTAs have left and its end has not begun; then it has. */
  boolean mayEnd() {
    boolean may = noMore && resident == 0 && !ending;
    ending |= may;
    return may;
  }

  void ended(long now) {
    ended = true;
    endTime = now;
  }

  /** Whether it is over here, its last writes visible to the device. */
  boolean isEnded() {
    return ended;
  }

  /** The cycle in which it was over. */
  long endTime() {
    return endTime;
  }

  /** CTAs that are here or have been. */
  long started() {
    return resident + finished;
  }

  /** Whether CTAs of it may come, or are here. */
  boolean isPresent() {
    return begun && !ended;
  }

  void predecessorsAreComplete() {
    predecessorsComplete = true;
  }

  boolean awaitsPredecessors() {
    return !predecessorsComplete;
  }

  /** How long its CTAs were here; empty beyond {@link Tiles#MOST_LOGGED_CTAS}. */
  CtaLog log() {
    return log;
  }
}
