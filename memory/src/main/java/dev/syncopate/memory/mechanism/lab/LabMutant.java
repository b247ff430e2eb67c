package dev.syncopate.memory.mechanism.lab;

import static dev.syncopate.memory.mechanism.lab.LabEvent.BYPASS;
import static dev.syncopate.memory.mechanism.lab.LabEvent.CLASH;
import static dev.syncopate.memory.mechanism.lab.LabEvent.EVICT;
import static dev.syncopate.memory.mechanism.lab.LabState.BUFFERED;
import static dev.syncopate.memory.mechanism.lab.LabTable.DIVERT;
import static dev.syncopate.memory.mechanism.lab.LabTable.KEEPING;
import static dev.syncopate.memory.mechanism.lab.LabTable.SEND_PARTIALS;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.mechanism.lab.TamperedUpdates.Tampering;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.EarlyStep;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;
import java.util.function.Predicate;

/** Local atomic buffers that are wrong on purpose. */
public enum LabMutant implements Mutant {
  NO_FLUSH_AT_RELEASE("no release and no fence flushes the buffer"),
  NO_FLUSH_AT_KERNEL_END("a kernel's end leaves partial values in the buffer"),
  FLUSH_IS_NOT_AWAITED("a release flushes the buffer behind its wait for acknowledgements"),
  FLUSH_OF_ONE_LINE("a flush passes one line on and ends"),
  FLUSH_ENDS_EARLY("a flush does not wait until what it has passed on is performed"),
  RESULT_PASSES_PARTIALS(
      "an atomic that the buffer does not combine leaves the partial values of its line there"),
  FIRST_WORD_ONLY("of a line with several partial values only the first is passed on"),
  COMBINES_OTHER_KINDS("an update combines with partial values of another kind"),
  EVICTION_FORGETS("a line that makes room for another is not passed on"),
  CLASH_FORGETS("partial values that an update of another kind meets are not passed on"),
  LOW_HALF_ONLY("of partial values of eight bytes only the low four are passed on"),
  WHOLE_LINE("words of a line that were not updated are passed on as well");

  private static final Predicate<StepTable.Row> AT_WARPS = row -> row.agent() == Agent.WARP;

  private final String fault;

  LabMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  /**
   * Whether it is wrong in front of a protocol. In ownership protocols an update waits for its
   * ownership, and only the flush waits for the update. In other protocols an update has been sent,
   * or is dirty in the L1, when a flush has passed it on; only the release waits for its
   * acknowledgement.
   */
  boolean isWrongBefore(Protocol inner) {
    return switch (this) {
      case FLUSH_ENDS_EARLY -> inner.holds();
      case FLUSH_IS_NOT_AWAITED -> !inner.holds();
      default -> true;
    };
  }

  @Override
  public Protocol wrong(Protocol right) {
    Protocol inner = ((LabProtocol) right).behind();
    LabSettings lab = ((LabProtocol) right).lab();
    return switch (this) {
      case NO_FLUSH_AT_RELEASE ->
          WrongProtocol.steps(right, table -> table.without(AT_WARPS, LabStep.FLUSH_LAB));
      case NO_FLUSH_AT_KERNEL_END ->
          WrongProtocol.steps(right, table -> table.without(AT_WARPS.negate(), LabStep.FLUSH_LAB));
      case FLUSH_IS_NOT_AWAITED ->
          WrongProtocol.steps(right, table -> table.late(AT_WARPS, LabStep.FLUSH_LAB));
      case RESULT_PASSES_PARTIALS ->
          lines(inner, lab, KEEPING.but().on(BUFFERED, BYPASS).to(BUFFERED).does(DIVERT));
      case COMBINES_OTHER_KINDS ->
          lines(inner, lab, KEEPING.but().on(BUFFERED, CLASH).to(BUFFERED));
      case EVICTION_FORGETS ->
          lines(inner, lab, KEEPING.but().without(BUFFERED, EVICT, SEND_PARTIALS));
      case CLASH_FORGETS ->
          lines(
              inner,
              lab,
              KEEPING
                  .but()
                  .without(BUFFERED, CLASH, SEND_PARTIALS)
                  .without(BUFFERED, BYPASS, SEND_PARTIALS));
      case FLUSH_OF_ONE_LINE -> EarlyStep.in(right, LabStep.FLUSH_LAB, ControllerOutcome.AGAIN);
      case FLUSH_ENDS_EARLY -> EarlyStep.in(right, LabStep.FLUSH_LAB, ControllerOutcome.PENDING);
      case FIRST_WORD_ONLY -> sent(inner, lab, Tampering.FIRST_WORD_ONLY);
      case LOW_HALF_ONLY -> sent(inner, lab, Tampering.LOW_HALF_ONLY);
      case WHOLE_LINE -> sent(inner, lab, Tampering.WHOLE_LINE);
    };
  }

  private static Protocol lines(
      Protocol inner,
      LabSettings lab,
      StateTable.Builder<LabState, LabEvent, LabLines, LineAccess> table) {
    return new LabProtocol(inner, lab, table.build());
  }

  private static Protocol sent(Protocol inner, LabSettings lab, Tampering tampering) {
    Protocol wrong =
        WrongProtocol.l1(
            inner,
            (protocol, config, environment, listener, counters) ->
                new TamperedUpdates(
                    protocol.l1(config, environment, listener, counters),
                    tampering,
                    config.l1().line()));
    return new LabProtocol(wrong, lab);
  }
}
