package dev.syncopate.workload.heterosync.relaxed;

import dev.syncopate.workload.heterosync.DividedWorkload;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.Inputs;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.Sizes;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.Size;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's {@code rc}: threads take shared objects, look at them and let go; who lets go last
 * marks the object. At the end every counter is zero, every object that anybody took is marked and
 * no other, and each thread has seen what its objects hold.
 */
public final class ReferenceCounters extends DividedWorkload {
  private static final Option.Whole CTAS = ctas(64);
  private static final Option.Whole BLOCK = block(32);
  private static final Option.Whole OBJECTS =
      new Option.Whole("objects", "Objects that are shared.", 64, 1, 1 << 20);
  private static final int MOST = 1 << 16;

  public ReferenceCounters(KernelLibrary kernels) {
    super(kernels, "rc", "Counts references to shared objects by relaxed atomics.");
  }

  @Override
  public String sizeMeaning() {
    return "objects that each thread takes, one after the other";
  }

  @Override
  public List<Size> sizes() {
    return sizes(32, 3, 10);
  }

  @Override
  protected List<Option> ownOptions() {
    return List.of(CTAS, BLOCK, OBJECTS);
  }

  @Override
  protected List<String> faults() {
    return List.of("torn");
  }

  @Override
  protected String faultMeaning() {
    return "counting in two halves.";
  }

  @Override
  public Outcome run(Context context) {
    int iterations = Sizes.elements(this, context, MOST);
    int ctas = (int) context.number(CTAS.name());
    int n = (int) context.number(OBJECTS.name());
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    int threads = ctas * grid.block();
    Sizes.atMost(this, "number of references", (long) threads * iterations, Integer.MAX_VALUE);
    int[] objects = Inputs.integers(Inputs.random(context.seed()), n);
    int[] marks = new int[n];
    int[] looks = new int[threads];
    for (int thread = 0; thread < threads; thread++) {
      for (int k = 0; k < iterations; k++) {
        int object = Integer.remainderUnsigned(Mixing.mixed(thread * iterations + k), n);
        marks[object] = 1;
        looks[thread] += objects[object];
      }
    }
    Device device = context.device();
    Buffer counts = device.copyOf(new int[n]);
    Buffer marked = device.copyOf(new int[n]);
    Buffer looked = device.copyOf(new int[threads]);
    kernels()
        .load(device, "heterosync_relaxed")
        .kernel(kernel(context, "references", fault -> "references_" + fault))
        .launch(
            grid.shape(),
            grid.parameter()
                .pointer(counts)
                .pointer(marked)
                .pointer(device.copyOf(objects))
                .pointer(looked)
                .word(ctas)
                .word(n)
                .word(iterations)
                .bytes());
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("references", (long) threads * iterations);
    figures.put("objects", (long) n);
    Comparison zero = Comparison.unsigned("counters", counts.readInts(), new int[n]);
    if (!zero.equal()) {
      return zero.outcome(figures);
    }
    Comparison right = Comparison.unsigned("marks", marked.readInts(), marks);
    return (right.equal() ? Comparison.unsigned("looks", looked.readInts(), looks) : right)
        .saying("all counters zero, whatever was taken marked, all seen as it was")
        .outcome(figures);
  }
}
