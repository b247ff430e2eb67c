package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Random race-free tests in which one thread hands several locations over to another. The first
 * thread has accesses, a release of a flag, and more accesses. The second thread has accesses, an
 * acquire of the flag and, where the flag is set, accesses behind it. The use of each location is
 * drawn first, so that nothing races:
 *
 * <ul>
 *   <li>handed over: accessed in any way by the first thread before its release, and by the second
 *       one behind its acquire. Or both threads only read it from then on;
 *   <li>private: accessed by one thread.
 *   <li>a counter: relaxed atomics, and relaxed loads, of all threads at any time.
 *   <li>updates: commutative atomics of all threads at any time, with and without result, or of the
 *       first thread before its release, and read from then on.
 * </ul>
 *
 * <p>Locations are named in random order, so that layouts which put several into a line share it
 * between uses. The question is empty: all registers and locations are the outcome.
 */
public final class HandOverTests {
  /** Use of a location. */
  private enum Use {
    HANDED_OVER,
    READ_FROM_THEN_ON,
    OWN_OF_FIRST,
    OWN_OF_SECOND,
    COUNTER,
    UPDATES,
    UPDATES_HANDED_OVER
  }

  private static final List<Use> PLAIN =
      List.of(
          Use.HANDED_OVER,
          Use.READ_FROM_THEN_ON,
          Use.READ_FROM_THEN_ON,
          Use.OWN_OF_FIRST,
          Use.OWN_OF_SECOND,
          Use.COUNTER);

  private static final List<Use> COMMUTATIVE = List.of(Use.UPDATES, Use.UPDATES_HANDED_OVER);

  /** What locations but the flag hold at first. */
  private static final int FIRST = 1 << 20;

  /** A location. */
  private record Place(String name, Use use) {}

  private final Random random;
  private final boolean promotes;
  private final boolean sameBlock;
  private final List<Place> places = new ArrayList<>();
  private final List<String> names = new ArrayList<>(List.of("u", "v", "w", "x", "y"));
  private final String flag;

  /** Those that some thread accesses, in the order in which the first does. */
  private final Set<Place> used = new LinkedHashSet<>();

  /** By thread, the next register. */
  private final int[] registers = new int[3];

  /**
   * The next number to store or add: each is the next power of two, so that sums tell them apart.
   */
  private long number = 1;

  private HandOverTests(Random random, boolean promotes) {
    this.random = random;
    this.promotes = promotes;
    sameBlock = random.nextInt(6) == 0;
    Collections.shuffle(names, random);
    flag = names.removeLast();
    boolean commutative = random.nextInt(3) == 0;
    int count = 2 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      List<Use> uses = commutative && (i == 0 || random.nextBoolean()) ? COMMUTATIVE : PLAIN;
      places.add(new Place(names.removeLast(), oneOf(uses)));
    }
  }

  /**
   * One of a seed's tests.
   *
   * @param promotes whether the flag may be released or acquired remotely
   */
  public static LitmusTest test(long seed, int number, boolean promotes) {
    String name = "hand-over-%d-%d".formatted(seed, number);
    // Random's first numbers for neighbouring seeds are alike.
    Random random = new Random(seed * 1_000_003 + number * 0x9E3779B97F4A7C15L);
    return LitmusTest.read(name, new HandOverTests(random, promotes).text(name));
  }

  private String text(String name) {
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    int form = random.nextInt(promotes ? 5 : 3);
    boolean commutes = places.stream().anyMatch(place -> COMMUTATIVE.contains(place.use));
    String scope = sameBlock && !commutes && random.nextBoolean() ? "cta" : "gpu";
    accesses(first, 0, false, 1 + random.nextInt(3));
    first.addAll(release(form, scope));
    accesses(first, 0, true, random.nextInt(3));
    accesses(second, 1, false, random.nextInt(2));
    String register = "r" + registers[1]++;
    second.addAll(acquire(form, scope, register));
    second.add("bne %s, 1, LC00".formatted(register));
    accesses(second, 1, true, 1 + random.nextInt(2));
    second.add("LC00:");
    List<List<String>> columns = new ArrayList<>(List.of(first, second));
    List<String> third = new ArrayList<>();
    if (random.nextInt(3) == 0 && first.size() + second.size() < 10) {
      accesses(third, 2, false, 1);
    }
    if (!third.isEmpty()) {
      columns.add(third);
    }
    return text(name, columns);
  }

  private String text(String name, List<List<String>> columns) {
    StringBuilder text = new StringBuilder("PTX ").append(name).append("\n{");
    used.forEach(place -> text.append(" %s=%d;".formatted(place.name, FIRST)));
    text.append(" %s=0; }\n".formatted(flag));
    int rows = columns.stream().mapToInt(List::size).max().orElse(0);
    int[] blocks = {0, sameBlock ? 0 : 1, 2};
    text.append(
        String.join(
            " | ",
            IntStream.range(0, columns.size())
                .mapToObj(t -> "P%d@cta %d,gpu 0".formatted(t, blocks[t]))
                .toList()));
    for (int row = 0; row < rows; row++) {
      int rowIndex = row;
      text.append(" ;\n")
          .append(
              String.join(
                  " | ",
                  columns.stream()
                      .map(column -> rowIndex < column.size() ? column.get(rowIndex) : "")
                      .toList()));
    }
    return text.append(" ;\nexists 0 == 0\n").toString();
  }

  private List<String> release(int form, String scope) {
    return switch (form) {
      case 0 -> List.of("st.release.%s %s, 1".formatted(scope, flag));
      case 1 -> List.of("fence.acq_rel." + scope, "st.relaxed.%s %s, 1".formatted(scope, flag));
      case 2 -> List.of("atom.acq_rel.%s.exch r%d, %s, 1".formatted(scope, registers[0]++, flag));
      case 3 -> List.of("st.release.cta %s, 1".formatted(flag));
      default -> List.of("st.remote.release.gpu %s, 1".formatted(flag));
    };
  }

  private List<String> acquire(int form, String scope, String register) {
    return switch (form) {
      case 0 -> List.of("ld.acquire.%s %s, %s".formatted(scope, register, flag));
      case 1 ->
          List.of(
              "ld.relaxed.%s %s, %s".formatted(scope, register, flag), "fence.acq_rel." + scope);
      case 2 -> List.of("atom.acq_rel.%s.add %s, %s, 0".formatted(scope, register, flag));
      case 3 -> List.of("ld.remote.acquire.gpu %s, %s".formatted(register, flag));
      default -> List.of("ld.acquire.cta %s, %s".formatted(register, flag));
    };
  }

  /**
   * Adds accesses of a thread to locations that it may access.
   *
   * @param handedOver whether behind the release, or the acquire
   */
  private void accesses(List<String> target, int thread, boolean handedOver, int count) {
    List<Place> mine =
        places.stream().filter(place -> mayAccess(place.use, thread, handedOver)).toList();
    List<Place> usedPlaces = mine.stream().filter(used::contains).toList();
    for (int i = 0; i < count && !mine.isEmpty(); i++) {
      Place place = oneOf(usedPlaces.isEmpty() || random.nextInt(3) == 0 ? mine : usedPlaces);
      used.add(place);
      boolean reads =
          switch (place.use) {
            case READ_FROM_THEN_ON, UPDATES_HANDED_OVER -> handedOver;
            case HANDED_OVER, OWN_OF_FIRST, OWN_OF_SECOND, COUNTER, UPDATES -> false;
          };
      target.add(
          reads
              ? read(place.name, thread)
              : switch (place.use) {
                case COUNTER -> counted(place.name, thread);
                case UPDATES, UPDATES_HANDED_OVER -> update(place.name, thread);
                case HANDED_OVER, READ_FROM_THEN_ON, OWN_OF_FIRST, OWN_OF_SECOND ->
                    any(place.name, thread);
              });
    }
  }

  private static boolean mayAccess(Use use, int thread, boolean handedOver) {
    return switch (use) {
      case HANDED_OVER -> thread == (handedOver ? 1 : 0);
      case READ_FROM_THEN_ON, UPDATES_HANDED_OVER -> handedOver || thread == 0;
      case OWN_OF_FIRST -> thread == 0;
      case OWN_OF_SECOND -> thread == 1;
      case COUNTER, UPDATES -> true;
    };
  }

  private String read(String place, int thread) {
    String register = "r" + registers[thread]++;
    return switch (random.nextInt(3)) {
      case 0 -> "ld.relaxed.gpu %s, %s".formatted(register, place);
      default -> "ld.weak %s, %s".formatted(register, place);
    };
  }

  private String any(String place, int thread) {
    String scope = oneOf(List.of("cta", "gpu"));
    return switch (random.nextInt(7)) {
      case 0, 1 -> "st.weak %s, %d".formatted(place, next());
      case 2 -> "st.relaxed.%s %s, %d".formatted(scope, place, next());
      case 3 -> read(place, thread);
      default -> atomic(scope, place, thread);
    };
  }

  private String counted(String place, int thread) {
    return random.nextInt(3) == 0
        ? "ld.relaxed.gpu r%d, %s".formatted(registers[thread]++, place)
        : atomic("gpu", place, thread);
  }

  private String atomic(String scope, String place, int thread) {
    return switch (random.nextInt(4)) {
      case 0 -> "red.relaxed.%s.add %s, %d".formatted(scope, place, next());
      case 1 ->
          "atom.relaxed.%s.cas r%d, %s, %d, %d"
              .formatted(
                  scope, registers[thread]++, place, random.nextBoolean() ? 0 : FIRST, next());
      default ->
          "atom.relaxed.%s.add r%d, %s, %d".formatted(scope, registers[thread]++, place, next());
    };
  }

  private String update(String place, int thread) {
    return random.nextInt(3) == 0
        ? "atom.comm.gpu.add r%d, %s, %d".formatted(registers[thread]++, place, next())
        : "red.comm.gpu.add %s, %d".formatted(place, next());
  }

  private long next() {
    number *= 2;
    return number / 2;
  }

  private <E> E oneOf(List<E> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
