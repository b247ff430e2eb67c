package dev.syncopate.workload.host;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;

/**
 * A graph on the device, in compressed rows.
 *
 * @param offsets of each vertex's first arc, and of the end of the last one's
 * @param ends of the arcs, away from the vertices of the rows
 */
public record GraphBuffers(Buffer offsets, Buffer ends) {
  /** Copies a graph to a device. */
  public static GraphBuffers of(Device device, Graph graph) {
    return new GraphBuffers(device.copyOf(graph.offsets()), Buffers.of(device, graph.targets()));
  }
}
