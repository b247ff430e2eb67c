package dev.syncopate.memory.mechanism.promotion;

import static dev.syncopate.memory.mechanism.promotion.HomeEvent.ALL_ANSWERED;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.ALL_SERVED;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.BANK_ANSWERED;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.FLUSHED;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.HINT_FAILS;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.HINT_HOLDS;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.NOT_FOUND;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.OVERTAKE;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.REQUEST;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.ROUNDS_OVER;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.ROUND_OVER;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.SERVED;
import static dev.syncopate.memory.mechanism.promotion.HomeState.ASKING;
import static dev.syncopate.memory.mechanism.promotion.HomeState.ASKING_BANKS;
import static dev.syncopate.memory.mechanism.promotion.HomeState.HINTED;
import static dev.syncopate.memory.mechanism.promotion.HomeState.IDLE;
import static dev.syncopate.memory.mechanism.promotion.HomeState.PERFORMING;

import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State tables of lines at their home banks with regard to remote accesses. The {@link
 * PromotionTable} lists the L1s that a bank asks and notifies.
 */
public final class HomeTable {
  /** Begins a promotion. */
  public static final Action<PromotingL2, Object> BEGIN =
      new Action<>("ask L1s", (bank, line, part, request) -> bank.begin(request(request)));

  /** Lets a remote access wait for the one in progress. */
  public static final Action<PromotingL2, Object> QUEUE =
      new Action<>(
          "let the access wait for the one in progress",
          (bank, line, part, request) -> bank.queue(request(request)));

  /** Notes that another L1 had something to flush. */
  public static final Action<PromotingL2, Object> NOTE_FOUND =
      new Action<>(
          "note which other L1 had something to flush",
          (bank, line, part, answer) -> bank.noteFound(message(answer)));

  /** Counts an answer. */
  public static final Action<PromotingL2, Object> COUNT_ANSWER =
      new Action<>(
          "count the answer", (bank, line, part, answer) -> bank.countAnswer(message(answer)));

  /** Notes that an L1 has written the line that was not asked. */
  public static final Action<PromotingL2, Object> NOTE_OVERTAKEN =
      new Action<>(
          "note that what the L1 released may not have arrived",
          (bank, line, part, message) -> bank.noteOvertaken(line));

  /** Asks those L1s that a hint has left out. */
  public static final Action<PromotingL2, Object> ASK_OTHERS =
      new Action<>("ask the other L1s", (bank, line, part, cause) -> bank.askLeftOut(line));

  /** Remembers which L1 had something to flush. */
  public static final Action<PromotingL2, Object> REMEMBER_HINT =
      new Action<>(
          "remember for the next time which L1 had something to flush, if one had",
          (bank, line, part, cause) -> bank.rememberHint(line));

  /** Performs the remote access. */
  public static final Action<PromotingL2, Object> PERFORM =
      new Action<>(
          "perform the access, then the reads that wait",
          (bank, line, part, cause) -> bank.perform(line));

  /** Begins the first round in which L2s are asked. */
  public static final Action<PromotingL2, Object> ASK_BANKS =
      new Action<>(
          "have all L2s surrender and hold the line",
          (bank, line, part, cause) -> bank.beginRound(line));

  /** Begins another such round. */
  public static final Action<PromotingL2, Object> ASK_BANKS_NEXT =
      new Action<>(
          "have L2s flush, then invalidate", (bank, line, part, cause) -> bank.beginRound(line));

  /** Notes that one of several accesses is performed. */
  public static final Action<PromotingL2, Object> NOTE_SERVED =
      new Action<>("await the next", (bank, line, part, cause) -> bank.noteServed(line));

  /** Has L2s resume the line. */
  public static final Action<PromotingL2, Object> TELL_BANKS =
      new Action<>("have L2s resume", (bank, line, part, cause) -> bank.tellBanks(line));

  /** Tells L1s what the {@link PromotionTable} says. */
  public static final Action<PromotingL2, Object> TELL_L1S =
      new Action<>("tell L1s", (bank, line, part, cause) -> bank.tellL1s(line));

  /** Begins the next promotion of the line, if one waits. */
  public static final Action<PromotingL2, Object> BEGIN_NEXT =
      new Action<>(
          "begin with those that wait, if there are any",
          (bank, line, part, cause) -> bank.beginNext(line));

  // spotless:off
  /** Of a bank of the only GPU, or of one of several, that has accesses take turns. */
  public static final StateTable<HomeState, HomeEvent, PromotingL2, Object> BANK =
      StateTable.<HomeState, HomeEvent, PromotingL2, Object>of("remote accesses at the home bank", HomeState.class, HomeEvent.class)
          .on(IDLE, REQUEST)           .does(BEGIN)                    .to(ASKING)
          .on(ASKING, REQUEST)         .does(QUEUE)                    .to(ASKING)
          .on(ASKING, FLUSHED)         .does(NOTE_FOUND, COUNT_ANSWER) .to(ASKING)
          .on(ASKING, ALL_ANSWERED)    .does(PERFORM)                  .toOneOf(PERFORMING, IDLE, ASKING)
          .on(PERFORMING, REQUEST)     .does(QUEUE)                    .to(PERFORMING)
          .on(PERFORMING, ALL_SERVED)  .does(TELL_L1S, BEGIN_NEXT)     .toOneOf(IDLE, ASKING)
          .build();

  /** The same at the memory side of several GPUs, which has L2s take part (srsp §4.8). */
  public static final StateTable<HomeState, HomeEvent, PromotingL2, Object> MEMORY_SIDE =
      BANK.but()
          .on(ASKING, ALL_ANSWERED)    .does(ASK_BANKS)                  .to(ASKING_BANKS)
          .on(ASKING_BANKS, REQUEST)      .does(QUEUE)                    .to(ASKING_BANKS)
          .on(ASKING_BANKS, BANK_ANSWERED)  .does(COUNT_ANSWER)             .to(ASKING_BANKS)
          .on(ASKING_BANKS, ROUND_OVER)   .does(ASK_BANKS_NEXT)             .to(ASKING_BANKS)
          .on(ASKING_BANKS, ROUNDS_OVER)  .does(PERFORM)                  .toOneOf(PERFORMING, IDLE, ASKING)
          .on(PERFORMING, ALL_SERVED)  .does(TELL_BANKS, TELL_L1S, BEGIN_NEXT).toOneOf(IDLE, ASKING)
          .build();

  /** Of a bank that asks for selective flushes, and has several accesses share a round. */
  public static final StateTable<HomeState, HomeEvent, PromotingL2, Object> SELECTIVE =
      BANK.but()
          .on(ASKING, NOT_FOUND)       .does(COUNT_ANSWER)             .to(ASKING)
          .on(PERFORMING, SERVED)      .does(NOTE_SERVED)              .to(PERFORMING)
          .build();

  /** Of a bank of the memory side that asks for selective flushes. */
  public static final StateTable<HomeState, HomeEvent, PromotingL2, Object> SELECTIVE_MEMORY_SIDE =
      MEMORY_SIDE.but()
          .on(ASKING, NOT_FOUND)       .does(COUNT_ANSWER)             .to(ASKING)
          .build();

  /** Of a bank that remembers which L1 had something to flush (srsp §4.9). */
  public static final StateTable<HomeState, HomeEvent, PromotingL2, Object> HINTING =
      SELECTIVE.but()
          .on(IDLE, REQUEST)           .does(BEGIN)                    .toOneOf(ASKING, HINTED)
          .on(HINTED, REQUEST)         .does(QUEUE)                    .to(HINTED)
          .on(HINTED, FLUSHED)         .does(NOTE_FOUND, COUNT_ANSWER) .to(HINTED)
          .on(HINTED, NOT_FOUND)       .does(COUNT_ANSWER)             .to(HINTED)
          .on(HINTED, OVERTAKE)        .does(NOTE_OVERTAKEN)           .to(HINTED)
          .on(HINTED, HINT_HOLDS)      .does(REMEMBER_HINT, PERFORM)   .toOneOf(PERFORMING, IDLE, HINTED, ASKING)
          .on(HINTED, HINT_FAILS)      .does(ASK_OTHERS)               .to(ASKING)
          .on(ASKING, ALL_ANSWERED)    .does(REMEMBER_HINT, PERFORM)   .toOneOf(PERFORMING, IDLE, HINTED, ASKING)
          .on(PERFORMING, ALL_SERVED)  .does(TELL_L1S, BEGIN_NEXT)     .toOneOf(IDLE, HINTED, ASKING)
          .build();
  // spotless:on

  private HomeTable() {}

  private static RemoteRequest request(@Nullable Object cause) {
    return (RemoteRequest) Objects.requireNonNull(cause);
  }

  private static MemoryMessage message(@Nullable Object cause) {
    return (MemoryMessage) Objects.requireNonNull(cause);
  }
}
