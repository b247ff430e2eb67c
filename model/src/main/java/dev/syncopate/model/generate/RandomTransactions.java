package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Random small programs with transactions on shared memory: two or three lanes in one warp or
 * several, two or three words, in each lane one or two transactions or plain accesses. They have no
 * branches, and their question is empty, so that all that can be seen counts.
 */
public final class RandomTransactions {
  private static final List<String> PLACES = List.of("x", "y", "z");
  private static final int LONGEST = 3;

  private final Random random;
  private final int locations;
  private int written;

  private RandomTransactions(Random random) {
    this.random = random;
    locations = 2 + random.nextInt(2);
  }

  /** What the tests of a seed are called before their number. */
  public static String prefix(long seed) {
    return "tx-random-%d-".formatted(seed);
  }

  /** One of a seed's programs. */
  public static LitmusTest test(long seed, int number) {
    // Random's first numbers for neighbouring seeds are alike.
    return new RandomTransactions(new Random(seed * 1_000_003 + number * 0x9E3779B97F4A7C15L))
        .made(prefix(seed) + number);
  }

  private LitmusTest made(String name) {
    int lanes = random.nextInt(4) == 0 ? 3 : 2;
    List<LitmusThread> threads = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      int warp = lane == 0 ? 0 : random.nextInt(2);
      threads.add(new LitmusThread(lane, 0, 0, warp, new TreeMap<>(), program(lanes)));
    }
    SortedMap<String, LitmusOperand> places = new TreeMap<>();
    PLACES.subList(0, locations).forEach(place -> places.put(place, new LitmusOperand.Constant(0)));
    Term zero = new Term.Constant(0);
    return new LitmusTest(
        name,
        places,
        new TreeMap<>(),
        threads,
        null,
        LitmusTest.Quantifier.EXISTS,
        new FinalCondition.Compare(ComparisonOperator.EQ, zero, zero),
        BarrierReading.MANUAL,
        new TreeSet<>(places.keySet()));
  }

  private List<LitmusInstruction> program(int lanes) {
    List<LitmusInstruction> program = new ArrayList<>();
    int parts = lanes > 2 ? 1 : 1 + random.nextInt(2);
    int register = 0;
    for (int part = 0; part < parts; part++) {
      if (random.nextInt(4) == 0) {
        register = access(program, register);
        continue;
      }
      program.add(new LitmusInstruction.Begin());
      int accesses = 1 + random.nextInt(parts > 1 || lanes > 2 ? 2 : LONGEST);
      for (int i = 0; i < accesses; i++) {
        register = access(program, register);
      }
      program.add(new LitmusInstruction.Commit());
    }
    return program;
  }

  /** Adds an access; the number of the next register. */
  private int access(List<LitmusInstruction> program, int register) {
    LitmusOperand place = new LitmusOperand.Location(PLACES.get(random.nextInt(locations)));
    String target = "r" + register;
    LitmusOperand number = new LitmusOperand.Constant(++written);
    boolean reads =
        switch (random.nextInt(6)) {
          case 0, 1 -> {
            program.add(new LitmusInstruction.Load(LitmusOrder.WEAK, null, false, target, place));
            yield true;
          }
          case 2 -> {
            program.add(new LitmusInstruction.Store(LitmusOrder.WEAK, null, false, place, number));
            yield false;
          }
          case 3 -> {
            program.add(new LitmusInstruction.Load(LitmusOrder.WEAK, null, false, target, place));
            LitmusOperand read = new LitmusOperand.Register(target);
            program.add(new LitmusInstruction.Compute(IntegerFunction.ADD, target, read, number));
            program.add(new LitmusInstruction.Store(LitmusOrder.WEAK, null, false, place, read));
            yield true;
          }
          case 4 -> {
            program.add(atomic(new Update.Combine(IntegerFunction.ADD, number), target, place));
            yield true;
          }
          default -> {
            LitmusOperand expected = new LitmusOperand.Constant(random.nextInt(2));
            program.add(atomic(new Update.CompareAndSwap(expected, number), target, place));
            yield true;
          }
        };
    return register + (reads ? 1 : 0);
  }

  private static LitmusInstruction atomic(Update update, String target, LitmusOperand place) {
    return new LitmusInstruction.Atomic(
        LitmusOrder.RELAXED, LitmusScope.CTA, false, update, target, place);
  }
}
