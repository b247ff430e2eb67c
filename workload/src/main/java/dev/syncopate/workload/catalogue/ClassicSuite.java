package dev.syncopate.workload.catalogue;

import dev.syncopate.workload.classic.Alignment;
import dev.syncopate.workload.classic.Backprop;
import dev.syncopate.workload.classic.BlockedLu;
import dev.syncopate.workload.classic.BoxedParticles;
import dev.syncopate.workload.classic.BreadthFirst;
import dev.syncopate.workload.classic.CellDetection;
import dev.syncopate.workload.classic.ExcitableCells;
import dev.syncopate.workload.classic.Gaussian;
import dev.syncopate.workload.classic.GenomeMatch;
import dev.syncopate.workload.classic.HotSpot;
import dev.syncopate.workload.classic.Huffman;
import dev.syncopate.workload.classic.HybridSort;
import dev.syncopate.workload.classic.KMeans;
import dev.syncopate.workload.classic.NearestNeighbours;
import dev.syncopate.workload.classic.ParticleFilter;
import dev.syncopate.workload.classic.PathFinder;
import dev.syncopate.workload.classic.SpeckleDiffusion;
import dev.syncopate.workload.classic.StreamClusters;
import dev.syncopate.workload.classic.TreeQueries;
import dev.syncopate.workload.classic.WallTracking;
import dev.syncopate.workload.classic.Wavelets;
import dev.syncopate.workload.suite.Suite;
import dev.syncopate.workload.suite.Workload;
import java.util.List;
import java.util.Map;

/** The suite {@code classic}: plain GPU codes, those with atomics last. */
final class ClassicSuite {
  static final List<Workload> ALL =
      List.of(
          new Backprop(),
          new BreadthFirst(),
          new Wavelets(),
          new SpeckleDiffusion(),
          new Alignment(),
          new NearestNeighbours(),
          new PathFinder(),
          new BlockedLu(),
          new Gaussian(),
          new TreeQueries(),
          new HotSpot(),
          new KMeans(),
          new BoxedParticles(),
          new StreamClusters(),
          new ParticleFilter(),
          new GenomeMatch(),
          new ExcitableCells(),
          new WallTracking(),
          new CellDetection(),
          new Huffman(),
          new HybridSort());

  static final Suite SUITE =
      new Suite(
              "classic",
              ALL,
              "titanv-80sm",
              "small",
              Map.of("atomic", "commutative"),
              List.of("gpu", "gpu+lab64", "phi", "hlrc", "denovo"),
              List.of("hrf"))
          .awaitingAtomics();

  private ClassicSuite() {}
}
