package dev.syncopate.machine.gpu;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.memory.network.LinkLoad;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.List;

/**
 * A device that runs kernels on its memory, as the host sees it: in cycles ({@link Gpu}) or
 * functionally ({@code machine.functional}).
 */
public interface KernelDevice {
  /** Copies device memory out; only between launches. */
  void read(long address, byte[] buffer);

  /** Copies into device memory; only between launches. */
  void write(long address, byte[] data);

  /** Marks an allocation as unwritten: its contents are undefined. */
  void unwritten(long address, long bytes);

  /** What each link of the network has carried so far; of none where it is a crossbar. */
  List<LinkLoad> links();

  /**
   * How the schedule of its launches so far has differed from the machine's own, in the order of
   * time; empty where that is not logged.
   */
  default List<PerturbationLog.Entry> perturbations() {
    return List.of();
  }

  /**
   * Says that the host uses memory up to here: a launch that needs the same memory for its threads
   * is refused.
   *
   * @param address of an allocation, behind those before
   * @param bytes its size
   * @param name what a person knows it by, as in {@code argument 1}
   * @param ofHost whether the host maps it, too, and so may write it at any time
   */
  void allocated(long address, long bytes, String name, boolean ofHost);

  /**
   * Says that the host no longer uses an allocation: what threads do there is outside of all.
   *
   * @param address its first byte
   */
  void freed(long address);

  /** The first address that the host cannot have: the heap of device code and the like follow. */
  long hostEnd();

  /** Adds an observer of every later kernel; the device then has one simulation thread. */
  void observe(Observer watcher);

  /** Adds a sampler of the counters while kernels run, from the next kernel on. */
  void sample(Sampler sampler);

  /**
   * Runs a kernel to its end.
   *
   * @throws LaunchRefusedException if a CTA does not fit a compute unit, the memory that threads
   *     need is taken, the machine lacks an instruction, or an earlier launch did not end by itself
   */
  KernelRun launch(Launch launch, LaunchWatch watch);

  /**
   * Runs kernels of a stream that may overlap: each but the first is a programmatic dependent
   * launch of the one before.
   *
   * @return a result for each; of those behind one that has not ended by itself none
   * @throws LaunchRefusedException as of a kernel alone
   */
  default List<KernelRun> launchOverlapping(List<Launch> launches, LaunchWatch watch) {
    List<KernelRun> runs = new ArrayList<>();
    for (Launch launch : launches) {
      KernelRun run = launch(launch, watch);
      runs.add(run);
      if (run.outcome() != LaunchOutcome.DONE) {
        break;
      }
    }
    return runs;
  }

  /**
   * Runs a kernel and concurrently a program on the CPU, until both have ended.
   *
   * @throws LaunchRefusedException as for a kernel alone, or if the machine has no CPU
   */
  KernelRun launchBeside(HostProgram host, Launch launch, LaunchWatch watch);

  /**
   * Runs a program on the CPU while no kernel runs.
   *
   * @throws LaunchRefusedException if the machine has no CPU, or an earlier launch did not end by
   *     itself
   */
  KernelRun run(HostProgram host, LaunchWatch watch);
}
