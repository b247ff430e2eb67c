package dev.syncopate.model.verify;

import dev.syncopate.model.generate.HandOverTests;
import dev.syncopate.model.generate.RandomTransactions;
import dev.syncopate.model.generate.TestGenerator;
import dev.syncopate.model.generate.TestShape;
import dev.syncopate.model.generate.TestShape.Kind;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The tests that hardware is verified with: the library's and all of some shapes. */
public final class VerificationSuite {
  /** Of the random tests that hand locations over. */
  private static final long SEED = 1;

  private VerificationSuite() {}

  /** Number of tests. */
  public enum Scale {
    /**
     * The library, some random tests that hand locations over, and two threads with one operation
     * each of every kind at one location; for buffers of updates also with commutative additions.
     */
    QUICK(1_000_000, 25, 24),
    /**
     * More random tests; also all tests of two threads with two operations each. The operations are
     * synchronising, atomic and remote ones at one location; weak ones and compare-and-swaps at
     * one; weak, synchronising and remote ones at two; and relaxed ones with fences between. For
     * buffers of updates also commutative additions, synchronising and weak operations at one.
     */
    FULL(2_000_000, 2_000, 400);

    private final long bound;
    private final int transactions;
    private final int handOvers;

    Scale(long bound, int transactions, int handOvers) {
      this.bound = bound;
      this.transactions = transactions;
      this.handOvers = handOvers;
    }

    /** States after which a test's exploration on one machine is stopped. */
    public long bound() {
      return bound;
    }
  }

  /**
   * The tests for some hardware, in a fixed order.
   *
   * @param promotes whether it has remote operations; without, tests that have some are left out
   * @param buffers whether commutative atomics are more to it than relaxed ones
   */
  public static List<LitmusTest> tests(Scale scale, boolean promotes, boolean buffers) {
    List<LitmusTest> tests = new ArrayList<>();
    for (String name : Library.names()) {
      tests.add(Library.test(name));
    }
    for (int i = 0; i < scale.handOvers; i++) {
      tests.add(HandOverTests.test(SEED, i, promotes));
    }
    for (TestShape shape : shapes(scale, promotes)) {
      new TestGenerator(shape).forEach(tests::add);
    }
    if (buffers) {
      new TestGenerator(commutative(scale))
          .forEach(test -> {
            if (isCommutative(test)) {
              tests.add(test);
            }
          });
    }
    tests.removeIf(test -> !promotes && isRemote(test));
    return tests;
  }

  /** Whether a buffer of commutative atomics makes a difference to a test: it has some. */
  public static boolean isCommutative(LitmusTest test) {
    return test.threads().stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(instruction ->
            instruction instanceof LitmusInstruction.Atomic atomic
                && atomic.order() == LitmusOrder.COMM);
  }

  /** The tests for the transaction unit, in a fixed order: the library's and random ones. */
  public static List<LitmusTest> transactions(Scale scale, long seed) {
    List<LitmusTest> tests = new ArrayList<>();
    Library.transactions().forEach(name -> tests.add(Library.test(name)));
    for (int i = 0; i < scale.transactions; i++) {
      tests.add(RandomTransactions.test(seed, i));
    }
    return tests;
  }

  /** The tests for the copy unit: the library's. */
  public static List<LitmusTest> asynchronous() {
    return Library.asynchronous().stream().map(Library::test).toList();
  }

  /** The shapes of a scale. */
  static List<TestShape> shapes(Scale scale, boolean promotes) {
    Set<LitmusScope> scopes = EnumSet.of(LitmusScope.CTA, LitmusScope.GPU);
    Set<Kind> strong = EnumSet.of(Kind.SYNCHRONISING, Kind.ATOMIC);
    if (promotes) {
      strong.add(Kind.REMOTE);
    }
    List<TestShape> shapes = new ArrayList<>();
    shapes.add(new TestShape(2, 1, 1, scopes, with(strong, Kind.WEAK, Kind.RELAXED, Kind.SWAP), 1));
    if (scale == Scale.FULL) {
      shapes.add(new TestShape(2, 2, 1, scopes, strong, 1));
      shapes.add(new TestShape(2, 2, 1, scopes, EnumSet.of(Kind.WEAK, Kind.SWAP), 1));
      Set<Kind> two = EnumSet.of(Kind.WEAK, Kind.SYNCHRONISING);
      shapes.add(new TestShape(2, 2, 2, scopes, promotes ? with(two, Kind.REMOTE) : two, 1));
      shapes.add(
          new TestShape(
              2, 3, 2, EnumSet.of(LitmusScope.GPU), EnumSet.of(Kind.RELAXED, Kind.FENCE), 1));
    }
    return shapes;
  }

  /** The shape of a scale that has commutative additions, with result and without. */
  static TestShape commutative(Scale scale) {
    return new TestShape(
        2,
        scale == Scale.FULL ? 2 : 1,
        1,
        EnumSet.of(LitmusScope.GPU),
        EnumSet.of(Kind.COMMUTATIVE, Kind.WEAK, Kind.SYNCHRONISING),
        1);
  }

  private static Set<Kind> with(Set<Kind> kinds, Kind... addedKinds) {
    Set<Kind> allKinds = EnumSet.copyOf(kinds);
    allKinds.addAll(List.of(addedKinds));
    return allKinds;
  }

  private static boolean isRemote(LitmusTest test) {
    return test.threads().stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(instruction ->
            switch (instruction) {
              case LitmusInstruction.Load load -> load.remote();
              case LitmusInstruction.Store store -> store.remote();
              case LitmusInstruction.Atomic atomic -> atomic.remote();
              case LitmusInstruction.Fence _,
                  LitmusInstruction.ProxyFence _,
                  LitmusInstruction.Barrier _,
                  LitmusInstruction.Begin _,
                  LitmusInstruction.Commit _,
                  LitmusInstruction.Asynchronous _,
                  LitmusInstruction.Failed _,
                  LitmusInstruction.Move _,
                  LitmusInstruction.Compute _,
                  LitmusInstruction.Branch _,
                  LitmusInstruction.Goto _ ->
                  false;
            });
  }
}
