package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.MachinePart;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.machine.TileSplit.Pieces;
import dev.syncopate.model.explore.snapshot.ByteSink;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.snapshot.WorkingGraph;

/** Controllers of a tile, and the core that they work on. For one thread at a time. */
final class TileReplica {
  final MachinePart part;
  final TileSplit split;
  final Snapshots snapshots;

  /** The tile at the start; its core is the one of {@link #graph}. */
  final Pieces start;

  /** Receives events. */
  final int[] possible = new int[256];

  private final WorkingGraph<PartState> graph;

  TileReplica(TileSplit split, Snapshots snapshots) {
    this.split = split;
    this.snapshots = snapshots;
    part = split.part();
    PartState state = part.initial();
    if (!part.takeSent().isEmpty()) {
      throw new IllegalStateException(part.name() + " sends before anything happens");
    }
    part.canonicalize(state);
    start = split.split(state);
    graph = new WorkingGraph<>(snapshots, start.core());
  }

  /** A replica for another thread. Equal cores have equal bytes in all replicas. */
  TileReplica again() {
    return new TileReplica(split.again(), snapshots.again());
  }

  /** Takes on a core, until the next one. */
  PartState load(byte[] bytes, int begin) {
    return graph.read(bytes, begin);
  }

  /** The core it has, until the next call. */
  ByteSink write() {
    return graph.write();
  }
}
