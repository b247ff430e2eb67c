package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.WrongTables;

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
  WHOLE_LINE("words of a line that nobody has updated are passed on as well");

  private final String fault;

  LabMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  /**
   * Whether it is wrong in front of a protocol. Where L1s own what they update, an update waits for
   * that, and only the flush waits for the update; others have sent an update, or hold it as their
   * own, when a flush has passed it on, and only the release waits for its acknowledgement.
   */
  boolean isWrongBefore(Protocol behind) {
    return switch (this) {
      case FLUSH_ENDS_EARLY -> behind.holds();
      case FLUSH_IS_NOT_AWAITED -> !behind.holds();
      default -> true;
    };
  }

  @Override
  public Protocol wrong(Protocol right) {
    return new Wrong(this, (LabProtocol) right);
  }

  private static final class Wrong extends LabProtocol {
    private final LabMutant kind;

    Wrong(LabMutant kind, LabProtocol right) {
      super(right.behind(), right.lab());
      this.kind = kind;
    }

    /** Whatever is wrong with it, nothing is left out when it is looked for. */
    @Override
    public boolean answersAlone(boolean remote) {
      return false;
    }

    @Override
    public StepTable table() {
      return changed(super.table());
    }

    @Override
    public StepTable systemTable() {
      return changed(super.systemTable());
    }

    private StepTable changed(StepTable table) {
      return switch (kind) {
        case NO_FLUSH_AT_RELEASE ->
            WrongTables.without(table, row -> row.agent() == Agent.WARP, LabStep.FLUSH_LAB);
        case NO_FLUSH_AT_KERNEL_END ->
            WrongTables.without(table, row -> row.agent() != Agent.WARP, LabStep.FLUSH_LAB);
        case FLUSH_IS_NOT_AWAITED ->
            WrongTables.late(table, row -> row.agent() == Agent.WARP, LabStep.FLUSH_LAB);
        default -> table;
      };
    }

    @Override
    UpdateLines lines(int lineBytes) {
      int ways = Math.min(lab().entries(), lab().ways());
      return new WrongLines(kind, lab().entries() / ways, ways, lineBytes);
    }

    @Override
    LabPolicy policy() {
      return new WrongPolicy(kind);
    }
  }

  private static final class WrongPolicy extends LabPolicy {
    private final LabMutant kind;

    WrongPolicy(LabMutant kind) {
      this.kind = kind;
    }

    @Override
    boolean passesOn(LabEvent event) {
      return switch (event) {
        case EVICT -> kind != EVICTION_FORGETS;
        case CLASH -> kind != CLASH_FORGETS;
        case UPDATE, FLUSH, PASS -> true;
      };
    }

    @Override
    boolean meetsPartials() {
      return kind != RESULT_PASSES_PARTIALS;
    }

    @Override
    boolean awaitsFlushed() {
      return kind != FLUSH_ENDS_EARLY;
    }

    @Override
    boolean goesOn(int held) {
      return kind != FLUSH_OF_ONE_LINE && super.goesOn(held);
    }
  }

  private static final class WrongLines extends UpdateLines {
    private final LabMutant kind;

    WrongLines(LabMutant kind, int sets, int ways, int lineBytes) {
      super(sets, ways, lineBytes, false);
      this.kind = kind;
    }

    @Override
    public boolean combines(int frame, UpdateKind update) {
      return kind == COMBINES_OTHER_KINDS || super.combines(frame, update);
    }

    @Override
    public int words(int frame) {
      int words = super.words(frame);
      return switch (kind) {
        case WHOLE_LINE -> -1 >>> (Integer.SIZE - lineWords());
        case FIRST_WORD_ONLY -> kind(frame).first(words);
        default -> words;
      };
    }

    @Override
    protected long value(int frame, int word) {
      long value = super.value(frame, word);
      return kind == LOW_HALF_ONLY ? value & 0xffff_ffffL : value;
    }
  }
}
