package dev.syncopate.model.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.RandomProgram;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.MachinePart;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The search against a plain one: whole copies of all parts and messages, compared by all their
 * bytes, with nothing numbered, packed, put into pieces or remembered.
 */
class PlainSearchTest {
  private static final long SEED = 63_000;
  private static final int BOUND = 3_000;

  /** A state of the machine as objects. */
  private record Plain(List<PartState> parts, List<List<MachinePart.Sent>> channels) {}

  private static Machine machine(String test, String protocol, MachineSize size) {
    return machine(
        Library.test(test), protocol, new MachineSetup(size, Layout.APART, SetupPlacement.APART));
  }

  private static Machine machine(LitmusTest test, String protocol, MachineSetup setup) {
    return new Machine(test, Protocols.named(protocol), ConsistencyModel.HRF, setup);
  }

  /** Visits all states, one after the other. */
  private static final class PlainSearch {
    private final Snapshots snapshots = new Snapshots(PartRules.ALL);
    private final Map<List<ByteBuffer>, Integer> numbers = new HashMap<>();
    private final List<Plain> states = new ArrayList<>();
    private final List<Integer> depths = new ArrayList<>();
    private final Machine machine;
    private final int bound;
    private long transitions;
    private long ends;

    PlainSearch(Machine machine, int bound) {
      this.machine = machine;
      this.bound = bound;
    }

    private List<ByteBuffer> bytes(Plain state) {
      List<ByteBuffer> bytes = new ArrayList<>();
      state.parts().forEach(part -> bytes.add(ByteBuffer.wrap(snapshots.encode(part))));
      for (List<MachinePart.Sent> channel : state.channels()) {
        bytes.add(ByteBuffer.allocate(1));
        channel.forEach(sent -> bytes.add(ByteBuffer.wrap(snapshots.encode(sent))));
      }
      return bytes;
    }

    private void add(Plain state, int depth) {
      if (numbers.putIfAbsent(bytes(state), states.size()) == null) {
        states.add(state);
        depths.add(depth);
      }
    }

    private Plain copy(Plain state) {
      List<List<MachinePart.Sent>> channels = new ArrayList<>();
      state.channels().forEach(channel -> channels.add(new ArrayList<>(channel)));
      return new Plain(
          new ArrayList<>(state.parts().stream().map(snapshots::copy).toList()), channels);
    }

    /** One thing that a part does. */
    private interface Action {
      boolean on(MachinePart part, PartState state);
    }

    private boolean follows(int number, int part, int channel, Action action) {
      Plain next = copy(states.get(number));
      MachinePart actor = machine.parts().get(part);
      boolean accepted;
      try {
        accepted = action.on(actor, next.parts().get(part));
      } catch (RuntimeException e) {
        List<MachinePart.Sent> _ = actor.takeSent();
        return true;
      }
      List<MachinePart.Sent> sent = actor.takeSent();
      actor.canonicalize(next.parts().get(part));
      if (channel >= 0 && accepted) {
        next.channels().get(channel).removeFirst();
      }
      sent.forEach(message -> next.channels().get(message.channel()).add(snapshots.copy(message)));
      if (bytes(next).equals(bytes(states.get(number)))) {
        return false;
      }
      add(next, depths.get(number) + 1);
      return true;
    }

    private void search() {
      List<PartState> parts = new ArrayList<>();
      List<List<MachinePart.Sent>> channels = new ArrayList<>();
      for (MachinePart part : machine.parts()) {
        parts.add(part.initial());
        part.canonicalize(parts.getLast());
      }
      for (int channel = 0; channel < machine.channels().count(); channel++) {
        channels.add(new ArrayList<>());
      }
      add(new Plain(parts, channels), 0);
      for (int state = 0; state < states.size() && states.size() <= bound; state++) {
        int count = expand(state);
        transitions += count;
        ends += count == 0 ? 1 : 0;
      }
    }

    private int expand(int state) {
      int count = 0;
      int[] events = new int[256];
      for (int part = 0; part < machine.parts().size(); part++) {
        MachinePart actor = machine.parts().get(part);
        int possible = actor.events(copy(states.get(state)).parts().get(part), events);
        int[] codes = events.clone();
        for (int i = 0; i < possible; i++) {
          int event = codes[i];
          count += follows(state, part, -1, (doer, target) -> doer.happen(target, event)) ? 1 : 0;
        }
      }
      for (int channel = 0; channel < machine.channels().count(); channel++) {
        List<MachinePart.Sent> queue = states.get(state).channels().get(channel);
        if (!queue.isEmpty()) {
          MachinePart.Sent first = snapshots.copy(queue.getFirst());
          int receiver = machine.channels().to(channel).number();
          count +=
              follows(state, receiver, channel, (doer, target) -> doer.receive(target, first))
                  ? 1
                  : 0;
        }
      }
      return count;
    }
  }

  private static SearchResult assertSame(Machine machine, int bound, String description) {
    PlainSearch plain = new PlainSearch(machine, bound);
    plain.search();
    SearchResult result =
        new StateSearch(machine, name -> true).run(bound, (states, depth) -> true);
    assertThat(result.size().states()).as(description).isEqualTo(plain.states.size());
    assertThat(result.size().transitions()).as(description).isEqualTo(plain.transitions);
    if (result.complete()) {
      assertThat(result.size().depth()).as(description).isEqualTo(plain.depths.getLast());
      long ended = result.endings().stream().mapToLong(FinalOutcome::states).sum();
      long stuck =
          result.faults().stream()
              .filter(fault -> fault.kind() == PropertyViolation.Kind.DEADLOCK)
              .count();
      assertThat(stuck == 0 ? ended : plain.ends).as(description).isEqualTo(plain.ends);
    }
    return result;
  }

  @Test
  void randomProgramsHaveTheSameStates() {
    int complete = 0;
    for (int round = 0; round < 12; round++) {
      Random random = new Random(SEED + round);
      LitmusTest test = LitmusTest.read("random", RandomProgram.of(random));
      MachineSetup setup =
          new MachineSetup(
              List.of(MachineSize.values()).get(random.nextInt(3)),
              List.of(Layout.values()).get(random.nextInt(3)),
              List.of(SetupPlacement.values()).get(random.nextInt(2)));
      Machine machine = machine(test, random.nextBoolean() ? "gpu" : "srsp", setup);
      SearchResult result =
          assertSame(machine, 1_000, "seed %d, %s".formatted(SEED + round, setup));
      complete += result.complete() ? 1 : 0;
    }
    assertThat(complete).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"MP-gpu, gpu, ROOMY", "lock-remote, srsp, TINY", "MP-gpu, denovo, TINY"})
  void testsOfTheLibraryHaveTheSameStates(String test, String protocol, MachineSize size) {
    assertThat(assertSame(machine(test, protocol, size), BOUND, test).complete()).isTrue();
  }
}
