package dev.syncopate.memory.mechanism.promotion;

import static dev.syncopate.memory.protocol.MessageField.BYTES;
import static dev.syncopate.memory.protocol.MessageField.TAG;

import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.VirtualNetwork;
import org.jspecify.annotations.Nullable;

/**
 * Messages of remote scope promotion. The effect of a home bank's message at an L1 is in the {@link
 * HoldTable}; to <em>hold</em> a line is to let every access to it wait until the L1 is told to
 * resume.
 */
public enum PromotionMessage implements MessageType {
  REMOTE(
      "L1 to home",
      "perform the access that it carries, with promotion; answered as the access would be",
      BYTES,
      TAG),

  FLUSH_AND_BLOCK(
      HoldEvent.FLUSH_AND_BLOCK,
      Answer.WANTED,
      "flush the L1, drop the line and hold it, issue no synchronisation until told"),
  FLUSH_AND_HOLD(
      HoldEvent.FLUSH_AND_HOLD, Answer.WANTED, "flush the L1, drop the line and hold it"),
  FLUSH(HoldEvent.FLUSH, Answer.WANTED, "flush the L1, drop the line"),
  DROP(HoldEvent.DROP, Answer.WANTED, "write the line's dirty bytes through and drop it"),
  HOLD(HoldEvent.HOLD, Answer.WANTED, "write the line's dirty bytes through, drop it and hold it"),
  SELECTIVE_FLUSH(
      HoldEvent.SELECTIVE_FLUSH,
      Answer.WANTED,
      "flush up to the LR-TBL's entry of the line, if there is one; drop the line"),
  SELECTIVE_FLUSH_AND_HOLD(
      HoldEvent.SELECTIVE_FLUSH_AND_HOLD,
      Answer.WANTED,
      "flush up to the LR-TBL's entry of the line, if there is one; drop the line and hold it"),

  FLUSHED("L1 to home", "done; of a selective flush, that the LR-TBL had the line"),
  NOT_FOUND("L1 to home", "done; the LR-TBL did not have the line"),

  RESUME(HoldEvent.RESUME, Answer.NONE, "resume"),
  UNBLOCK(HoldEvent.UNBLOCK, Answer.NONE, "resume, issue synchronisation again"),
  INVALIDATE(HoldEvent.INVALIDATE, Answer.NONE, "flash-invalidate the L1, resume"),
  INVALIDATE_AND_UNBLOCK(
      HoldEvent.INVALIDATE_AND_UNBLOCK,
      Answer.NONE,
      "flash-invalidate the L1, resume, issue synchronisation again"),
  SELECTIVE_INVALIDATE(
      HoldEvent.SELECTIVE_INVALIDATE,
      Answer.NONE,
      "put the line into the PA-TBL and drop it, resume"),

  DONE("home to the promotion lock's bank", "the promotion is over");

  private enum Answer {
    WANTED,
    NONE
  }

  /** What it has an L1 do, or null when it is not for one. */
  final @Nullable HoldEvent event;

  /** Whether the L1 does it in its turn, holding the line, and answers. */
  final boolean answered;

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final Form form;

  PromotionMessage(String way, String description, MessageField... fields) {
    event = null;
    answered = false;
    form = Form.of(VirtualNetwork.CONTROL, way, description, fields);
  }

  PromotionMessage(HoldEvent event, Answer answer, String description) {
    this.event = event;
    answered = answer == Answer.WANTED;
    form = Form.of("home to L1", description, BYTES);
  }

  @Override
  public Form form() {
    return form;
  }

  /** Whether it only goes to L1s whose LR-TBL it is about. */
  public boolean selective() {
    return this == SELECTIVE_FLUSH || this == SELECTIVE_FLUSH_AND_HOLD;
  }
}
