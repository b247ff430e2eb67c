package dev.syncopate.model.verify;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.axiom.halt.HaltedException;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.transaction.UnitFault;
import dev.syncopate.model.explore.transaction.UnitSetup;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Looks whether tests tell a protocol that is wrong on purpose from the right one. */
public final class Refuter {
  /** States of one setup after which to stop, where nothing else is said. */
  public static final long BOUND = 1_000_000;

  /** All ways to put a test on a machine with a compute unit for each CTA and cold caches. */
  private static final List<MachineSetup> COLD =
      Stream.of(Layout.values())
          .flatMap(layout ->
              Stream.of(MachineSize.TINY, MachineSize.ROOMY, MachineSize.TABLES)
                  .map(size -> new MachineSetup(size, layout, SetupPlacement.APART)))
          .toList();

  /** With caches that hold what a test is about to change: of tests that do not load it first. */
  private static final List<MachineSetup> WARM =
      Stream.of(Layout.APART, Layout.PAIRS)
          .flatMap(layout ->
              Stream.of(MachineSize.ROOMY, MachineSize.TINY)
                  .map(size -> new MachineSetup(size, layout, SetupPlacement.APART).warmed()))
          .toList();

  private final String name;
  private final Protocol protocol;
  private final long bound;
  private final boolean warms;

  private Refuter(String name, Protocol protocol, long bound, boolean warms) {
    this.name = name;
    this.protocol = protocol;
    this.bound = bound;
    this.warms = warms;
  }

  /**
   * For a protocol that is thought to be right.
   *
   * @param bound states of one setup after which to stop
   * @throws IllegalArgumentException for a name that no protocol has
   */
  public static Refuter of(String protocol, long bound) {
    return new Refuter(protocol, Protocols.named(protocol), bound, false);
  }

  /** For one that is wrong on purpose. */
  public static Refuter of(SeededFault seeded, long bound) {
    return of(seeded, bound, false);
  }

  private static Refuter of(SeededFault seeded, long bound, boolean warms) {
    String protocol = seeded.protocol();
    return new Refuter(protocol, seeded.made().of(Protocols.named(protocol)), bound, warms);
  }

  /**
   * Looks for a test of the library that finds a mutant: first among those that say they do, then
   * among the others.
   *
   * @param bound states of one setup after which to stop
   */
  public static Refutation search(SeededFault seeded, long bound, Explorer.Progress progress) {
    List<String> names = new ArrayList<>(claiming(seeded));
    (seeded.isOfUnit()
            ? Library.transactions()
            : seeded.isOfCopies() ? Library.asynchronous() : Library.names())
        .stream().filter(test -> !names.contains(test)).forEach(names::add);
    return search(
        seeded, names.stream().map(Library::test).toList(), bound, /* warms= */ false, progress);
  }

  /**
   * Looks among given tests, in their order and from cold and warm caches, until a {@link
   * HaltedException} of the progress or of a model's search ends it.
   */
  public static Refutation search(
      SeededFault seeded, List<LitmusTest> tests, long bound, Explorer.Progress progress) {
    return search(seeded, tests, bound, /* warms= */ true, progress);
  }

  private static Refutation search(
      SeededFault seeded,
      List<LitmusTest> tests,
      long bound,
      boolean warms,
      Explorer.Progress progress) {
    BiFunction<LitmusTest, Explorer.Progress, Optional<VerificationResult>> refuter =
        seeded.isOfUnit()
            ? (test, unitProgress) -> refutedUnit(seeded, test, bound, unitProgress)
            : seeded.isOfCopies()
                ? (test, copyProgress) -> refutedCopies(seeded, test, bound, copyProgress)
                : of(seeded, bound, warms)::refutes;
    int testCount = 0;
    for (LitmusTest test : tests) {
      testCount++;
      try {
        Optional<VerificationResult> wrong = refuter.apply(test, progress);
        if (wrong.isPresent()) {
          return new Refutation(seeded, testCount, wrong.get(), true);
        }
      } catch (HaltedException e) {
        return new Refutation(seeded, testCount, null, false);
      }
    }
    return new Refutation(seeded, testCount, null, true);
  }

  /** The tests of the library that say they find a mutant. */
  public static List<String> claiming(SeededFault seeded) {
    return Stream.of(Library.names(), Library.transactions(), Library.asynchronous())
        .flatMap(List::stream)
        .filter(test -> Library.refutes(test, seeded.protocol()).contains(seeded.mutant()))
        .toList();
  }

  /** The first layout on which a test shows that the transaction unit is wrong, if any. */
  private static Optional<VerificationResult> refutedUnit(
      SeededFault seeded, LitmusTest test, long bound, Explorer.Progress progress) {
    ModelBinding binding = ModelBinding.transactions().getFirst();
    return UnitSetup.all(UnitFault.named(seeded.mutant())).stream()
        .map(setup -> new UnitVerifier(binding, List.of(setup), bound).check(test, progress))
        .filter(result -> result.standing().isWrong())
        .findFirst();
  }

  /** What a test shows to be wrong with bulk copies, mbarriers or proxy fences, if anything. */
  private static Optional<VerificationResult> refutedCopies(
      SeededFault seeded, LitmusTest test, long bound, Explorer.Progress progress) {
    return Verifier.asynchronous(bound).stream()
        .map(verifier -> verifier.withAsyncMutant(seeded.mutant()).check(test, progress))
        .filter(result -> result.standing().isWrong())
        .findFirst();
  }

  /** Cold caches, those with the protocol's variants, and warm ones. */
  private List<MachineSetup> setups() {
    List<MachineSetup> setups = new ArrayList<>(COLD);
    for (List<String> variant : protocol.variants()) {
      COLD.forEach(setup -> setups.add(setup.with(variant)));
    }
    if (warms) {
      setups.addAll(WARM);
    }
    return setups;
  }

  /**
   * The first thing that a test shows to be wrong under any model that binds the protocol, on any
   * machine; nothing when it shows none.
   */
  public Optional<VerificationResult> refutes(LitmusTest test, Explorer.Progress progress) {
    for (MachineSetup setup : setups()) {
      for (ModelBinding binding : ModelBinding.of(name)) {
        ConsistencyModel model = ConsistencyModel.named(binding.hardware());
        ExplorationRequest request = new ExplorationRequest(protocol, model, List.of(setup), bound);
        VerificationResult result = new Verifier(binding, request).check(test, progress);
        if (result.standing().isWrong()) {
          return Optional.of(result);
        }
      }
    }
    return Optional.empty();
  }
}
