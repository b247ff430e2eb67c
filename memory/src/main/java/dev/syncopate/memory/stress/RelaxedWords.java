package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** The words that all threads use with relaxed operations, and what they may hold. */
final class RelaxedWords {
  private final Scope widest;
  private final Tickets tickets;
  private final List<Tickets> tileTickets = new ArrayList<>();
  private final long countWord;
  private final long boardWord;
  private final StoreOrder board;

  /** By thread: what a later load of the count may not be less than. */
  private final long[] atLeast;

  private long issued;
  private long expectedCount;

  RelaxedWords(RaceFreeProgram program, WordPool words) {
    widest = program.widest();
    tickets = new Tickets("common", words.take());
    countWord = words.take();
    boardWord = words.take();
    for (int i = 0; i < program.tiles(); i++) {
      tileTickets.add(new Tickets("tile " + i, words.take()));
    }
    int threads = program.tiles() * program.threadsPerTile();
    atLeast = new long[threads];
    board = new StoreOrder(threads);
  }

  void ticket(TinyThread thread) {
    tickets.draw(thread, widest);
  }

  void tileTicket(TinyThread thread, int tile) {
    tileTickets.get(tile).draw(thread, Scope.CTA);
  }

  void tryTicket(TinyThread thread) {
    tickets.attempt(thread, widest);
  }

  void tryTileTicket(TinyThread thread, int tile) {
    tileTickets.get(tile).attempt(thread, Scope.CTA);
  }

  void count(TinyThread thread, int number) {
    thread.reduce(countWord, 1, Order.RELAXED, widest);
    expectedCount++;
    thread.beforeLast(() -> {
      issued++;
      atLeast[number]++;
    });
  }

  /** A load of the count: of no less than this thread knows of, and of no more than was issued. */
  void watch(TinyThread thread, int number) {
    Register register = thread.load(countWord, Order.RELAXED, widest);
    long[] minimum = new long[1];
    thread.beforeLast(() -> minimum[0] = atLeast[number]);
    register.whenSet(() -> {
      long value = register.value();
      if (value < minimum[0] || value > issued) {
        throw new WrongValueException(
            "thread %d loaded a count of %d, where %d to %d are possible"
                .formatted(number, value, minimum[0], issued),
            countWord);
      }
      // its own additions after this load could be put on top; without them it is right as well
      atLeast[number] = Math.max(atLeast[number], value);
    });
  }

  void post(TinyThread thread, int number) {
    long value = board.nextValue();
    thread.store(boardWord, value, Order.RELAXED, widest);
    thread.beforeLast(() -> board.stores(number, value));
  }

  /** A load of the board: of a value that fits into one order of all stores. */
  void peek(TinyThread thread, int number) {
    Register register = thread.load(boardWord, Order.RELAXED, widest);
    int[] place = new int[1];
    thread.beforeLast(() -> place[0] = board.loads(number));
    register.whenSet(() -> {
      if (!board.loaded(number, place[0], register.value())) {
        throw new WrongValueException(
            "thread %d loaded %d, which fits into no order of the stores: %s"
                .formatted(number, register.value(), board),
            boardWord);
      }
    });
  }

  /** What is wrong at the end, if anything. */
  Optional<DetectedFault> trouble(TestBed bed) {
    Optional<DetectedFault> trouble = tickets.trouble(bed);
    for (int i = 0; i < tileTickets.size() && trouble.isEmpty(); i++) {
      trouble = tileTickets.get(i).trouble(bed);
    }
    if (trouble.isPresent()) {
      return trouble;
    }
    if (bed.word(countWord) != expectedCount) {
      return Optional.of(
          new DetectedFault(
              "counted " + bed.word(countWord) + " instead of " + expectedCount, countWord));
    }
    return board.mayBeLast(bed.word(boardWord))
        ? Optional.empty()
        : Optional.of(
            new DetectedFault(
                "the last store left %d, but %s".formatted(bed.word(boardWord), board), boardWord));
  }

  /** Numbers from 0, each given out once. */
  private static final class Tickets {
    private final String whose;
    private final long word;
    private final List<Register> drawn = new ArrayList<>();
    private final BitSet drawnNumbers = new BitSet();

    /** How many are drawn if every attempt so far has drawn one. */
    private int limit;

    Tickets(String whose, long word) {
      this.whose = whose;
      this.word = word;
    }

    void draw(TinyThread thread, Scope scope) {
      Register register = thread.add(word, 1, Order.RELAXED, scope);
      limit++;
      register.whenSet(() -> drawn(register));
    }

    private void drawn(Register register) {
      long value = register.value();
      if (value < 0 || value >= limit || drawnNumbers.get((int) value)) {
        throw new WrongValueException(
            "%s ticket %d of %d is drawn%s"
                .formatted(
                    whose, value, limit, value < 0 || value >= limit ? "" : " a second time"),
            word);
      }
      drawnNumbers.set((int) value);
      drawn.add(register);
    }

    /** Draws one if half of what may be drawn by now are: sometimes so, often not. */
    void attempt(TinyThread thread, Scope scope) {
      int expected = limit / 2;
      Register register = thread.cas(word, expected, expected + 1, Order.RELAXED, scope);
      limit++;
      register.whenSet(() -> {
        if (register.value() == expected) {
          drawn(register);
        }
      });
    }

    Optional<DetectedFault> trouble(TestBed bed) {
      if (bed.word(word) == drawn.size()) {
        return Optional.empty();
      }
      long[] values = drawn.stream().mapToLong(Register::value).sorted().toArray();
      return Optional.of(
          new DetectedFault(
              whose + " ticket word is " + bed.word(word) + " after " + Arrays.toString(values),
              word));
    }
  }
}
