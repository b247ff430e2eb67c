package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import org.jspecify.annotations.Nullable;

/** {@link Coloring} round by round. A vertex that has no colour yet has color 0. */
final class ColoringRounds implements RoundAlgorithm {
  private final Graph graph;
  private int[] keys;
  private final int[] colors;
  private int round;
  private int left;
  private @Nullable OnDevice device;

  private record OnDevice(RoundState state, Buffer offsets, Buffer neighbours, Buffer colors) {}

  ColoringRounds(Graph graph, long seed) {
    this.graph = graph;
    keys = VertexKeys.random(graph.vertices(), seed);
    colors = new int[graph.vertices()];
    left = graph.vertices();
  }

  @Override
  public boolean done() {
    return left == 0;
  }

  @Override
  public void step() {
    round++;
    int[] next = keys.clone();
    for (int v = 0; v < next.length; v++) {
      if (keys[v] > VertexKeys.largest(graph, keys, v)) {
        colors[v] = round;
        next[v] = 0;
        left--;
      }
    }
    keys = next;
  }

  @Override
  public void upload(Device on) {
    device =
        new OnDevice(
            new RoundState(on, on.copyOf(keys)),
            on.copyOf(graph.offsets()),
            Buffers.of(on, graph.targets()),
            on.copyOf(colors));
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
        .pointer(on.colors())
        .pointer(on.state().flag())
        .word(graph.vertices())
        .word(number)
        .bytes();
  }

  @Override
  public boolean finished() {
    return !onDevice().state().raised();
  }

  @Override
  public Comparison check() {
    int[] found = onDevice().colors().readInts();
    for (int v = 0; v < found.length; v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        if (found[v] == found[w] && found[v] != 0) {
          return Comparison.wrong(
              "neighbours %d and %d both have color %d".formatted(v, w, found[v]));
        }
      }
    }
    return Comparison.unsigned("color", found, colors);
  }

  private OnDevice onDevice() {
    return RoundAlgorithm.uploaded(device);
  }
}
