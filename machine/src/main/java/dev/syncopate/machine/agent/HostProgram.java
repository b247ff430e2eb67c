package dev.syncopate.machine.agent;

/**
 * Host code that a simulated CPU runs, alone or concurrently with a kernel. Its Java code takes no
 * simulated time; its requests to the {@link HostThread} do. For deterministic simulation it must
 * depend on nothing but the values that it reads there.
 */
@FunctionalInterface
public interface HostProgram {
  /**
   * Runs on a separate thread, while the simulation waits. What it throws ends the launch as a
   * fault.
   */
  void run(HostThread cpu);
}
