package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.rig.RaceFreeProgram.Access;
import dev.syncopate.memory.rig.RaceFreeProgram.Episode;
import dev.syncopate.memory.rig.RaceFreeProgram.Location;
import dev.syncopate.memory.rig.RaceFreeProgram.Mode;
import dev.syncopate.memory.rig.RaceFreeProgram.Phase;
import dev.syncopate.memory.rig.TinyThread.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs a race-free program and compares every load, every ticket and the final memory with a
 * reference that is kept in program order under the program's own locks.
 */
public final class RaceFreeRun {
  /** A load and what it must give; the expectation is filled in when the load is issued. */
  private record Check(Episode episode, Location location, Register register, long[] expected) {}

  private final RaceFreeProgram program;
  private final Bed bed;
  private final byte[] reference;
  private final List<Check> checks = new ArrayList<>();
  private final List<Register> tickets = new ArrayList<>();
  private final List<List<Register>> tileTickets = new ArrayList<>();
  private final TinyThread[] threads;
  private long counted;
  private long nextSpare;
  private final List<Integer> freeWords = new ArrayList<>();
  private int spares;
  private final long ticketWord;
  private final long countWord;
  private final long[] tileTicketWords;
  private final long[] lockWords;

  private RaceFreeRun(RaceFreeProgram program, Bed bed, RandomGenerator values) {
    this.program = program;
    this.bed = bed;
    long end =
        program.locations().stream().mapToLong(Location::address).max().orElse(Rig.BASE) + 128;
    nextSpare = end & -128L;
    reference = new byte[(int) (nextSpare - Rig.BASE)];
    values.nextBytes(reference);
    findFreeWords(values);
    bed.write(Rig.BASE, reference);
    threads = new TinyThread[program.tiles() * program.threadsPerTile()];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = bed.thread(i / program.threadsPerTile(), i % program.threadsPerTile());
    }
    ticketWord = spare();
    countWord = spare();
    tileTicketWords = new long[program.tiles()];
    for (int i = 0; i < program.tiles(); i++) {
      tileTicketWords[i] = spare();
      tileTickets.add(new ArrayList<>());
    }
    lockWords = new long[program.groups()];
    for (int i = 0; i < lockWords.length; i++) {
      lockWords[i] = spare();
    }
  }

  /** Chooses words between the locations for locks and counters, and makes them zero. */
  private void findFreeWords(RandomGenerator random) {
    boolean[] used = new boolean[reference.length];
    for (Location location : program.locations()) {
      int at = (int) (location.address() - Rig.BASE);
      java.util.Arrays.fill(used, at, at + location.bytes() * location.elements(), true);
    }
    for (int at = 0; at < used.length; at += 4) {
      if (!used[at] && !used[at + 1] && !used[at + 2] && !used[at + 3] && random.nextInt(8) == 0) {
        freeWords.add(at);
        Lanes.put(reference, at, 4, 0);
      }
    }
  }

  /** A zero word: between the locations while there are any, else after them. */
  private long spare() {
    if (spares < freeWords.size()) {
      return Rig.BASE + freeWords.get(spares++);
    }
    long word = nextSpare;
    nextSpare += 4;
    return word;
  }

  /** What went wrong, if anything. */
  public static Optional<String> failure(
      RaceFreeProgram program, Bed machine, RandomGenerator values) {
    RaceFreeRun run = new RaceFreeRun(program, machine, values);
    try {
      return run.go();
    } catch (RuntimeException e) {
      return Optional.of(e.toString());
    }
  }

  private Optional<String> go() {
    for (Phase phase : program.phases()) {
      for (Episode episode : phase.episodes()) {
        add(phase, episode);
      }
      if (phase.viaRepresentatives()) {
        barrierViaRepresentatives();
      } else {
        barrier(List.of(threads), program.widest());
      }
    }
    bed.run();
    return verify();
  }

  private void add(Phase phase, Episode episode) {
    TinyThread thread = threads[episode.thread()];
    if (episode.delay() > 0) {
      thread.delay(episode.delay());
    }
    lock(phase, episode, thread, true);
    for (Access access : episode.accesses()) {
      switch (access.what()) {
        case LOAD -> load(thread, episode, access);
        case STORE -> store(thread, access);
        case ADD -> atomic(thread, episode, access);
        case TICKET -> tickets.add(thread.add(ticketWord, 1, Order.RELAXED, program.widest()));
        case TILE_TICKET -> {
          int tile = episode.thread() / program.threadsPerTile();
          tileTickets.get(tile).add(thread.add(tileTicketWords[tile], 1, Order.RELAXED, Scope.CTA));
        }
        case COUNT -> {
          thread.reduce(countWord, 1, Order.RELAXED, program.widest());
          counted++;
        }
      }
    }
    lock(phase, episode, thread, false);
  }

  /** Takes the lock of an episode's group, or gives it back, if it has one. */
  private void lock(Phase phase, Episode episode, TinyThread thread, boolean take) {
    int group = episode.group();
    Mode mode = phase.modes().get(group);
    long word = lockWords[group];
    int owner = phase.owners().get(group);
    int gpu = program.gpu(episode.thread());
    Scope scope =
        switch (mode) {
          case WIDE_LOCK -> program.widest();
          case GPU_LOCK, PROMOTED_GPU_LOCK -> Scope.GPU;
          case WORK_GROUP_LOCK, PROMOTED_LOCK, PRIVATE, READ_ONLY -> Scope.CTA;
        };
    Scope remote =
        switch (mode) {
          case PROMOTED_LOCK -> remoteScope(episode, owner);
          case PROMOTED_GPU_LOCK -> gpu == owner ? null : Scope.SYS;
          case WIDE_LOCK, GPU_LOCK, WORK_GROUP_LOCK, PRIVATE, READ_ONLY -> null;
        };
    if (mode == Mode.PRIVATE || mode == Mode.READ_ONLY) {
      return;
    }
    if (remote != null && take) {
      Order order = group % 2 == 0 ? Order.ACQUIRE : Order.ACQ_REL;
      thread.lockRemotely(word, order, remote, group % 3 == 0);
    } else if (remote != null) {
      thread.unlockRemotely(word, remote, group % 2 == 0);
    } else if (take) {
      thread.lock(word, scope);
    } else {
      thread.unlock(word, scope);
    }
  }

  /** The scope at which to use another tile's lock; null for the tile's own, most of the time. */
  private @Nullable Scope remoteScope(Episode episode, int owner) {
    int tile = episode.thread() / program.threadsPerTile();
    if (tile == owner && episode.delay() % 4 != 3) {
      return null;
    }
    boolean near = program.gpu(episode.thread()) == program.gpu(owner * program.threadsPerTile());
    return near && episode.group() % 2 == 0 ? Scope.GPU : program.widest();
  }

  private static DataType type(int bytes) {
    return switch (bytes) {
      case 1 -> DataType.B8;
      case 2 -> DataType.B16;
      case 4 -> DataType.B32;
      default -> DataType.B64;
    };
  }

  private void load(TinyThread thread, Episode episode, Access wanted) {
    Location location = program.locations().get(wanted.location());
    MemoryOperation operation =
        Ops.vector(
            Ops.load(type(location.bytes()), wanted.order(), wanted.scope()), location.elements());
    long[] result = new long[32 * location.elements()];
    Register register = thread.issue(access(thread, operation, location, new long[0], result));
    long[] expected = new long[location.elements()];
    thread.beforeLast(() -> {
      for (int e = 0; e < expected.length; e++) {
        expected[e] =
            Lanes.get(
                reference,
                (int) (location.address() - Rig.BASE) + e * location.bytes(),
                location.bytes());
      }
    });
    checks.add(new Check(episode, location, register, expected));
  }

  private void atomic(TinyThread thread, Episode episode, Access wanted) {
    Location location = program.locations().get(wanted.location());
    DataType type = location.bytes() == 4 ? DataType.U32 : DataType.U64;
    Register register =
        thread.access(
            Ops.atomic(AtomicOp.ADD, type, wanted.order(), wanted.scope()),
            location.address(),
            wanted.value(),
            0);
    long[] expected = new long[1];
    thread.beforeLast(() -> {
      int at = (int) (location.address() - Rig.BASE);
      expected[0] = Lanes.get(reference, at, location.bytes());
      Lanes.put(reference, at, location.bytes(), expected[0] + wanted.value());
    });
    checks.add(new Check(episode, location, register, expected));
  }

  private void store(TinyThread thread, Access wanted) {
    Location location = program.locations().get(wanted.location());
    long value = wanted.value();
    MemoryOperation operation =
        Ops.vector(
            Ops.store(type(location.bytes()), wanted.order(), wanted.scope()), location.elements());
    long[] operand = new long[32 * location.elements()];
    for (int e = 0; e < location.elements(); e++) {
      operand[32 * e] = value + e;
    }
    thread.issue(access(thread, operation, location, operand, new long[0]));
    thread.beforeLast(() -> {
      for (int e = 0; e < location.elements(); e++) {
        Lanes.put(
            reference,
            (int) (location.address() - Rig.BASE) + e * location.bytes(),
            location.bytes(),
            value + e);
      }
    });
  }

  private WarpAccess access(
      TinyThread thread,
      MemoryOperation operation,
      Location location,
      long[] operand,
      long[] result) {
    int[] bases = new int[location.elements()];
    for (int e = 0; e < bases.length; e++) {
      bases[e] = 32 * e;
    }
    long[] address = new long[32];
    address[0] = location.address();
    int index = List.of(threads).indexOf(thread);
    return new WarpAccess(
        operation,
        index % program.threadsPerTile(),
        1,
        address,
        operand,
        new long[0],
        result,
        bases,
        32);
  }

  private void barrier(List<TinyThread> all, Scope scope) {
    long word = spare();
    for (TinyThread thread : all) {
      thread.add(word, 1, Order.ACQ_REL, scope);
      thread.awaitEqual(word, all.size(), Order.ACQUIRE, scope);
    }
  }

  private void barrierViaRepresentatives() {
    int perTile = program.threadsPerTile();
    List<TinyThread> representatives = new ArrayList<>();
    long[] arrived = new long[program.tiles()];
    for (int tile = 0; tile < program.tiles(); tile++) {
      arrived[tile] = spare();
      for (int i = 0; i < perTile; i++) {
        threads[tile * perTile + i].add(arrived[tile], 1, Order.ACQ_REL, Scope.CTA);
      }
      TinyThread representative = threads[tile * perTile];
      representative.awaitEqual(arrived[tile], perTile, Order.ACQUIRE, Scope.CTA);
      representatives.add(representative);
    }
    barrier(representatives, program.widest());
    for (int tile = 0; tile < program.tiles(); tile++) {
      long go = spare();
      threads[tile * perTile].store(go, 1, Order.RELEASE, Scope.CTA);
      for (int i = 1; i < perTile; i++) {
        threads[tile * perTile + i].awaitEqual(go, 1, Order.ACQUIRE, Scope.CTA);
      }
    }
  }

  private Optional<String> verify() {
    for (Check check : checks) {
      for (int e = 0; e < check.location().elements(); e++) {
        long seen = check.register().value(32 * e);
        if (seen != check.expected()[e]) {
          return Optional.of(
              String.format(
                  "thread %d loaded element %d of 0x%x issued in cycle %d: 0x%x instead of 0x%x",
                  check.episode().thread(),
                  e,
                  check.location().address(),
                  check.register().issued(),
                  seen,
                  check.expected()[e]));
        }
      }
    }
    Optional<String> ticketTrouble = tickets("common", tickets, ticketWord);
    for (int tile = 0; tile < program.tiles() && ticketTrouble.isEmpty(); tile++) {
      ticketTrouble = tickets("tile " + tile, tileTickets.get(tile), tileTicketWords[tile]);
    }
    if (ticketTrouble.isPresent()) {
      return ticketTrouble;
    }
    if (bed.word(countWord) != counted) {
      return Optional.of("counted " + bed.word(countWord) + " instead of " + counted);
    }
    return memoryTrouble();
  }

  private Optional<String> tickets(String who, List<Register> given, long word) {
    long[] values = given.stream().mapToLong(Register::value).sorted().toArray();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != i) {
        return Optional.of(who + " tickets: " + java.util.Arrays.toString(values));
      }
    }
    return bed.word(word) == values.length
        ? Optional.empty()
        : Optional.of(who + " ticket word is " + bed.word(word));
  }

  private Optional<String> memoryTrouble() {
    byte[] memory = new byte[reference.length];
    bed.read(Rig.BASE, memory);
    for (int word : freeWords) {
      Lanes.put(reference, word, 4, Lanes.get(memory, word, 4));
    }
    int at = java.util.Arrays.mismatch(memory, reference);
    return at < 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                "byte 0x%x is 0x%x instead of 0x%x at the end",
                Rig.BASE + at, memory[at], reference[at]));
  }
}
