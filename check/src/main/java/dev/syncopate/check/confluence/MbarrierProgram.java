package dev.syncopate.check.confluence;

import dev.syncopate.check.confluence.MbarrierEvent.Kind;
import java.util.ArrayList;
import java.util.List;

/** The operations of a launch on mbarrier objects, in the order of the run. */
final class MbarrierProgram {
  /** An object from its initialisation on. */
  static final class Life {
    /** Its index. */
    final int number;

    /** Index of its eight bytes among those that have held objects. */
    final int place;

    /** The life before at the same place; negative for none. */
    final int former;

    final int cta;

    /** In the CTA's shared memory, in bytes. */
    final long offset;

    /** Phases that have ended. */
    int ended;

    boolean invalidated;

    private Life(int number, int place, int former, int cta, long offset) {
      this.number = number;
      this.place = place;
      this.former = former;
      this.cta = cta;
      this.offset = offset;
    }
  }

  private final List<MbarrierEvent> events = new ArrayList<>();
  private final List<Life> lives = new ArrayList<>();
  private int places;

  /** Begins a life at a place that has held no object. */
  Life begin(int cta, long offset) {
    return begin(places++, -1, cta, offset);
  }

  /** Begins another life at a place. */
  Life beginAfter(Life former) {
    return begin(former.place, former.number, former.cta, former.offset);
  }

  private Life begin(int place, int former, int cta, long offset) {
    Life life = new Life(lives.size(), place, former, cta, offset);
    lives.add(life);
    return life;
  }

  /** Adds an event; its number is the count of those before. */
  void add(MbarrierEvent event) {
    events.add(event);
    if (event.kind == Kind.INVAL) {
      lives.get(event.life).invalidated = true;
    }
  }

  int size() {
    return events.size();
  }

  MbarrierEvent event(int number) {
    return events.get(number);
  }

  List<MbarrierEvent> events() {
    return events;
  }

  int lifeCount() {
    return lives.size();
  }

  Life life(int number) {
    return lives.get(number);
  }
}
