package dev.syncopate.app.observe;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Runs of litmus tests as kernels. The launches of one device follow one another, and each has
 * another part of the device's schedule.
 */
public final class TestRuns {
  private final Supplier<DeviceBuilder> devices;
  private final int runs;
  private final BooleanSupplier stopped;

  /**
   * @param devices machines to run on, each with its schedule
   * @param runs of each test
   * @param stopped whether to end before the next run
   */
  public TestRuns(Supplier<DeviceBuilder> devices, int runs, BooleanSupplier stopped) {
    this.devices = devices;
    this.runs = runs;
    this.stopped = stopped;
  }

  /**
   * Runs a test, and asks a model.
   *
   * @param bound how often a thread executes an instruction at most, as the model counts
   * @throws UnsupportedTestException where no kernel can be made of the test
   */
  public Observation of(LitmusTest test, CatModel model, int bound)
      throws UnsupportedTestException {
    LitmusKernel kernel = LitmusKernel.of(test);
    Observables observables = Observation.observables(test);
    SortedMap<String, Integer> outcomes = new TreeMap<>();
    SortedMap<String, Integer> endless = new TreeMap<>();
    Set<String> witnesses = new HashSet<>();
    Device device = devices.get().open();
    Kernel entry = loaded(device, kernel);
    KernelLayout layout = kernel.layout();
    Buffer memory = device.allocate("memory", layout.globalBytes());
    Buffer results = device.allocate("results", layout.resultBytes());
    LaunchShape shape = LaunchShape.of(layout.blockCount(), layout.blockThreads());
    for (int i = 0; i < runs && !stopped.getAsBoolean(); i++) {
      memory.write(kernel.initialMemory(memory.address()));
      results.fill((byte) 0);
      LaunchResult result = attempted(entry, shape, memory, results);
      if (result.ending() != Ending.DONE) {
        String ending = result.ending().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        endless.merge(ending, 1, Integer::sum);
        break; // the device is of no use any more
      }
      KernelOutcome outcome = new KernelOutcome(kernel, memory.readInts(), results.readInts());
      if (test.filter() == null || outcome.meets(test.filter())) {
        String text = outcome.text(observables);
        outcomes.merge(text, 1, Integer::sum);
        if (outcome.meets(test.condition())) {
          witnesses.add(text);
        }
      }
    }
    return new Observation(test, outcomes, witnesses, endless, ModelAnswer.of(test, model, bound));
  }

  private static Kernel loaded(Device device, LitmusKernel kernel) throws UnsupportedTestException {
    try {
      return device.load(kernel.test().name() + ".ptx", kernel.ptx()).kernel(LitmusKernel.ENTRY);
    } catch (LaunchException e) {
      throw refused(e);
    }
  }

  private static LaunchResult attempted(
      Kernel entry, LaunchShape shape, Buffer memory, Buffer results)
      throws UnsupportedTestException {
    try {
      return entry.attempt(shape, memory, results);
    } catch (LaunchException e) {
      throw refused(e);
    }
  }

  private static UnsupportedTestException refused(LaunchException e) {
    String reason = String.valueOf(e.getMessage());
    return new UnsupportedTestException(reason.lines().findFirst().orElse(reason));
  }
}
