package dev.syncopate.app.explore;

import dev.syncopate.app.litmus.TextTable;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.axiom.halt.HaltedException;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.model.verify.ModelStanding;
import dev.syncopate.model.verify.Tally;
import dev.syncopate.model.verify.Verification;
import dev.syncopate.model.verify.VerificationResult;
import dev.syncopate.sim.text.CsvText;
import dev.syncopate.study.parallel.OrderedPool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Tests that are checked on some hardware, several at once, and what comes out. */
public final class VerifiedSuite {
  private final Verification verifier;
  private final List<LitmusTest> tests;
  private final BooleanSupplier stop;
  private final Cancellation.Reason atLast;
  private final AtomicInteger completed = new AtomicInteger();
  private final AtomicLong states = new AtomicLong();

  /**
   * @param stop asked now and then; true ends explorations in progress, and leaves out what is not
   * @param atLast when to give up judging what was explored, too
   */
  public VerifiedSuite(
      Verification verifier,
      List<LitmusTest> tests,
      BooleanSupplier stop,
      Cancellation.Reason atLast) {
    this.verifier = verifier;
    this.tests = List.copyOf(tests);
    this.stop = stop;
    this.atLast = atLast;
  }

  /**
   * A result and how long it took.
   *
   * @param name of the test
   */
  public record Checked(String name, VerificationResult result, double seconds) {
    /** Whether it shows that something is wrong. */
    public boolean isWrong() {
      return result.standing().isWrong();
    }

    /** Whether what hardware does was compared with anything. */
    public boolean isChecked() {
      return result.standing() != ModelStanding.REFUSED && result.standing() != ModelStanding.RACY;
    }

    /** Whether not everything was looked at. */
    public boolean isIncomplete() {
      return result.standing() == ModelStanding.INCOMPLETE;
    }

    /** The exploration, where there was one. */
    public @Nullable ExploredTest explored() {
      return result.exploration() == null
          ? null
          : new ExploredTest(result.exploration(), result.verdict(), seconds, null, "", null);
    }

    /** For example {@code gpu × hrf → ptx, MP-gpu: conforms}. */
    public String title() {
      return "%s, %s: %s%s"
          .formatted(
              result.binding(),
              name,
              result.standing().text(),
              result.reason().isEmpty() ? "" : ", " + result.reason());
    }
  }

  /**
   * Checks all, in their order.
   *
   * @param threads how many at once; nothing but the time depends on it
   * @param shows called now and then, to show {@link #progress}
   */
  public List<Checked> run(int threads, Runnable shows) {
    List<Checked> checked = new ArrayList<>();
    OrderedPool pool = new OrderedPool(threads);
    BooleanSupplier ends = () -> stop.getAsBoolean() || pool.abandoned();
    pool.<LitmusTest, Optional<Checked>>run(
        tests,
        test -> ends.getAsBoolean() ? Optional.empty() : Optional.of(check(test, ends)),
        shows,
        result -> result.ifPresent(checked::add));
    return checked;
  }

  private Checked check(LitmusTest test, BooleanSupplier ends) {
    long start = System.nanoTime();
    VerificationResult result;
    try {
      result =
          Cancellation.unless(
              atLast, () -> verifier.check(test, (setup, explored, depth) -> !ends.getAsBoolean()));
    } catch (HaltedException e) {
      String reason = "not judged: " + e.getMessage();
      result =
          new VerificationResult(
              test, verifier.binding(), ModelStanding.INCOMPLETE, reason, null, null);
    }
    completed.incrementAndGet();
    states.addAndGet(result.states());
    return new Checked(test.name(), result, (System.nanoTime() - start) / 1e9);
  }

  /** How far it is. */
  public String progress() {
    return String.format(
        Locale.ROOT,
        "%s: %,d of %,d tests, %,d states",
        verifier.binding(),
        completed.get(),
        tests.size(),
        states.get());
  }

  /** A row for each hardware and model. */
  public static String table(List<Checked> checkedTests) {
    Map<ModelBinding, Tally> tallies = new LinkedHashMap<>();
    Map<ModelBinding, Double> seconds = new LinkedHashMap<>();
    for (Checked checked : checkedTests) {
      ModelBinding binding = checked.result().binding();
      tallies.computeIfAbsent(binding, Tally::new).add(checked.result());
      seconds.merge(binding, checked.seconds(), Double::sum);
    }
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of("hardware → model", "tests"));
    for (ModelStanding standing : ModelStanding.values()) {
      head.add(standing.text());
    }
    head.addAll(List.of("states", "core seconds", "allowed, not observed"));
    table.row(head);
    for (Tally tally : tallies.values()) {
      List<String> row = new ArrayList<>();
      row.add(tally.binding().toString());
      row.add(whole(tally.tests()));
      for (ModelStanding standing : ModelStanding.values()) {
        row.add(whole(tally.count(standing)));
      }
      row.add(whole(tally.states()));
      row.add(String.format(Locale.ROOT, "%.1f", seconds.getOrDefault(tally.binding(), 0.0)));
      row.add(whole(tally.unobserved()));
      table.row(row);
    }
    return table.text();
  }

  private static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A row for each test. */
  public static String csv(List<Checked> checkedTests) {
    StringBuilder text =
        new StringBuilder("protocol,hardware,model,test,standing,reason,states,seconds\n");
    for (Checked checked : checkedTests) {
      VerificationResult result = checked.result();
      text.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,%s,%s,%s,%d,%.3f%n",
              result.binding().protocol(),
              result.binding().hardware(),
              result.binding().model(),
              CsvText.cell(checked.name()),
              result.standing().text(),
              CsvText.cell(result.reason()),
              result.states(),
              checked.seconds()));
    }
    return text.toString();
  }
}
