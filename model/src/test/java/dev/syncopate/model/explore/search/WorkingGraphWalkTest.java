package dev.syncopate.model.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.RandomProgram;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.MachinePart;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.snapshot.ByteSink;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.snapshot.WorkingGraph;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Parts that take on one state after the other behave as parts that are never put back. Their
 * states are equal exactly where whole graphs of objects are. Tested on every protocol, after each
 * step of random walks.
 */
class WorkingGraphWalkTest {
  private static final long SEED = 91_000;
  private static final int STEPS = 120;

  static Stream<Protocol> protocols() {
    return Stream.concat(Protocols.all().stream(), Protocols.asPublished().stream());
  }

  /** Shared memory, mbarriers and the copy unit, in front of the simplest protocol. */
  @Test
  void nothingOfACopyUnitIsForgotten() {
    walk(Protocols.named("gpu"), Library.asynchronous().stream().map(Library::test).toList());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void nothingOfAStateIsForgotten(Protocol protocol) {
    List<LitmusTest> tests = new ArrayList<>(Library.names().stream().map(Library::test).toList());
    for (int i = 0; i < 20; i++) {
      String text = RandomProgram.of(new Random(SEED + i));
      tests.add(
          LitmusTest.read("random " + i, i % 2 == 0 ? text : text.replace("@cta 1", "@cta 0")));
    }
    walk(protocol, tests);
  }

  private static void walk(Protocol protocol, List<LitmusTest> tests) {
    int walks = 0;
    for (LitmusTest test : tests) {
      Random random = new Random(SEED + walks);
      MachineSetup setup =
          new MachineSetup(
              List.of(MachineSize.values()).get(random.nextInt(MachineSize.values().length)),
              List.of(Layout.values()).get(random.nextInt(3)),
              List.of(SetupPlacement.values()).get(random.nextInt(2)),
              random.nextBoolean(),
              random.nextBoolean(),
              random.nextBoolean(),
              List.of(),
              null);
      Machine machine;
      try {
        machine = new Machine(test, protocol, ConsistencyModel.HRF, setup);
      } catch (IllegalArgumentException e) {
        continue; // what this protocol has no instructions for
      }
      new Walk(machine, random, "%s, seed %d, %s".formatted(test.name(), SEED + walks, setup)).go();
      walks++;
    }
    assertThat(walks).isGreaterThan(40);
  }

  /** One part, twice. */
  private static final class Twin {
    final MachinePart part;
    final Snapshots snapshots = new Snapshots(PartRules.ALL);

    /** Never put back into a state. */
    final PartState plain;

    final WorkingGraph<PartState> graph;

    /** What the graph's states are, and the same by all of their objects. */
    final List<byte[]> states = new ArrayList<>();

    final List<byte[]> encodings = new ArrayList<>();
    final Map<ByteBuffer, ByteBuffer> wholeOf = new HashMap<>();
    final Map<ByteBuffer, ByteBuffer> stateOf = new HashMap<>();

    Twin(MachinePart part) {
      this.part = part;
      PartState initial = part.initial();
      plain = snapshots.copy(initial);
      graph = new WorkingGraph<>(snapshots, initial);
    }

    /** The graph, which is in the state of the last step, after it was in another one. */
    PartState again(Random random, String description) {
      int index = random.nextInt(states.size());
      byte[] now = snapshots.encode(graph.read(states.get(index), 0));
      assertThat(Arrays.equals(now, encodings.get(index))).as(description).isTrue();
      return graph.read(states.getLast(), 0);
    }

    void compare(String description) {
      part.canonicalize(plain);
      byte[] expected = snapshots.encode(plain);
      part.canonicalize(graph.root());
      assertThat(Arrays.equals(snapshots.encode(graph.root()), expected)).as(description).isTrue();
      ByteSink written = graph.write();
      byte[] state = Arrays.copyOf(written.array(), written.length());
      ByteBuffer a = ByteBuffer.wrap(state);
      ByteBuffer b = ByteBuffer.wrap(expected);
      assertThat(wholeOf.computeIfAbsent(a, unseen -> b).equals(b)).as(description).isTrue();
      assertThat(stateOf.computeIfAbsent(b, unseen -> a).equals(a)).as(description).isTrue();
      states.add(state);
      encodings.add(expected);
    }
  }

  private static final class Walk {
    private final Machine machine;
    private final Random random;
    private final String name;
    private final List<Twin> twins = new ArrayList<>();
    private final List<ArrayDeque<Integer>> channels = new ArrayList<>();
    private final MessageTable messages = new MessageTable(new Snapshots(PartRules.ALL));
    private final Snapshots copies = new Snapshots(PartRules.ALL);
    private final int[] possible = new int[256];

    Walk(Machine machine, Random random, String name) {
      this.machine = machine;
      this.random = random;
      this.name = name;
      for (MachinePart part : machine.parts()) {
        twins.add(new Twin(part));
        twins.getLast().compare(name);
      }
      for (int i = 0; i < machine.channels().count(); i++) {
        channels.add(new ArrayDeque<>());
      }
    }

    void go() {
      boolean failed = false;
      for (int step = 0; step < STEPS && !failed; step++) {
        List<Runnable> choices = new ArrayList<>();
        boolean[] fails = new boolean[1];
        String description = name + ", step " + step;
        for (Twin twin : twins) {
          int count = twin.part.events(twin.plain, possible);
          for (int i = 0; i < count; i++) {
            int event = possible[i];
            choices.add(() -> fails[0] = !happen(twin, event, description));
          }
        }
        for (int channel = 0; channel < channels.size(); channel++) {
          int sourceChannel = channel;
          if (!channels.get(channel).isEmpty()) {
            choices.add(() -> fails[0] = !deliver(sourceChannel, description));
          }
        }
        if (choices.isEmpty()) {
          return;
        }
        choices.get(random.nextInt(choices.size())).run();
        failed = fails[0];
      }
    }

    private interface Action {
      boolean on(PartState state);
    }

    private boolean happen(Twin twin, int event, String description) {
      return both(twin, state -> twin.part.happen(state, event), description, -1);
    }

    private boolean deliver(int channel, String description) {
      Twin twin = twins.get(machine.channels().to(channel).number());
      int message = channels.get(channel).element();
      Action action = state -> twin.part.receive(state, messages.arriving(copies, message));
      return both(twin, action, description, channel);
    }

    /** Does it on both; false when it fails, which it does on both. */
    private boolean both(Twin twin, Action action, String description, int channel) {
      PartState put = twin.again(random, description);
      String plainly = done(twin, action, twin.plain);
      assertThat(done(twin, action, put)).as(description).isEqualTo(plainly);
      if (plainly.startsWith("fails")) {
        return false;
      }
      twin.compare(description);
      String[] words = plainly.split(" ", -1);
      if (channel >= 0 && Boolean.parseBoolean(words[0])) {
        channels.get(channel).remove();
      }
      for (int i = 1; i < words.length; i += 2) {
        channels.get(Integer.parseInt(words[i])).add(Integer.valueOf(words[i + 1]));
      }
      return true;
    }

    /** Whether it was taken, and channels and messages in turn. */
    private String done(Twin twin, Action action, PartState state) {
      boolean isTaken;
      try {
        isTaken = action.on(state);
      } catch (RuntimeException e) {
        twin.part.takeSent();
        return "fails";
      }
      StringBuilder text = new StringBuilder().append(isTaken);
      for (int number : messages.send(twin.part.takeSent())) {
        text.append(' ').append(number);
      }
      return text.toString();
    }
  }
}
