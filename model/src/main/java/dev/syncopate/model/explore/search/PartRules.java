package dev.syncopate.model.explore.search;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.TransitionLog;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.model.explore.snapshot.SharedObject;
import dev.syncopate.model.explore.snapshot.SnapshotPlans;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Composition of the states of all parts. */
final class PartRules {
  static final SnapshotPlans ALL =
      new SnapshotPlans(
          Stream.concat(
                  Protocols.counters().stream().map(Object::getClass),
                  Stream.of(
                      SharedObject.class,
                      StepPlans.class,
                      L1Counters.class,
                      L2Counters.class,
                      StateTable.class,
                      TransitionLog.class,
                      Node.class,
                      Topology.class,
                      ConsistencyModel.class,
                      Step[].class,
                      Step[][].class))
              .collect(Collectors.toUnmodifiableSet()),
          List.of("dev.syncopate.memory", "dev.syncopate.model.explore"),
          "dev.syncopate.sim");

  private PartRules() {}
}
