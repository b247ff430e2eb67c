package dev.syncopate.model.progress;

/**
 * States, numbered from 0, the start, and the steps between them. A step is one agent's: a thread,
 * or a part of the hardware that acts by itself. An agent can step in a state exactly where it has
 * a step there; one that leads to the same state counts.
 */
public interface StepGraph {
  /** Steps of a state. */
  interface Visitor {
    /** A step to a state. */
    void step(int target, int agent);
  }

  /** Unit of an agent that is part of the hardware, which always acts in the end. */
  int HARDWARE = -1;

  /** How many agents there are. */
  int agents();

  /** The unit of a thread, or {@link #HARDWARE}. */
  int unit(int agent);

  /** Visits a state's steps, always in the same order. */
  void steps(int state, Visitor visitor);

  /** The units of which every thread has ended, as bits. */
  long ended(int state);
}
