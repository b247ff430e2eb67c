package dev.syncopate.memory.rig;

/**
 * A tile or bank of a {@link LooseMachine}, with how many things can happen there next. They are
 * counted again only where something has happened: there are as many steps as messages and turns,
 * and most leave most parts as they are.
 */
abstract class LoosePart {
  /** Things that can happen at once, and those on slow ways. */
  private int quick;

  private int late;
  private boolean changed = true;

  /** How many things can happen here next. */
  final int possible(boolean slow) {
    if (changed) {
      changed = false;
      quick = count(false);
      late = count(true);
    }
    return slow ? late : quick;
  }

  /** Something has come or has happened here. */
  final void change() {
    changed = true;
  }

  /** Counts what can happen. */
  abstract int count(boolean slow);

  /**
   * Lets one of those things happen.
   *
   * @param which of them, in an order that depends on the state alone
   */
  abstract void happen(boolean slow, int which);
}
