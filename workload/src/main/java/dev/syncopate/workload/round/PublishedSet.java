package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/**
 * An independent set with three launches a round: the neighbours' smallest key, joining and marking
 * neighbours, leaving.
 *
 * <p>A key k of the reference is n + 1 - k here, so that the smallest is the reference's largest.
 */
public final class PublishedSet extends RoundsOnDevice<SetReference, PublishedSet.OnDevice> {
  private static final int UNDECIDED = 0;
  private static final int JOINED = 1;
  private static final int OUT = 2;

  private final int[] keys;

  record OnDevice(
      GraphBuffers graph, Buffer keys, Buffer smallest, Buffer states, Buffer marks, RoundFlag flag)
      implements RoundBuffers {}

  /**
   * @param graph undirected
   */
  public PublishedSet(Graph graph, long seed) {
    super("pannotia_mis", new SetReference(graph, seed, true));
    keys = reference.state().clone();
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    int n = keys.length;
    int[] values = new int[n];
    for (int v = 0; v < n; v++) {
      values[v] = n + 1 - keys[v];
    }
    Buffer marks = device.allocate((long) Integer.BYTES * n);
    marks.fill((byte) 0);
    return new OnDevice(
        GraphBuffers.of(device, graph),
        device.copyOf(values),
        device.allocate((long) Integer.BYTES * n),
        device.copyOf(states()),
        marks,
        new RoundFlag(device));
  }

  /** Marks of vertices that are decided are not looked at, so that old ones may stay. */
  @Override
  public void restore() {
    onDevice().states().write(states());
  }

  private int[] states() {
    int[] states = new int[keys.length];
    for (int v = 0; v < states.length; v++) {
      int state = reference.state()[v];
      states[v] =
          state == SetReference.JOINED ? JOINED : state == SetReference.OUT ? OUT : UNDECIDED;
    }
    return states;
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.keys())
            .pointer(onDevice.smallest())
            .pointer(onDevice.states())
            .pointer(onDevice.marks())
            .pointer(onDevice.flag().word())
            .word(keys.length)
            .bytes();
    return List.of(
        new RoundLaunch("mis_smallest", work),
        new RoundLaunch("mis_join", work),
        RoundLaunch.ofVertices("mis_leave", work));
  }

  @Override
  public ResultComparison check() {
    int[] actual = onDevice().states().readInts();
    for (int v = 0; v < actual.length; v++) {
      actual[v] =
          switch (actual[v]) {
            case UNDECIDED -> keys[v];
            case JOINED -> SetReference.JOINED;
            default -> SetReference.OUT;
          };
    }
    return reference.check(actual);
  }
}
