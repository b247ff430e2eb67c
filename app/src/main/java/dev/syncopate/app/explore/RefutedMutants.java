package dev.syncopate.app.explore;

import dev.syncopate.app.litmus.TextTable;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.axiom.halt.HaltedException;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.Verdict;
import dev.syncopate.model.verify.Refutation;
import dev.syncopate.model.verify.Refuter;
import dev.syncopate.model.verify.SeededFault;
import dev.syncopate.model.verify.VerificationResult;
import dev.syncopate.sim.text.CsvText;
import dev.syncopate.study.parallel.OrderedPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks for tests of the library that find seeded mutants, several at once. */
public final class RefutedMutants {
  private static final String STOPPED = "interrupted";

  private final List<String> protocols;
  private final @Nullable List<LitmusTest> tests;
  private final long bound;
  private final BooleanSupplier stop;
  private final AtomicInteger completed = new AtomicInteger();
  private int total;

  /**
   * @param protocols whose mutants
   * @param tests among which to look, in their order; null for the library's
   * @param bound states of one machine after which to stop
   * @param stop asked now and then; true ends what is in progress, and leaves what is not begun
   */
  public RefutedMutants(
      List<String> protocols, @Nullable List<LitmusTest> tests, long bound, BooleanSupplier stop) {
    this.tests = tests;
    this.protocols = List.copyOf(protocols);
    this.bound = bound;
    this.stop = stop;
  }

  /**
   * Looks for all, in the order of protocols and their mutants.
   *
   * @param threads how many at once; nothing but the time depends on it
   * @param shows called now and then, to show {@link #progress}
   */
  public List<Refutation> run(int threads, Runnable shows) {
    List<SeededFault> seeded =
        protocols.stream().flatMap(name -> SeededFault.of(name).stream()).toList();
    total = seeded.size();
    List<Refutation> refutations = new ArrayList<>();
    OrderedPool pool = new OrderedPool(threads);
    BooleanSupplier ends = () -> stop.getAsBoolean() || pool.abandoned();
    pool.<SeededFault, Refutation>run(
        seeded,
        mutant ->
            ends.getAsBoolean() ? new Refutation(mutant, 0, null, false) : search(mutant, ends),
        shows,
        refutations::add);
    return refutations;
  }

  private Refutation search(SeededFault seeded, BooleanSupplier ends) {
    Explorer.Progress progress =
        (setup, states, depth) -> {
          if (ends.getAsBoolean()) {
            throw new HaltedException(STOPPED);
          }
          return true;
        };
    Refutation refutation =
        Cancellation.unless(
            () -> ends.getAsBoolean() ? STOPPED : null,
            () ->
                tests == null
                    ? Refuter.search(seeded, bound, progress)
                    : Refuter.search(seeded, tests, bound, progress));
    completed.incrementAndGet();
    return refutation;
  }

  /** For example {@code 3 of 8 mutants are found, 1 not finished, 4 not begun}. */
  public static String summary(List<Refutation> refutations) {
    long refutedCount = refutations.stream().filter(Refutation::found).count();
    long begun =
        refutations.stream()
            .filter(refutation -> !refutation.finished() && refutation.tests() > 0)
            .count();
    long notBegun =
        refutations.stream().filter(refutation -> !refutation.finished()).count() - begun;
    return "%d of %d mutants are found%s%s"
        .formatted(
            refutedCount,
            refutations.size(),
            begun > 0 ? ", %d not finished".formatted(begun) : "",
            notBegun > 0 ? ", %d not begun".formatted(notBegun) : "");
  }

  /** How far it is. */
  public String progress() {
    return "%d of %d mutants".formatted(completed.get(), total);
  }

  /** A row for each mutant. */
  public static String table(List<Refutation> refutations) {
    TextTable table = new TextTable();
    table.row(List.of("protocol", "mutant", "found by", "as", "machine", "states", "steps"));
    for (Refutation refutation : refutations) {
      table.row(cells(refutation));
    }
    return table.text();
  }

  /** A row for each mutant, with what is wrong in it. */
  public static String csv(List<Refutation> refutations) {
    return "protocol,mutant,test,as,machine,states,steps,fault\n"
        + refutations.stream()
            .map(refutation ->
                CsvText.line(cells(refutation))
                    + ","
                    + CsvText.cell(refutation.seeded().fault())
                    + "\n")
            .collect(Collectors.joining());
  }

  private static List<String> cells(Refutation refutation) {
    List<String> cells =
        new ArrayList<>(List.of(refutation.seeded().protocol(), refutation.seeded().mutant()));
    VerificationResult result = refutation.result();
    Exploration exploration = result == null ? null : result.exploration();
    if (result == null || exploration == null) {
      cells.add(
          refutation.finished()
              ? "NOTHING"
              : refutation.tests() > 0 ? "not finished" : "not begun");
      cells.addAll(List.of("", "", "", ""));
      return cells;
    }
    cells.addAll(
        List.of(
            result.test().name(),
            wrong(result, exploration),
            exploration.coverage().getFirst().setup().toString(),
            String.format(Locale.ROOT, "%,d", exploration.states()),
            Integer.toString(steps(result, exploration))));
    return cells;
  }

  /** For example {@code hrf-rsp: coherence}. */
  private static String wrong(VerificationResult result, Exploration exploration) {
    Verdict verdict = result.verdict();
    if (verdict == null || verdict.passes()) {
      return exploration.failures().getFirst().kind().name().toLowerCase(Locale.ROOT);
    }
    List<String> requirements = verdict.forbidden().getFirst().requirements();
    return verdict.model()
        + ": "
        + (requirements.isEmpty() ? "no such value" : String.join(" and ", requirements));
  }

  private static int steps(VerificationResult result, Exploration exploration) {
    Verdict verdict = result.verdict();
    return verdict == null || verdict.passes()
        ? exploration.failures().getFirst().schedule().steps().size()
        : verdict.forbidden().getFirst().outcome().schedule().steps().size();
  }
}
