package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.stress.RaceFreeProgram.Access;
import dev.syncopate.memory.stress.RaceFreeProgram.Episode;
import dev.syncopate.memory.stress.RaceFreeProgram.Location;
import dev.syncopate.memory.stress.RaceFreeProgram.Mode;
import dev.syncopate.memory.stress.RaceFreeProgram.Phase;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Runs a race-free program: every value is checked as it comes, memory at the end. */
final class RaceFreeRun {
  private static final int LINE = 128;

  private final RaceFreeProgram program;
  private final TestBed bed;
  private final byte[] reference;
  private final WordPool words;
  private final CheckedAccesses checked;
  private final RelaxedWords relaxed;
  private final CommutativeWords commutative;
  private final OwnWords ownWords;
  private final TinyThread[] threads;
  private final ProgramBarrier barriers;

  /** By group. */
  private final long[] lockWords;

  private RaceFreeRun(RaceFreeProgram program, TestBed bed, RandomGenerator values) {
    this.program = program;
    this.bed = bed;
    long last = program.locations().stream().mapToLong(Location::address).max().orElse(Rig.BASE);
    reference = new byte[(int) ((last + LINE & -LINE) - Rig.BASE)];
    values.nextBytes(reference);
    words = new WordPool(program.locations(), reference, values);
    bed.write(Rig.BASE, reference);
    threads = new TinyThread[program.tiles() * program.threadsPerTile()];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = bed.thread(i / program.threadsPerTile(), i % program.threadsPerTile());
    }
    barriers = new ProgramBarrier(program, words, threads);
    checked = new CheckedAccesses(program, reference);
    relaxed = new RelaxedWords(program, words);
    lockWords = new long[program.groups()];
    Arrays.setAll(lockWords, group -> words.take());
    commutative = new CommutativeWords(program, words);
    ownWords = new OwnWords(program, words);
  }

  /**
   * What went wrong, if anything.
   *
   * @param machine on which nothing has run
   * @param values of memory at first
   */
  static Optional<DetectedFault> of(
      RaceFreeProgram program, TestBed machine, RandomGenerator values) {
    try {
      return new RaceFreeRun(program, machine, values).go();
    } catch (WrongValueException e) {
      return Optional.of(e.trouble());
    } catch (RuntimeException e) { // of a protocol that is wrong, or a deadlock
      return Optional.of(new DetectedFault(e.toString(), DetectedFault.NOWHERE));
    }
  }

  private Optional<DetectedFault> go() {
    for (Phase phase : program.phases()) {
      for (Episode episode : phase.episodes()) {
        add(phase, episode);
      }
      barriers.add(phase.barrier());
      commutative.meet(phase.barrier());
      ownWords.meet();
    }
    if (program.commutes()) {
      for (int i = 0; i < threads.length; i++) {
        commutative.last(threads[i], i);
      }
    }
    bed.run();
    return relaxed
        .trouble(bed)
        .or(() -> commutative.trouble(bed))
        .or(() -> ownWords.trouble(bed))
        .or(this::memoryTrouble);
  }

  private void add(Phase phase, Episode episode) {
    int number = episode.thread();
    TinyThread thread = threads[number];
    if (episode.delay() > 0) {
      thread.delay(episode.delay());
    }
    lock(phase, episode, thread, true);
    for (Access access : episode.accesses()) {
      switch (access.kind()) {
        case LOAD -> checked.load(thread, number, access);
        case STORE -> checked.store(thread, number, access);
        case ADD -> checked.add(thread, number, access);
        case TICKET -> relaxed.ticket(thread);
        case TILE_TICKET -> relaxed.tileTicket(thread, number / program.threadsPerTile());
        case TRY_TICKET -> relaxed.tryTicket(thread);
        case TRY_TILE_TICKET -> relaxed.tryTileTicket(thread, number / program.threadsPerTile());
        case STORE_OWN -> ownWords.store(thread, number);
        case SWAP_OWN -> ownWords.swap(thread, number, access);
        case SWAP_IN_VAIN -> ownWords.swapInVain(thread, number, access);
        case COUNT -> relaxed.count(thread, number);
        case WATCH -> relaxed.watch(thread, number);
        case POST -> relaxed.post(thread, number);
        case PEEK -> relaxed.peek(thread, number);
        case COMMUTE -> commutative.access(thread, number, access.location(), access.value());
      }
    }
    lock(phase, episode, thread, false);
  }

  /** Takes the lock of an episode's group, or gives it back, if it has one. */
  private void lock(Phase phase, Episode episode, TinyThread thread, boolean take) {
    int group = episode.group();
    Mode mode = phase.modes().get(group);
    if (mode == Mode.PRIVATE || mode == Mode.READ_ONLY) {
      return;
    }
    long word = lockWords[group];
    Scope remote = remoteScope(mode, episode, phase.owners().get(group));
    if (remote != null && take) {
      Order order = group % 2 == 0 ? Order.ACQUIRE : Order.ACQ_REL;
      thread.lockRemotely(word, order, remote, group % 3 == 0);
    } else if (remote != null) {
      thread.unlockRemotely(word, remote, group % 2 == 0);
    } else if (take && group % 4 < 2) {
      thread.lock(word, scope(mode));
    } else if (take) {
      thread.lockByExchange(word, scope(mode));
    } else {
      thread.unlock(word, scope(mode));
    }
  }

  private Scope scope(Mode mode) {
    return switch (mode) {
      case WIDE_LOCK -> program.widest();
      case GPU_LOCK, PROMOTED_GPU_LOCK -> Scope.GPU;
      case WORK_GROUP_LOCK, PROMOTED_LOCK, PRIVATE, READ_ONLY -> Scope.CTA;
    };
  }

  /** The scope at which to use a lock remotely; null not to. */
  private @Nullable Scope remoteScope(Mode mode, Episode episode, int owner) {
    int gpu = program.gpu(episode.thread());
    return switch (mode) {
      case PROMOTED_LOCK -> {
        int tile = episode.thread() / program.threadsPerTile();
        if (tile == owner && episode.delay() % 4 != 3) {
          yield null; // its own tile does without, most of the time
        }
        boolean near = gpu == program.gpu(owner * program.threadsPerTile());
        yield near && episode.group() % 2 == 0 ? Scope.GPU : program.widest();
      }
      case PROMOTED_GPU_LOCK -> gpu == owner ? null : Scope.SYS;
      case WIDE_LOCK, GPU_LOCK, WORK_GROUP_LOCK, PRIVATE, READ_ONLY -> null;
    };
  }

  private Optional<DetectedFault> memoryTrouble() {
    byte[] memory = new byte[reference.length];
    bed.read(Rig.BASE, memory);
    for (int word : words.betweenLocations()) {
      LaneBytes.put(reference, word, 4, LaneBytes.get(memory, word, 4));
    }
    int index = Arrays.mismatch(memory, reference);
    return index < 0
        ? Optional.empty()
        : Optional.of(
            new DetectedFault(
                "byte 0x%x is 0x%x instead of 0x%x at the end"
                    .formatted(Rig.BASE + index, memory[index], reference[index]),
                Rig.BASE + index));
  }
}
