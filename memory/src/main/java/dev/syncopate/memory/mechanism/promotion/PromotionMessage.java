package dev.syncopate.memory.mechanism.promotion;

import static dev.syncopate.memory.protocol.MessageField.BYTES;
import static dev.syncopate.memory.protocol.MessageField.TAG;

import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.VirtualNetwork;

/**
 * Messages of remote scope promotion. Those from the home bank to an L1 say what the L1 is to do;
 * to <em>hold</em> a line is to let every access to it wait until the L1 is told to resume.
 */
public enum PromotionMessage implements MessageType {
  REMOTE(
      "L1 to home",
      "perform the access that it carries, with promotion; answered as the access would be",
      BYTES,
      TAG),

  FLUSH_AND_BLOCK(
      Flush.ALL,
      true,
      true,
      "flush the L1, drop the line and hold it, issue no synchronisation until told"),
  FLUSH_AND_HOLD(Flush.ALL, true, false, "flush the L1, drop the line and hold it"),
  FLUSH(Flush.ALL, false, false, "flush the L1, drop the line"),
  DROP(Flush.LINE, false, false, "write the line's dirty bytes through and drop it"),
  HOLD(Flush.LINE, true, false, "write the line's dirty bytes through, drop it and hold it"),
  SELECTIVE_FLUSH(
      Flush.SELECTIVE,
      false,
      false,
      "flush up to the LR-TBL's entry of the line, if there is one; drop the line"),
  SELECTIVE_FLUSH_AND_HOLD(
      Flush.SELECTIVE,
      true,
      false,
      "flush up to the LR-TBL's entry of the line, if there is one; drop the line and hold it"),

  FLUSHED("L1 to home", "done; of a selective flush, that the LR-TBL had the line"),
  NOT_FOUND("L1 to home", "done; the LR-TBL did not have the line"),

  RESUME(false, false, false, "resume"),
  UNBLOCK(false, false, true, "resume, issue synchronisation again"),
  INVALIDATE(true, false, false, "flash-invalidate the L1, resume"),
  INVALIDATE_AND_UNBLOCK(
      true, false, true, "flash-invalidate the L1, resume, issue synchronisation again"),
  SELECTIVE_INVALIDATE(false, true, false, "put the line into the PA-TBL and drop it, resume"),

  DONE("home to the promotion lock's bank", "the promotion is over");

  private static final String TO_L1 = "home to L1";

  /** How much an L1 writes through. */
  enum Flush {
    NONE,
    LINE,
    SELECTIVE,
    ALL
  }

  final Flush flush;
  final boolean hold;
  final boolean block;
  final boolean invalidate;
  final boolean remember;
  final boolean unblock;

  @SuppressWarnings("ImmutableEnumChecker") // nobody can change it
  private final Form form;

  PromotionMessage(String way, String description, MessageField... fields) {
    this(
        Flush.NONE,
        false,
        false,
        false,
        false,
        false,
        Form.of(VirtualNetwork.CONTROL, way, description, fields));
  }

  PromotionMessage(Flush flush, boolean hold, boolean block, String description) {
    this(flush, hold, block, false, false, false, Form.of(TO_L1, description, BYTES));
  }

  PromotionMessage(boolean invalidate, boolean remember, boolean unblock, String description) {
    this(
        Flush.NONE,
        false,
        false,
        invalidate,
        remember,
        unblock,
        Form.of(TO_L1, description, BYTES));
  }

  PromotionMessage(
      Flush flush,
      boolean hold,
      boolean block,
      boolean invalidate,
      boolean remember,
      boolean unblock,
      Form form) {
    this.flush = flush;
    this.hold = hold;
    this.block = block;
    this.invalidate = invalidate;
    this.remember = remember;
    this.unblock = unblock;
    this.form = form;
  }

  /** Whether it tells an L1 what to do. */
  boolean toL1() {
    return way().equals(TO_L1);
  }

  @Override
  public Form form() {
    return form;
  }

  /** Whether it only goes to L1s whose LR-TBL it is about. */
  public boolean selective() {
    return flush == Flush.SELECTIVE;
  }
}
