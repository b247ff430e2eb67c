package dev.syncopate.memory.mechanism.promotion;

import static dev.syncopate.memory.mechanism.promotion.AnswerEvent.ANSWER;
import static dev.syncopate.memory.mechanism.promotion.AnswerEvent.ASK;
import static dev.syncopate.memory.mechanism.promotion.AnswerEvent.OTHER;
import static dev.syncopate.memory.mechanism.promotion.AnswerEvent.READ;
import static dev.syncopate.memory.mechanism.promotion.AnswerEvent.READ_TOO_EARLY;
import static dev.syncopate.memory.mechanism.promotion.AnswerEvent.WRITE;
import static dev.syncopate.memory.mechanism.promotion.AnswerState.ANSWERED;
import static dev.syncopate.memory.mechanism.promotion.AnswerState.ASKED;
import static dev.syncopate.memory.mechanism.promotion.AnswerState.ASKED_AGAIN;
import static dev.syncopate.memory.mechanism.promotion.AnswerState.HOLDING;
import static dev.syncopate.memory.mechanism.promotion.AnswerState.UNASKED;

import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;

/**
 * State table of L1s' answers at a home bank that watches the line. What an L1 has answered is true
 * of it until it writes the line. A copy that it gets before the access would be stale after it.
 */
public final class AnswerTable {
  /** Has the bank behind take a message. */
  public static final Action.Offer<AnswerWatch, MemoryMessage> SERVE =
      new Action.Offer<>(
          "serve it", (watch, line, tile, message) -> watch.serve(Objects.requireNonNull(message)));

  /** Has the bank behind take the reads of the L1 that wait: what comes later stays behind them. */
  public static final Action.Offer<AnswerWatch, MemoryMessage> SERVE_READS =
      new Action.Offer<>(
          "serve the L1's reads that wait",
          (watch, line, tile, message) -> watch.serveReads(line, tile));

  /** Lets a read wait. */
  public static final Action<AnswerWatch, MemoryMessage> PARK =
      new Action<>(
          "let the read wait until the access is performed",
          (watch, line, tile, read) -> watch.park(Objects.requireNonNull(read)));

  /** Asks the L1 again. */
  public static final Action<AnswerWatch, MemoryMessage> ASK_AGAIN =
      new Action<>("ask it again", (watch, line, tile, write) -> watch.askAgain(line, tile));

  // spotless:off
  /** Of all L1s and lines. */
  public static final StateTable<AnswerState, AnswerEvent, AnswerWatch, MemoryMessage> WATCHING =
      StateTable.<AnswerState, AnswerEvent, AnswerWatch, MemoryMessage>of("answers of L1s at the home bank", AnswerState.class, AnswerEvent.class)
          .on(UNASKED, ASK)                                                   .to(ASKED)
          .on(ASKED, ANSWER)                                                  .to(ANSWERED)
          .on(ANSWERED, READ)            .offers(SERVE)                       .to(ANSWERED)
          .on(ANSWERED, READ_TOO_EARLY)                      .does(PARK)      .to(ANSWERED)
          .on(ANSWERED, WRITE)           .offers(SERVE_READS).does(ASK_AGAIN) .to(ASKED_AGAIN)
          .on(ANSWERED, OTHER)           .offers(SERVE_READS)                 .to(ANSWERED)
          .on(ASKED_AGAIN, ANSWER)                                            .to(HOLDING)
          .build();
  // spotless:on

  private AnswerTable() {}
}
