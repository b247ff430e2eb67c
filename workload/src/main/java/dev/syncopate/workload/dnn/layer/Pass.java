package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run of layers on a device: launches their kernels and keeps what the checks say. */
public final class Pass {
  /** Threads of every CTA. */
  static final int THREADS = 128;

  /** Source of the kernels that are no products of matrices. */
  static final String LAYERS = "dnn_layer";

  /** Terms of the sums of most kernels with atomics. */
  private static final int USUAL_TERMS = 256;

  /** Of how many waves one does for a kernel without atomics. */
  private static final int PLAIN = 2;

  private final Device device;
  private final KernelLibrary library;
  private final String atomic;
  private final CtaSample sample;
  private double represents = 1;
  private final Map<String, Module> modules = new HashMap<>();
  private long checked;
  private @Nullable ResultComparison wrong;

  /**
   * @param library whose PTX runs
   * @param atomic what an atomic addition promises: the end of the kernels' names
   * @param sample which CTAs run of each launch that multiplies matrices or sums by atomics
   */
  public Pass(Device device, KernelLibrary library, String atomic, CtaSample sample) {
    this.device = device;
    this.library = library;
    this.atomic = atomic;
    this.sample = sample;
  }

  /** What comes represents so many passes of its kind, itself included. */
  public void represent(double passes) {
    represents = passes;
  }

  /** Where everything runs. */
  public Device device() {
    return device;
  }

  /** Runs all CTAs of a kernel. */
  ComputedTiles launch(String source, String name, Dim3 grid, Object... arguments) {
    return launch(CtaSample.ALL, 1, source, name, grid, arguments);
  }

  /** Which terms of sums of so many, without atomics, are added by separate launches. */
  List<LoopPart> parts(int terms) {
    return sample.equals(CtaSample.ALL) ? LoopPart.whole(terms) : LoopPart.sample(terms);
  }

  /**
   * Runs a kernel that multiplies matrices or sums by atomics, of which a sample represents the
   * others: their time is in instructions and in what CTAs that run side by side share. What
   * streams is short and runs whole, since a part of it would find in the L2 what all of it would
   * push out. A wave of longer CTAs takes as many times longer, so that as many times fewer run.
   *
   * @param terms that a thread adds to a sum, one after the other
   */
  ComputedTiles launchSampled(
      String source, String name, int terms, Dim3 grid, Object... arguments) {
    return launch(sample.part(Math.ceilDiv(terms, USUAL_TERMS)), 1, source, name, grid, arguments);
  }

  /**
   * The same for a kernel without atomics, of which half of the sample does.
   *
   * @param weight launches that it counts for, by the {@link #parts} of its sums
   */
  ComputedTiles launchPlain(
      String source, String name, double weight, Dim3 grid, Object... arguments) {
    return launch(sample.part(PLAIN), weight, source, name, grid, arguments);
  }

  private ComputedTiles launch(
      CtaSample rule, double weight, String source, String name, Dim3 grid, Object... arguments) {
    LaunchShape shape =
        LaunchShape.of(grid, Dim3.of(THREADS)).sampled(rule).representing(weight * represents);
    return new ComputedTiles(grid, kernel(source, name).launch(shape, arguments).ran());
  }

  /** Name of the kernel whose atomics are of the order chosen. */
  String atomic(String name) {
    return name + "_" + atomic;
  }

  /** Runs a kernel that has an element a thread. */
  ComputedTiles launchElements(String name, int elements, Object... arguments) {
    return launch(LAYERS, name, Dim3.of(Math.ceilDiv(elements, THREADS)), arguments);
  }

  private Kernel kernel(String source, String name) {
    return modules.computeIfAbsent(source, file -> library.load(device, file)).kernel(name);
  }

  /**
   * Compares what a launch has left with what it should have.
   *
   * @param roundings most that a term of a sum passes through
   */
  void check(String name, Buffer actual, BoundedSums expected, long roundings) {
    check(expected.compare(name, actual.readFloats(), roundings), actual.bytes() / Float.BYTES);
  }

  /** Keeps what a check of so many elements found, the first that is wrong before all others. */
  void check(ResultComparison comparison, long elements) {
    checked += elements;
    if (wrong == null && !comparison.equal()) {
      wrong = comparison;
    }
  }

  /** Everything that was checked so far. */
  public ResultComparison verdict() {
    return wrong != null
        ? wrong
        : new ResultComparison(
            true, "%,d values within rounding of double precision".formatted(checked));
  }
}
