package dev.syncopate.workload.round;

/** An algorithm's state on the host, which its kernels' answers are compared with. */
public interface RoundReference {
  /** Whether the state is final: another round would change nothing of interest. */
  boolean done();

  /** Goes one round further. */
  void step();
}
