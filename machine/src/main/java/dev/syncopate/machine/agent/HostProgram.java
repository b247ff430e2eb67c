package dev.syncopate.machine.agent;

/**
 * Code that a CPU runs, beside a kernel or alone. What it does in Java takes no simulated time;
 * what it asks of its {@link HostThread} does. It must depend on nothing but what it reads there,
 * for the simulation to be the same every time.
 */
@FunctionalInterface
public interface HostProgram {
  /**
   * Runs on a thread of its own, while the simulation waits. What it throws ends the launch as a
   * fault.
   */
  void run(HostThread cpu);
}
