package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.PhiConfig;
import dev.syncopate.memory.kit.ForwardedAccess;
import dev.syncopate.memory.kit.l1.DirtyingLines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.kit.update.UpdateRequest;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Update modes that are wrong on purpose. */
public enum PhiMutant implements Mutant {
  NO_FLUSH_AT_RELEASE("no release and no fence flushes partial values"),
  NO_FLUSH_AT_KERNEL_END("a kernel's end leaves partial values in the L1"),
  FLUSH_IS_NOT_AWAITED("a release sends partial values behind its wait for acknowledgements"),
  FLUSH_OF_ONE_LINE("a flush sends one line and ends"),
  EVICTION_FORGETS("a line in update mode that makes room for another is not sent"),
  EVICTION_FORGETS_SEVERAL(
      "a line with more than one partial value that makes room for another is not sent"),
  FIRST_WORD_ONLY("of a line with several partial values only the first is sent"),
  RESULT_PASSES_PARTIALS(
      "an atomic that is performed at the L2 has the partial values of its line sent behind it"),
  INVALIDATION_KEEPS_DATA("an acquire keeps the data beside partial values"),
  INVALIDATION_FORGETS("an acquire drops partial values with the data beside them"),
  COMBINES_OTHER_KINDS("an update combines with partial values of another kind"),
  CLASH_FORGETS("partial values that an update of another kind meets are not sent"),
  FILL_SENDS_AND_KEEPS("a fill sends the partial values of its line, which stay"),
  PARTIAL_IS_DATA("a partial value that has been sent is taken for data"),
  STALE_FILL_IS_KEPT("a fill asked for before partial values were sent enters the L1 after that"),
  STORE_COMES_LATE("an update leaves its line's dirty bytes, which are written over it later"),
  STORE_FETCHES_FIRST(
      "a store that fetches asks before it sends the partial values of its line, and keeps the fill"),
  FAILED_SWAP_DIRTIES("a compare-and-swap that finds another value dirties its word in the L1");

  private final String fault;

  PhiMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return new Wrong(this);
  }

  private static final class Wrong extends PhiProtocol {
    private final PhiMutant kind;

    Wrong(PhiMutant kind) {
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
            table.without(row -> row.agent() == Agent.WARP, PhiStep.FLUSH_UPDATES);
        case NO_FLUSH_AT_KERNEL_END ->
            table.without(row -> row.agent() != Agent.WARP, PhiStep.FLUSH_UPDATES);
        case FLUSH_IS_NOT_AWAITED ->
            table.late(row -> row.agent() == Agent.WARP, PhiStep.FLUSH_UPDATES);
        default -> table;
      };
    }

    @Override
    Parts parts() {
      return new WrongParts(kind);
    }
  }

  private static final class WrongParts extends PhiProtocol.Parts {
    private final PhiMutant kind;

    WrongParts(PhiMutant kind) {
      this.kind = kind;
    }

    @Override
    PhiUpdates updates(L1Config l1, L1Environment environment, L1Misses misses, L1Writes writes) {
      return new WrongUpdates(kind, l1, environment, misses, writes);
    }

    @Override
    PhiLines lines(
        L1Config l1,
        L1Environment environment,
        L1Counters counters,
        L1Writes writes,
        L1Misses misses,
        PhiUpdates updates) {
      WrongUpdates wrong = (WrongUpdates) updates;
      WrongLines lines = new WrongLines(kind, l1, environment, counters, writes, misses, wrong);
      wrong.in(lines);
      return lines;
    }

    @Override
    PhiPolicy policy(L1Parts parts, PhiLines lines, PhiUpdates updates, PhiConfig config) {
      return switch (kind) {
        case STORE_FETCHES_FIRST -> new FetchesFirst(parts, lines, (WrongUpdates) updates, config);
        case RESULT_PASSES_PARTIALS ->
            new PassesPartials(parts, lines, (WrongUpdates) updates, config);
        default -> super.policy(parts, lines, updates, config);
      };
    }
  }

  private static final class FetchesFirst extends PhiPolicy {
    private final WrongUpdates updates;

    FetchesFirst(L1Parts parts, PhiLines lines, WrongUpdates updates, PhiConfig config) {
      super(parts, lines, updates, config);
      this.updates = updates;
    }

    @Override
    void leave(LineAccess access, int held, boolean asks) {
      if (asks) {
        fetch(access, 0);
      }
      updates.keepsFills = asks;
      super.leave(access, held, asks);
      updates.keepsFills = false;
    }
  }

  private static final class PassesPartials extends PhiPolicy {
    private final WrongUpdates updates;

    PassesPartials(L1Parts parts, PhiLines lines, WrongUpdates updates, PhiConfig config) {
      super(parts, lines, updates, config);
      this.updates = updates;
    }

    @Override
    Outcome bypass(LineAccess access, boolean mayStall) {
      updates.keeps = true;
      Outcome forwarded = super.bypass(access, mayStall);
      updates.keeps = false;
      updates.sendKept();
      return forwarded;
    }
  }

  private static final class WrongUpdates extends PhiUpdates {
    private static final Step[] STEPS = {BasicStep.PERFORM_AT_L2};

    private final PhiMutant kind;
    private final L1Environment environment;
    private final L1Writes writes;
    private @Nullable WrongLines data;

    /** Whether partial values that go are kept, to be sent later. */
    private boolean keeps;

    private @Nullable LineAccess kept;

    /** Whether partial values leave the fills that are under way as they are. */
    private boolean keepsFills;

    WrongUpdates(
        PhiMutant kind, L1Config l1, L1Environment environment, L1Misses misses, L1Writes writes) {
      super(partials(kind, l1), environment, misses, writes);
      this.kind = kind;
      this.environment = environment;
      this.writes = writes;
    }

    private void sendKept() {
      LineAccess request = kept;
      if (request != null) {
        kept = null;
        environment.send(
            environment.home(request.line),
            ForwardedAccess.request(request, environment.node(), writes.issue(), false, false));
      }
    }

    private static UpdateLines partials(PhiMutant kind, L1Config l1) {
      int sets = l1.size() / l1.line() / l1.ways();
      return new UpdateLines(sets, l1.ways(), l1.line(), false) {
        @Override
        public boolean combines(int frame, UpdateKind update) {
          return kind == COMBINES_OTHER_KINDS || super.combines(frame, update);
        }

        @Override
        public int words(int frame) {
          int words = super.words(frame);
          return kind == FIRST_WORD_ONLY ? kind(frame).first(words) : words;
        }
      };
    }

    @Override
    void send(int held, PhiEvent event) {
      boolean forgets =
          (event == PhiEvent.LEAVE && forgetsEvicted(held))
              || (event == PhiEvent.CLASH && kind == CLASH_FORGETS);
      if (forgets) {
        left(held, event);
        return;
      }
      if (keeps) {
        kept = UpdateRequest.of(lines, held, STEPS, 0);
        left(held, event);
        return;
      }
      if (kind == PARTIAL_IS_DATA) {
        remain(UpdateRequest.of(lines, held, WarpAccess.NO_STEPS, 0));
      }
      super.send(held, event);
    }

    private boolean forgetsEvicted(int held) {
      int words = lines.words(held);
      return kind == EVICTION_FORGETS
          || (kind == EVICTION_FORGETS_SEVERAL && words != lines.kind(held).first(words));
    }

    void in(WrongLines of) {
      data = of;
    }

    /** Takes partial values for data. */
    private void remain(LineAccess partials) {
      WrongLines of = Objects.requireNonNull(data);
      CacheArray array = of.array;
      int frame = of.find(partials.line);
      if (frame == CacheArray.NONE) {
        return;
      }
      WarpAccess values = partials.parent;
      int bytes = values.operation.type().bytes();
      for (int lane = 0; lane < values.width; lane++) {
        int at = array.base(frame) + (int) (values.address[lane] - partials.line);
        Lanes.put(array.data(), at, bytes, values.operand[lane]);
      }
      array.markValid(frame, partials.maskLow, partials.maskHigh);
    }

    @Override
    boolean goesOn() {
      return kind != FLUSH_OF_ONE_LINE && super.goesOn();
    }

    @Override
    void detach(long line) {
      if (kind != STALE_FILL_IS_KEPT && !keepsFills) {
        super.detach(line);
      }
    }
  }

  private static final class WrongLines extends PhiLines {
    private final PhiMutant kind;
    private final PhiUpdates updates;

    WrongLines(
        PhiMutant kind,
        L1Config config,
        L1Environment environment,
        L1Counters counters,
        L1Writes writes,
        L1Misses misses,
        WrongUpdates updates) {
      super(config, environment, counters, writes, misses, updates);
      this.kind = kind;
      this.updates = updates;
    }

    @Override
    protected WrittenBytes perform(LineAccess access, int frame) {
      WrittenBytes right = super.perform(access, frame);
      return kind == FAILED_SWAP_DIRTIES ? DirtyingLines.all(access, right) : right;
    }

    @Override
    void clean(int frame) {
      if (kind != STORE_COMES_LATE) {
        super.clean(frame);
      }
    }

    @Override
    void dropData(int frame) {
      if (kind != INVALIDATION_KEEPS_DATA) {
        super.dropData(frame);
      }
    }

    @Override
    public void install(MemoryMessage fill) {
      int held = updates.lines.find(fill.line);
      if (kind == FILL_SENDS_AND_KEEPS && held != UpdateLines.NONE) {
        updates.pass(held);
      }
      super.install(fill);
    }

    @Override
    public void invalidate() {
      int held = kind == INVALIDATION_FORGETS ? updates.lines.next() : UpdateLines.NONE;
      while (held != UpdateLines.NONE) {
        updates.left(held, PhiEvent.FLUSH);
        held = updates.lines.next();
      }
      super.invalidate();
    }
  }
}
