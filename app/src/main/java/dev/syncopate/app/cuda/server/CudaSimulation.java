package dev.syncopate.app.cuda.server;

import dev.syncopate.check.host.HostMemory;
import dev.syncopate.check.host.StreamRaces;
import dev.syncopate.sim.text.KernelName;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.PreparedLaunch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one device that all processes of a run share, and what there is to tell the user. Everything
 * here is used by one session at a time, which holds the object's lock.
 */
public final class CudaSimulation {
  private final Device device;
  private final Consumer<String> messages;
  private final PtxListener ptx;
  private final StringBuilder printed;
  private final TreeSet<String> unsupported = new TreeSet<>();
  private final List<String> refusals = new ArrayList<>();
  private final Map<Long, Integer> exits = new HashMap<>();
  private @Nullable Ending worst;
  private HostMemory watcher = new HostMemory();
  private @Nullable StreamRaces streams;
  private boolean overlapExpected;
  private @Nullable PendingLaunches pending;

  /**
   * @param printed where the device puts what kernels print
   * @param messages what went wrong, for the user, as it happens
   * @param ptx hears of the PTX that programs bring
   */
  public CudaSimulation(
      Device device, StringBuilder printed, Consumer<String> messages, PtxListener ptx) {
    this.device = device;
    this.printed = printed;
    this.messages = messages;
    this.ptx = ptx;
  }

  /** Has someone told what programs do with memory. */
  public void tell(HostMemory hostMemory) {
    watcher = hostMemory;
  }

  /** Has someone told what programs do in which stream. */
  public void tell(StreamRaces streamRaces) {
    streams = streamRaces;
  }

  /** Receives what a program does in which stream; null for none. */
  public @Nullable StreamRaces streams() {
    return streams;
  }

  HostMemory watcher() {
    return watcher;
  }

  Device device() {
    return device;
  }

  PtxListener ptx() {
    return ptx;
  }

  // ---- launches ----

  /** Modules have kernels that wait for the launch before, or let the next one start. */
  void expectOverlap() {
    overlapExpected = true;
  }

  /**
   * Whether a launch need not run before the program has to know of it, for the next one may
   * overlap it.
   *
   * @param dependent whether it is one that may overlap the one before
   */
  boolean mayWait(boolean dependent) {
    overlapExpected |= dependent;
    return overlapExpected && device.overlaps();
  }

  /** A launch is to run with those that overlap it. */
  void enqueue(CudaLaunches process, long stream, boolean dependent, PreparedLaunch launch) {
    PendingLaunches present = pending;
    if (present == null || !dependent || !present.takes(process, stream)) {
      runPending();
      present = new PendingLaunches(process, stream);
      pending = present;
    }
    present.add(launch);
    if (streams != null) {
      streams.postpone();
    }
  }

  /** Runs the launches that are to run. */
  void runPending() {
    PendingLaunches present = pending;
    pending = null;
    if (present != null) {
      present.run();
      if (streams != null) {
        streams.settled();
      }
    }
  }

  /** Launches' results and what their threads printed. */
  record Launched(List<LaunchResult> results, String printed) {}

  /** Runs launches of which each but the first may overlap the one before. */
  Launched launch(List<PreparedLaunch> launches) {
    printed.setLength(0);
    List<LaunchResult> results = device.launchOverlapping(launches);
    LaunchResult result = results.getLast();
    if (result.ending() != Ending.DONE) {
      if (worst == null) {
        worst = result.ending();
      }
      say(
          "launch %d, %s, did not end by itself (%s)%s"
              .formatted(
                  device.launches().size() - 1,
                  KernelName.readable(result.kernel()),
                  switch (result.ending()) {
                    case HANG -> "a hang";
                    case NO_PROGRESS -> "no progress visible";
                    case MAX_CYCLES -> "the cycle limit";
                    case INTERRUPTED -> "interrupted";
                    default -> "a thread failed";
                  },
                  result.report().isEmpty() ? "" : ":\n" + result.report().stripTrailing()));
    }
    return new Launched(results, printed.toString());
  }

  /** What the simulator cannot do for the program. */
  void refuse(String message) {
    if (!refusals.contains(message)) {
      refusals.add(message);
      say(message);
    }
  }

  /** A process ends by itself with a status that could be a signal's. */
  void exiting(long process, int status) {
    exits.put(process, status);
  }

  /** Whether a process has said that it ends by itself with this status. */
  public synchronized boolean endedByItself(long process, int status) {
    return exits.getOrDefault(process, 0) == status;
  }

  void unsupported(String function) {
    unsupported.add(function);
  }

  /** Says what is wrong, be it the program's mistake or the simulator's limit. */
  void say(String message) {
    messages.accept(message);
  }

  /** How the first launch ended that did not end by itself; null if all did. */
  public synchronized @Nullable Ending worst() {
    return worst;
  }

  /** What the simulator could not do: modules and launches that it refused, as it said. */
  public synchronized List<String> refusals() {
    return List.copyOf(refusals);
  }

  /** Whether it could not do something of what the program wanted. */
  public synchronized boolean hasRefused() {
    return !refusals.isEmpty() || !unsupported.isEmpty();
  }

  /** Functions that were called and are not supported, sorted. */
  public synchronized List<String> unsupportedCalls() {
    return List.copyOf(unsupported);
  }
}
