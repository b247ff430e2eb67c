package dev.syncopate.memory.network.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MeshTest {
  private static final MeshShape SQUARE = new MeshShape(4, 4);
  private static final MeshTiming TIMING = new MeshTiming(16, 16, 8);

  private static final class Probe extends Packet {
    long last = -1;

    Probe(Mesh mesh, int source, int entry, int destination, int exit, int network, int bytes) {
      fill(source, entry, destination, exit, network, mesh.timing().flits(bytes));
    }

    @Override
    protected void leave(long now) {
      last = now;
    }
  }

  /** Has packets enter in the cycles given, and runs until nothing is left to do. */
  private static void run(Mesh mesh, List<Probe> probes, long[] starts) {
    for (int i = 0; i < starts.length; i++) {
      Probe probe = probes.get(i);
      mesh.schedule(
          new Event() {
            @Override
            protected void fire(long now) {
              mesh.enter(probe, now);
            }
          },
          starts[i]);
    }
    new Engine(List.of(mesh), 1, 1).run((now, next) -> true);
  }

  private static long alone(int source, int destination, int bytes) {
    Mesh mesh = new Mesh(SQUARE, TIMING, 1, 1);
    Probe probe = new Probe(mesh, source, 0, destination, 0, 0, bytes);
    run(mesh, List.of(probe), new long[] {10});
    return probe.last - 10;
  }

  @Test
  void everyHopTakesItsShareOfTheWayFromCornerToCorner() {
    long base = alone(5, 5, 16);
    assertThat(base).as("through one router").isEqualTo(2);
    for (int source = 0; source < 16; source++) {
      for (int destination = 0; destination < 16; destination++) {
        assertThat(alone(source, destination, 16) - base)
            .as("%s to %s", source, destination)
            .isEqualTo(SQUARE.hops(source, destination) * 16 / 6);
      }
    }
    assertThat(alone(0, 15, 16) - base).isEqualTo(16);
    assertThat(alone(12, 3, 16) - base).isEqualTo(16);
  }

  @Test
  void aLongMessageIsDelayedForItsSizeOnce() {
    assertThat(alone(0, 15, 80) - alone(0, 15, 16)).isEqualTo(4);
    assertThat(alone(0, 1, 80) - alone(0, 1, 16)).isEqualTo(4);
  }

  @Test
  void messagesGoAlongTheRowFirst() {
    Mesh mesh = new Mesh(SQUARE, TIMING, 1, 1);
    run(mesh, List.of(new Probe(mesh, 0, 0, 10, 0, 0, 32)), new long[] {5});
    assertThat(mesh.link(0, MeshShape.EAST).flits).isEqualTo(2);
    assertThat(mesh.link(1, MeshShape.EAST).flits).isEqualTo(2);
    assertThat(mesh.link(2, MeshShape.SOUTH).flits).isEqualTo(2);
    assertThat(mesh.link(6, MeshShape.SOUTH).flits).isEqualTo(2);
    assertThat(mesh.link(10, MeshShape.DIRECTIONS).flits).as("out of the mesh").isEqualTo(2);
    assertThat(mesh.link(0, MeshShape.SOUTH).flits).isZero();
  }

  @Test
  void aLinkCarriesOneMessageAtATimeAndCountsWhoWaits() {
    Mesh mesh = new Mesh(SQUARE, TIMING, 2, 1);
    Probe first = new Probe(mesh, 0, 0, 1, 0, 0, 64);
    Probe second = new Probe(mesh, 0, 1, 1, 1, 0, 64);
    run(mesh, List.of(first, second), new long[] {10, 10});
    assertThat(second.last - first.last).isEqualTo(4);
    assertThat(mesh.link(0, MeshShape.EAST).waitCycles).isEqualTo(4);
    assertThat(mesh.link(0, MeshShape.EAST).messages).isEqualTo(2);
  }

  @Test
  void aFullBufferStopsItsVirtualNetworkAndNoOther() {
    MeshTiming narrow = new MeshTiming(6, 16, 4);
    Mesh mesh = new Mesh(new MeshShape(4, 1), narrow, 3, 2);
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      probes.add(new Probe(mesh, 2, 1, 3, 0, 0, 64)); // keeps the way out of node 3 busy
    }
    for (int i = 0; i < 6; i++) {
      probes.add(new Probe(mesh, 0, 0, 3, 0, 0, 64)); // waits for it, back to node 0
    }
    Probe otherProbe = new Probe(mesh, 0, 2, 3, 1, 1, 16);
    probes.add(otherProbe);
    run(mesh, probes, new long[] {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 30});
    Probe lastOfAll = probes.get(11);
    assertThat(lastOfAll.last).as("twelve messages of four flits").isGreaterThan(10 + 48);
    assertThat(otherProbe.last).as("on a network of its own").isLessThan(30 + 20);
    assertThat(mesh.link(0, MeshShape.EAST).waitCycles).isGreaterThan(40);
  }

  @Test
  void messagesOfOneNetworkWithTheSameEndsStayInOrder() {
    long seed = 11;
    Random random = new Random(seed);
    Mesh mesh = new Mesh(SQUARE, TIMING, 1, 3);
    List<Probe> probes = new ArrayList<>();
    long[] starts = new long[2000];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = 10L + i / 10;
      probes.add(
          new Probe(
              mesh,
              random.nextInt(4),
              0,
              12 + random.nextInt(4),
              0,
              random.nextInt(3),
              16 + random.nextInt(100)));
    }
    run(mesh, probes, starts);
    for (int i = 0; i < probes.size(); i++) {
      for (int j = i + 1; j < probes.size(); j++) {
        Probe first = probes.get(i);
        Probe second = probes.get(j);
        if (first.source == second.source
            && first.destination == second.destination
            && first.virtualNetwork == second.virtualNetwork) {
          assertThat(first.last).as("seed %s: %s before %s", seed, i, j).isLessThan(second.last);
        }
      }
    }
    assertThat(mesh.waiting()).isEmpty();
  }

  @Test
  void agreesWithEveryRouterRunInEveryCycle() {
    long credits = 0;
    for (long seed = 1; seed <= 60; seed++) {
      Random random = new Random(seed);
      int columns = 1 + random.nextInt(4);
      int rows = columns == 1 ? 2 : 1 + random.nextInt(4);
      int locals = 1 + random.nextInt(2);
      int networks = 1 + random.nextInt(3);
      int minimum = 2 * (columns + rows - 2);
      MeshTiming timing =
          new MeshTiming(
              minimum + random.nextInt(12), seed % 4 == 0 ? 1 : 16, 1 + random.nextInt(8));
      Mesh mesh = new Mesh(new MeshShape(columns, rows), timing, locals, networks);
      int count = 300;
      int spread = 1 + random.nextInt(400);
      List<Probe> probes = new ArrayList<>();
      List<ReferenceMesh.Traveller> travellers = new ArrayList<>();
      long[] starts = new long[count];
      int[] entries = new int[count];
      for (int i = 0; i < count; i++) {
        starts[i] = 5L + random.nextInt(spread);
      }
      Arrays.sort(starts);
      for (int i = 0; i < count; i++) {
        int source = random.nextInt(columns * rows);
        int destination = random.nextInt(columns * rows);
        int exit = random.nextInt(locals);
        int network = random.nextInt(networks);
        int bytes = 1 + random.nextInt(90);
        entries[i] = random.nextInt(locals);
        probes.add(new Probe(mesh, source, entries[i], destination, exit, network, bytes));
        travellers.add(
            new ReferenceMesh.Traveller(
                starts[i], source, destination, exit, network, timing.flits(bytes)));
      }
      run(mesh, probes, starts);
      ReferenceMesh reference = new ReferenceMesh(columns, rows, locals, networks, timing);
      reference.run(travellers, entries);
      for (int i = 0; i < count; i++) {
        assertThat(probes.get(i).last)
            .as("seed %s, %s by %s, message %s", seed, columns, rows, i)
            .isEqualTo(travellers.get(i).arrived);
      }
      for (int node = 0; node < columns * rows; node++) {
        for (int port = 0; port < MeshShape.DIRECTIONS + locals; port++) {
          LinkCounters link = mesh.link(node, port);
          LinkCounters expected = reference.link(node, port);
          assertThat(List.of(link.messages, link.flits, link.waitCycles, link.creditCycles))
              .as("seed %s, node %s, port %s", seed, node, port)
              .isEqualTo(
                  List.of(
                      expected.messages,
                      expected.flits,
                      expected.waitCycles,
                      expected.creditCycles));
          credits += link.creditCycles;
        }
      }
    }
    assertThat(credits).as("of all seeds").isPositive();
  }

  @Test
  void aMeshThatCannotBeIsRefused() {
    assertThatThrownBy(() -> new Mesh(SQUARE, new MeshTiming(11, 16, 8), 1, 1))
        .hasMessage("a corner latency of 11 cycles over 6 hops; expected at least 2 a hop");
    assertThatThrownBy(() -> new MeshShape(0, 4))
        .hasMessage("a mesh of 0 columns and 4 rows; expected at least 1 of each");
  }
}
