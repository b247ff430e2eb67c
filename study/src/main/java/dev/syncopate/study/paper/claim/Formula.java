package dev.syncopate.study.paper.claim;

/** A number that a claim is judged by; a closure over the study's results. */
@FunctionalInterface
interface Formula {
  /** Its value at a place; NaN if a simulation that it needs is missing. */
  double at(SimulationLabels place);
}
