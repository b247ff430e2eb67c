package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import org.jspecify.annotations.Nullable;

/** {@link IndependentSet} round by round. */
final class IndependentSetRounds implements RoundAlgorithm {
  private static final int OUT = 0;
  private static final int JOINED = -1;

  private final Graph graph;

  /** The key of an undecided vertex, or what was decided. */
  private int[] state;

  private int left;
  private @Nullable OnDevice device;

  private record OnDevice(RoundState state, Buffer offsets, Buffer neighbours) {}

  IndependentSetRounds(Graph graph, long seed) {
    this.graph = graph;
    state = VertexKeys.random(graph.vertices(), seed);
    left = graph.vertices();
  }

  @Override
  public boolean done() {
    return left == 0;
  }

  @Override
  public void step() {
    int[] next = state.clone();
    for (int v = 0; v < next.length; v++) {
      if (state[v] != OUT && state[v] != JOINED) {
        int largest = VertexKeys.largest(graph, state, v);
        if (largest == JOINED) {
          next[v] = OUT;
          left--;
        } else if (state[v] > largest) {
          next[v] = JOINED;
          left--;
        }
      }
    }
    state = next;
  }

  @Override
  public void upload(Device on) {
    device =
        new OnDevice(
            new RoundState(on, on.copyOf(state)),
            on.copyOf(graph.offsets()),
            Buffers.of(on, graph.targets()));
  }

  @Override
  public byte[] work(int number) {
    OnDevice on = onDevice();
    on.state().next();
    return new KernelStruct()
        .pointer(on.offsets())
        .pointer(on.neighbours())
        .pointer(on.state().from())
        .pointer(on.state().to())
        .pointer(on.state().flag())
        .word(graph.vertices())
        .bytes();
  }

  @Override
  public boolean finished() {
    return !onDevice().state().raised();
  }

  @Override
  public Comparison check() {
    int[] found = onDevice().state().to().readInts();
    for (int v = 0; v < found.length; v++) {
      int joined = 0;
      int first = -1;
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        if (found[w] == JOINED) {
          first = joined++ == 0 ? w : first;
        }
      }
      if (found[v] == JOINED && joined > 0) {
        return Comparison.wrong("neighbours %d and %d are both in the set".formatted(v, first));
      }
      if (found[v] == OUT && joined == 0) {
        return Comparison.wrong(
            "vertex %d is not in the set, and none of its neighbours is".formatted(v));
      }
    }
    return Comparison.unsigned("membership", found, state);
  }

  private OnDevice onDevice() {
    return RoundAlgorithm.uploaded(device);
  }
}
