package dev.syncopate.app.explore;

import dev.syncopate.app.litmus.TextTable;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.Verdict;
import dev.syncopate.model.verify.Refutation;
import dev.syncopate.model.verify.Refuter;
import dev.syncopate.model.verify.Result;
import dev.syncopate.model.verify.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks for tests of the library that find seeded mutants, several at once. */
public final class RefutedMutants {
  private final List<String> protocols;
  private final @Nullable List<LitmusTest> tests;
  private final long bound;
  private final BooleanSupplier stop;
  private final AtomicInteger done = new AtomicInteger();
  private int all;

  /**
   * @param protocols whose mutants
   * @param tests among which to look, in their order; null for the library's
   * @param bound states of one machine after which to stop
   * @param stop asked now and then; true ends what is under way, and leaves out what is not
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
    List<Seeded> seeded = protocols.stream().flatMap(name -> Seeded.of(name).stream()).toList();
    all = seeded.size();
    List<Refutation> refutations = new ArrayList<>();
    Pool pool = new Pool(threads);
    BooleanSupplier ends = () -> stop.getAsBoolean() || pool.abandoned();
    pool.<Seeded, Optional<Refutation>>run(
        seeded,
        each -> ends.getAsBoolean() ? Optional.empty() : Optional.of(search(each, ends)),
        shows,
        one -> one.ifPresent(refutations::add));
    return refutations;
  }

  private Refutation search(Seeded seeded, BooleanSupplier ends) {
    Explorer.Progress progress = (setup, states, depth) -> !ends.getAsBoolean();
    Refutation refutation =
        tests == null
            ? Refuter.search(seeded, bound, progress)
            : Refuter.search(seeded, tests, bound, progress);
    done.incrementAndGet();
    return refutation;
  }

  /** How far it is. */
  public String progress() {
    return "%d of %d mutants".formatted(done.get(), all);
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
                cells(refutation).stream()
                        .map(cell -> cell.contains(",") ? '"' + cell + '"' : cell)
                        .collect(Collectors.joining(","))
                    + ",\""
                    + refutation.seeded().fault()
                    + "\"\n")
            .collect(Collectors.joining());
  }

  private static List<String> cells(Refutation refutation) {
    List<String> cells =
        new ArrayList<>(List.of(refutation.seeded().protocol(), refutation.seeded().mutant()));
    Result result = refutation.result();
    Exploration exploration = result == null ? null : result.exploration();
    if (result == null || exploration == null) {
      cells.addAll(List.of("NOTHING", "", "", "", ""));
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
  private static String wrong(Result result, Exploration exploration) {
    Verdict verdict = result.verdict();
    if (verdict == null || verdict.passes()) {
      return exploration.failures().getFirst().kind().name().toLowerCase(Locale.ROOT);
    }
    List<String> requirements = verdict.forbidden().getFirst().requirements();
    return verdict.model()
        + ": "
        + (requirements.isEmpty() ? "no such value" : String.join(" and ", requirements));
  }

  private static int steps(Result result, Exploration exploration) {
    Verdict verdict = result.verdict();
    return verdict == null || verdict.passes()
        ? exploration.failures().getFirst().schedule().steps().size()
        : verdict.forbidden().getFirst().outcome().schedule().steps().size();
  }
}
