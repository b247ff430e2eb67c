package dev.syncopate.model.litmus;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A litmus test: a small program and a question about its final states.
 *
 * @param name as in its first line
 * @param locations the initial value, a number or an address, of every location that is named
 *     anywhere; aliases are not among them
 * @param aliases a location that is another name of one, to that one
 * @param threads as written, at least one
 * @param filter which final states count; null for all
 * @param quantifier how the question is asked
 * @param condition what is asked
 * @param barriers what the counts of its barriers mean
 * @param shared the locations in shared memory, whose threads are all of one block
 * @param annotations dialect, and what only other dialects than PTX say
 */
public record LitmusTest(
    String name,
    SortedMap<String, LitmusOperand> locations,
    SortedMap<String, String> aliases,
    List<LitmusThread> threads,
    @Nullable FinalCondition filter,
    Quantifier quantifier,
    FinalCondition condition,
    BarrierReading barriers,
    SortedSet<String> shared,
    TestAnnotations annotations) {

  /** In PTX. */
  public LitmusTest(
      String name,
      SortedMap<String, LitmusOperand> locations,
      SortedMap<String, String> aliases,
      List<LitmusThread> threads,
      @Nullable FinalCondition filter,
      Quantifier quantifier,
      FinalCondition condition,
      BarrierReading barriers,
      SortedSet<String> shared) {
    this(
        name,
        locations,
        aliases,
        threads,
        filter,
        quantifier,
        condition,
        barriers,
        shared,
        TestAnnotations.PTX);
  }

  /** With barriers as the manual has them, and all locations in global memory. */
  public LitmusTest(
      String name,
      SortedMap<String, LitmusOperand> locations,
      SortedMap<String, String> aliases,
      List<LitmusThread> threads,
      @Nullable FinalCondition filter,
      Quantifier quantifier,
      FinalCondition condition) {
    this(
        name,
        locations,
        aliases,
        threads,
        filter,
        quantifier,
        condition,
        BarrierReading.MANUAL,
        Collections.emptySortedSet());
  }

  /** The same test with another reading of barriers. */
  public LitmusTest withBarriers(BarrierReading reading) {
    return new LitmusTest(
        name,
        locations,
        aliases,
        threads,
        filter,
        quantifier,
        condition,
        reading,
        shared,
        annotations);
  }

  /** Keeps copies. */
  public LitmusTest {
    locations = Collections.unmodifiableSortedMap(new TreeMap<>(locations));
    aliases = Collections.unmodifiableSortedMap(new TreeMap<>(aliases));
    threads = List.copyOf(threads);
    shared = Collections.unmodifiableSortedSet(new TreeSet<>(shared));
  }

  /** Quantifier of a test's question. */
  public enum Quantifier {
    /** Some final state is such. */
    EXISTS,
    /** None is. */
    NOT_EXISTS,
    /** All are. */
    FORALL
  }

  /** The same test under another name. */
  public LitmusTest named(String newName) {
    return new LitmusTest(
        newName,
        locations,
        aliases,
        threads,
        filter,
        quantifier,
        condition,
        barriers,
        shared,
        annotations);
  }

  /** The same program asked something else of all final states. */
  public LitmusTest asking(Quantifier how, FinalCondition newCondition) {
    return new LitmusTest(
        name, locations, aliases, threads, null, how, newCondition, barriers, shared, annotations);
  }

  /** The same test of other threads. */
  public LitmusTest with(List<LitmusThread> newThreads) {
    return new LitmusTest(
        name,
        locations,
        aliases,
        newThreads,
        filter,
        quantifier,
        condition,
        barriers,
        shared,
        annotations);
  }

  /** Whether some thread begins a transaction. */
  public boolean hasTransactions() {
    return threads.stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(LitmusInstruction.Begin.class::isInstance);
  }

  /** Whether some thread starts, waits for or orders asynchronous operations. */
  public boolean isAsynchronous() {
    return threads.stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(LitmusInstruction.Asynchronous.class::isInstance);
  }

  /**
   * Whether locations are in shared memory and nothing is asynchronous: then the unit of
   * transactions runs it.
   */
  public boolean isOnTransactionUnit() {
    return !shared.isEmpty() && !isAsynchronous();
  }

  /** Whether some access is by another proxy than the generic one. */
  public boolean hasProxies() {
    return threads.stream()
        .flatMap(thread -> thread.annotations().values().stream())
        .anyMatch(annotation -> !ProxyAnnotation.prefix(annotation).isEmpty());
  }

  /** Whether some thread asks whether its transaction was given up. */
  public boolean asksForFailure() {
    return threads.stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(LitmusInstruction.Failed.class::isInstance);
  }

  /**
   * The test of a text in the PTX litmus format.
   *
   * @throws dev.syncopate.model.source.SourceException where it is none, or uses what is not
   *     supported
   */
  public static LitmusTest read(String fileName, String text) {
    return new LitmusParser(fileName, text).test();
  }

  /**
   * The test of a text that is written in rows, in another dialect than PTX.
   *
   * @throws dev.syncopate.model.source.SourceException where it is none, or uses what is not
   *     supported
   */
  public static LitmusTest read(String fileName, String text, RowDialect dialect) {
    return new LitmusParser(fileName, text, dialect).test();
  }
}
