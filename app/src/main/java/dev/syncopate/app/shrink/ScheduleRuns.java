package dev.syncopate.app.shrink;

import dev.syncopate.sim.perturb.PerturbationList;

/** Runs a program once more under another schedule; the same schedule gives the same run. */
public interface ScheduleRuns {
  /** Under the schedule of a seed; 0 for the machine's own. */
  ScheduleTrial seeded(int seed);

  /** Under a listed schedule. */
  ScheduleTrial listed(PerturbationList schedule);

  /** Whether further runs may be made: the user has not stopped them. */
  boolean goesOn();
}
