package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A home bank's treatment of accesses by L1s between their answers and the remote access, if none
 * of them holds the line. Executes the {@link AnswerTable}; the part of the line is an L1.
 */
public final class AnswerWatch implements Stateful<AnswerState, MemoryMessage> {
  private final PromotingL2 bank;
  private final StateMachine<AnswerState, AnswerEvent, AnswerWatch, MemoryMessage> machine;

  @SuppressWarnings("this-escape") // kept for later calls only
  AnswerWatch(
      PromotingL2 bank,
      StateTable<AnswerState, AnswerEvent, AnswerWatch, MemoryMessage> table,
      String location,
      LongSupplier clock) {
    this.bank = bank;
    machine = new StateMachine<>(table, this, "answers of L1s at " + location, clock);
  }

  private QueryAnswers answers(long line) {
    return Objects.requireNonNull(bank.active(line).answers);
  }

  @Override
  public AnswerState state(long line, int tile) {
    return answers(line).of(tile);
  }

  @Override
  public void enter(AnswerState next, long line, int tile, @Nullable MemoryMessage cause) {
    answers(line).set(tile, next);
  }

  private ControllerOutcome fire(
      AnswerEvent event, long line, int tile, @Nullable MemoryMessage cause) {
    return machine.offer(state(line, tile), event, line, tile, cause);
  }

  /** An L1 is asked. */
  void asked(long line, int tile) {
    fire(AnswerEvent.ASK, line, tile, null);
  }

  /** An L1 answers. */
  void answered(MemoryMessage answer) {
    fire(AnswerEvent.ANSWER, answer.line, answer.node.number(), answer);
  }

  /**
   * An L1 that has answered wants something of the line before the access is performed.
   *
   * @param reads whether the access only reads the line
   */
  ControllerOutcome wanted(MemoryMessage message, boolean reads) {
    int tile = message.node.number();
    if (message.type == LineMessage.READ) {
      return fire(
          reads ? AnswerEvent.READ : AnswerEvent.READ_TOO_EARLY, message.line, tile, message);
    }
    AnswerEvent event = message.type == LineMessage.WRITE ? AnswerEvent.WRITE : AnswerEvent.OTHER;
    ControllerOutcome outcome = fire(event, message.line, tile, message);
    return outcome.stalled() ? outcome : bank.serve(message);
  }

  // ---- actions ----

  ControllerOutcome serve(MemoryMessage message) {
    return bank.serve(message);
  }

  ControllerOutcome serveReads(long line, int tile) {
    QueryAnswers answers = answers(line);
    for (MemoryMessage read = answers.firstRead(tile);
        read != null;
        read = answers.firstRead(tile)) {
      ControllerOutcome outcome = bank.serve(read);
      if (outcome.stalled()) {
        return outcome;
      }
      answers.remove(read);
    }
    return ControllerOutcome.DONE;
  }

  void park(MemoryMessage read) {
    answers(read.line).park(read);
    bank.counts().reads++;
  }

  void askAgain(long line, int tile) {
    bank.askAgain(line, tile);
  }

  // ---- diagnosis ----

  List<TransitionCount> transitions() {
    return machine.pairs();
  }

  void check() {
    machine.check();
  }
}
