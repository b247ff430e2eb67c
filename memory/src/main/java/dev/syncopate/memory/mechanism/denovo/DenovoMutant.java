package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.protocol.BasicStep.DRAIN;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.mechanism.denovo.owner.DenovoL2;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerState;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerTable;
import dev.syncopate.memory.mechanism.denovo.owner.WrongOwners;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.HostStep;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.StepTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DeNovo that is wrong on purpose. */
public enum DenovoMutant implements Mutant {
  NO_DRAIN("no synchronisation waits for the warp's own earlier accesses"),
  NO_AWAIT("no release waits until words that were stored to are registered"),
  NO_INVALIDATE("no acquire drops words that are valid"),
  INVALIDATE_DROPS_REGISTERED("an acquire drops words that are registered, too"),
  FILL_AFTER_INVALIDATION(
      "a fill that was asked for before an invalidation is kept in the L1 after it"),
  FILL_AFTER_LEAVING("a fill that was asked for before its word was handed over is kept after it"),
  LOAD_PASSES_STORE("a load of words that are asked for does not see what waits for the grant"),
  GRANT_LOSES_STORES("bytes that were stored while their words were asked for are lost"),
  KEEPS_COPY_ASKED_FOR("a word stays valid while it is asked for"),
  ANSWERS_BEFORE_GRANT("a forwarded request is answered before its word has been granted"),
  KEEPS_HANDED_OVER("an L1 goes on owning a word that it has handed over"),
  EVICTION_DROPS_REGISTERED("words that are registered are not written back when evicted"),
  WRITE_BACK_FORGETS_WORDS("words being written back are forgotten once one of them is asked for"),
  NO_ANSWER_ONCE_OWNED(
      "a forwarded read of a word that is being written back is not answered once the L1 owns it again"),
  NO_ANSWER_ONCE_READ(
      "a forwarded read of a word that is being written back is not answered once the L1 has a copy again"),
  STALE_WRITE_BACK("a write-back of who is no longer the owner takes the word from its owner"),
  FIRST_OWNER_FOR_ALL("a bank forwards a request for words of several owners to the first's"),
  EVICTION_FORGETS_OWNERS("a bank that has no place for more owners forgets a line's"),
  HOST_FORGETS_OWNERS("the host does not look for words at their owners"),
  RELEASE_LEAVES_BUFFER("a release does not ask for what is in the store buffer"),
  KERNEL_END_LOSES_BUFFER("a kernel's end loses what is in the store buffer"),
  FULL_BUFFER_LOSES_BYTES("a store buffer that is full loses the bytes of what it asks for"),
  ACQUIRE_DROPS_BUFFER("an acquire drops what is in the store buffer"),
  LOAD_PASSES_BUFFER("a load does not see what is in the store buffer");

  private final String fault;

  DenovoMutant(String fault) {
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

  private static StepTable without(StepTable table, Step missing) {
    return table.without(row -> true, missing);
  }

  private static final class Wrong extends DenovoProtocol {
    private final DenovoMutant kind;

    Wrong(DenovoMutant kind) {
      this.kind = kind;
    }

    @Override
    public StepTable table() {
      StepTable table = super.table();
      return switch (kind) {
        case NO_DRAIN -> without(table, DRAIN);
        case NO_AWAIT -> without(table, DenovoStep.AWAIT_REGISTRATIONS);
        case NO_INVALIDATE ->
            without(without(table, DenovoStep.INVALIDATE_VALID), DenovoStep.INVALIDATE_READ_ONLY);
        case HOST_FORGETS_OWNERS -> without(table, HostStep.AT_OWNERS);
        default -> table;
      };
    }

    @Override
    public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
      StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> owners =
          switch (kind) {
            case STALE_WRITE_BACK -> WrongOwners.STALE_WRITE_BACK;
            case FIRST_OWNER_FOR_ALL -> WrongOwners.FIRST_OWNER;
            case EVICTION_FORGETS_OWNERS -> WrongOwners.EVICTION_FORGETS;
            default -> OwnerTable.TABLE;
          };
      return l2(config, environment, counters, owners);
    }

    @Override
    Parts parts() {
      return new WrongParts(kind);
    }
  }

  private static final class WrongParts extends Parts {
    private final DenovoMutant kind;

    WrongParts(DenovoMutant kind) {
      this.kind = kind;
    }

    @Override
    WriteBacks writeBacks() {
      return kind == WRITE_BACK_FORGETS_WORDS ? new ForgetfulWriteBacks() : super.writeBacks();
    }

    @Override
    Words words(
        MemoryConfig machine,
        L1Environment environment,
        L1Counters counters,
        DenovoCounters denovo,
        Registrations registrations,
        WriteBacks writeBacks) {
      return new WrongWords(
          kind, machine, environment, counters, denovo, registrations, writeBacks);
    }

    @Override
    Reads reads(
        MemoryConfig machine,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters,
        Words words) {
      return new WrongReads(kind, machine, environment, listener, counters, words);
    }

    @Override
    Forwards forwards(
        L1Environment environment, DenovoCounters counters, Words words, WriteBacks writeBacks) {
      return switch (kind) {
        case ANSWERS_BEFORE_GRANT -> new HastyForwards(environment, counters, words, writeBacks);
        case NO_ANSWER_ONCE_OWNED, NO_ANSWER_ONCE_READ ->
            new SilentForwards(kind, environment, counters, words, writeBacks);
        default -> super.forwards(environment, counters, words, writeBacks);
      };
    }

    @Override
    StoreBuffer buffer(Registrations registrations) {
      return new WrongBuffer(kind, registrations);
    }
  }

  private static final class ForgetfulWriteBacks extends WriteBacks {
    @Override
    int answer(long line, int words, boolean keep, Answer answer) {
      int answered = super.answer(line, words, keep, answer);
      if (answered != 0) {
        super.answer(line, -1, false, (some, bytes) -> {});
      }
      return answered;
    }
  }

  private static final class HastyForwards extends Forwards {
    HastyForwards(
        L1Environment environment, DenovoCounters counters, Words words, WriteBacks writeBacks) {
      super(environment, counters, words, writeBacks);
    }

    @Override
    void await(DenovoMessage message, Registration at) {
      answer(message, message.words, at.stored, 0, false);
    }
  }

  /** Does not answer from what is being written back where the same word has come back. */
  private static final class SilentForwards extends Forwards {
    private final boolean owned;
    private final Words words;

    SilentForwards(
        DenovoMutant kind,
        L1Environment environment,
        DenovoCounters counters,
        Words words,
        WriteBacks writeBacks) {
      super(environment, counters, words, writeBacks);
      owned = kind == NO_ANSWER_ONCE_OWNED;
      this.words = words;
    }

    @Override
    void answer(DenovoMessage message, int some, byte[] bytes, int base, boolean sent) {
      int frame = words.find(message.line);
      int registered = words.registered(frame);
      int silent = owned ? registered : words.valid(frame) & ~registered;
      if (!sent || message.type != DenovoType.FORWARD_READ || (some & silent) == 0) {
        super.answer(message, some, bytes, base, sent);
      }
    }
  }

  private static final class WrongReads extends Reads {
    private final DenovoMutant kind;

    WrongReads(
        DenovoMutant kind,
        MemoryConfig machine,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters,
        Words words) {
      super(machine, environment, listener, counters, words);
      this.kind = kind;
    }

    @Override
    void detach(long line) {
      if (kind != FILL_AFTER_LEAVING) {
        super.detach(line);
      }
    }

    @Override
    void detachAll(boolean all) {
      if (kind != FILL_AFTER_INVALIDATION) {
        super.detachAll(all);
      }
    }
  }

  private static final class WrongBuffer extends StoreBuffer {
    private final DenovoMutant kind;
    private final Registrations registrations;

    WrongBuffer(DenovoMutant kind, Registrations registrations) {
      this.kind = kind;
      this.registrations = registrations;
    }

    private void lose() {
      for (Registration at : lines()) {
        at.unstore(at.unasked(), new byte[at.stored.length], 0);
        asked(at);
        registrations.changed(at);
      }
    }

    @Override
    List<Registration> overflow() {
      if (kind == FULL_BUFFER_LOSES_BYTES) {
        lines().forEach(at -> Arrays.fill(at.stored, (byte) 0));
      }
      return super.overflow();
    }

    @Override
    List<Registration> release(WarpAccess access) {
      if (kind == KERNEL_END_LOSES_BUFFER && access.token == Agent.KERNEL_END) {
        lose();
      }
      return kind == RELEASE_LEAVES_BUFFER && access.token != Agent.KERNEL_END
          ? List.of()
          : super.release(access);
    }

    @Override
    void acquire() {
      if (kind == ACQUIRE_DROPS_BUFFER) {
        lose();
      }
    }
  }

  private static final class WrongWords extends Words {
    private final DenovoMutant kind;

    WrongWords(
        DenovoMutant kind,
        MemoryConfig machine,
        L1Environment environment,
        L1Counters counters,
        DenovoCounters denovo,
        Registrations registrations,
        WriteBacks writeBacks) {
      super(machine, environment, counters, denovo, registrations, writeBacks);
      this.kind = kind;
    }

    private @Nullable Registration seen(@Nullable Registration at) {
      return kind == LOAD_PASSES_STORE || (kind == LOAD_PASSES_BUFFER && at != null && at.buffered)
          ? null
          : at;
    }

    @Override
    boolean here(int frame, @Nullable Registration at, LineAccess access) {
      return super.here(frame, seen(at), access);
    }

    @Override
    int lacking(LineAccess access, int frame, @Nullable Registration at) {
      return super.lacking(access, frame, seen(at));
    }

    @Override
    boolean mustWait(LineAccess access, int frame, Registration at) {
      return kind != LOAD_PASSES_STORE && super.mustWait(access, frame, at);
    }

    @Override
    void collect(LineAccess access, int frame, @Nullable Registration at) {
      super.collect(access, frame, seen(at));
    }

    @Override
    void keepStored(Registration at, int some, int frame) {
      if (kind == GRANT_LOSES_STORES) {
        at.unstore(some, new byte[at.stored.length], 0);
      } else {
        super.keepStored(at, some, frame);
      }
    }

    @Override
    void forget(int frame, int some) {
      if (kind != KEEPS_COPY_ASKED_FOR) {
        super.forget(frame, some);
      }
    }

    @Override
    void leave(int frame, long line, int some) {
      if (kind != KEEPS_HANDED_OVER) {
        super.leave(frame, line, some);
      }
    }

    @Override
    void writeBack(int frame, long line, int some) {
      if (kind != EVICTION_DROPS_REGISTERED) {
        super.writeBack(frame, line, some);
      }
    }

    @Override
    void invalidate(boolean all) {
      if (kind == INVALIDATE_DROPS_REGISTERED) {
        for (int frame = 0; frame < array.frames(); frame++) {
          if (array.live(frame)) {
            array.drop(frame);
          }
        }
      }
      super.invalidate(all);
    }
  }
}
