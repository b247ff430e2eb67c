package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.WaitingAccess;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.WordMachine;
import dev.syncopate.memory.protocol.WordPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Words of an L1: their states and bytes, and what {@link DenovoWordTable} does to them. Registered
 * words are the dirty bytes of a cache array, valid ones its other valid bytes; words asked for or
 * stored to are those of their line's {@link Registration}.
 */
final class L1Words implements WordPlane<DenovoWordState, Object> {
  private static final int NONE = CacheArray.NONE;

  final WordMachine<DenovoWordState, DenovoWordEvent, L1Words, Object> machine;
  final CacheArray array;
  final Registrations registrations;
  final WriteBacks writeBacks;

  private final SharedWords shared;
  private final int lineShift;
  private final int lineBytes;
  private final L1Environment environment;
  private final L1Counters counters;
  private final DenovoCounters denovo;
  private final WaitingLoads reads;

  /** Words that the event in progress asks or answers for, in one message. */
  private int gathered;

  /** Words that a load in progress gets from the cache array, and of what has been stored. */
  private int frameWords;

  private int givenStored;

  /** Bytes of the store in progress. */
  private final LineData scratch;

  /**
   * @param table what is executed
   */
  L1Words(
      MemoryConfig machine,
      L1Environment environment,
      L1Counters counters,
      DenovoCounters denovo,
      Registrations registrations,
      WriteBacks writeBacks,
      WaitingLoads reads,
      StateTable<DenovoWordState, DenovoWordEvent, L1Words, Object> table) {
    this.environment = environment;
    this.counters = counters;
    this.denovo = denovo;
    this.registrations = registrations;
    this.writeBacks = writeBacks;
    this.reads = reads;
    L1Config config = machine.l1();
    lineBytes = config.line();
    lineShift = Integer.numberOfTrailingZeros(lineBytes);
    array = new CacheArray(config.size() / lineBytes / config.ways(), config.ways(), lineBytes);
    shared = new SharedWords(array, machine.settings(DenovoSettings.class).readOnlyRegion());
    scratch = new LineData(lineBytes);
    String location = "denovo L1 of " + environment.node();
    this.machine = new WordMachine<>(table, this, location, environment.clock());
  }

  // ---- states ----

  @Override
  public int words(DenovoWordState state, long line, int wordMask) {
    return switch (state) {
      case REGISTERED -> wordMask & registered(find(line));
      case VALID -> {
        int frame = find(line);
        yield wordMask & valid(frame) & ~registered(frame);
      }
      case INVALID -> {
        Registration registration = registrations.find(line);
        yield wordMask
            & ~(valid(find(line))
                | (registration == null ? 0 : registration.requestedWords | stored(registration)));
      }
      case STORED -> {
        Registration registration = registrations.find(line);
        yield registration == null ? 0 : wordMask & stored(registration);
      }
      case REGISTERING -> {
        Registration registration = registrations.find(line);
        yield registration == null ? 0 : wordMask & registration.requestedWords;
      }
    };
  }

  private static int stored(Registration registration) {
    return registration.buffered ? registration.unasked() : 0;
  }

  @Override
  public DenovoWordState state(long line, int word) {
    Registration registration = registrations.find(line);
    int frame = find(line);
    if (registration != null && (registration.requestedWords & word) != 0) {
      return DenovoWordState.REGISTERING;
    }
    if (registration != null && (registration.stored() & word) != 0) {
      return DenovoWordState.STORED;
    }
    return (registered(frame) & word) != 0
        ? DenovoWordState.REGISTERED
        : (valid(frame) & word) != 0 ? DenovoWordState.VALID : DenovoWordState.INVALID;
  }

  @Override
  public void enter(DenovoWordState next, long line, int wordMask, @Nullable Object cause) {
    switch (next) {
      case REGISTERED -> own(line, wordMask);
      case VALID -> share(line, wordMask, (DenovoMessage) Objects.requireNonNull(cause));
      case INVALID -> lose(line, wordMask);
      case STORED -> registrations.buffer(registration(line));
      case REGISTERING -> registration(line).requestedWords |= wordMask;
    }
  }

  private void own(long line, int wordMask) {
    int frame = find(line);
    array.markDirty(frame, WordMask.low(wordMask), WordMask.high(wordMask));
    array.touch(frame);
    registration(line).requestedWords &= ~wordMask;
    environment.wordChanged();
  }

  private void share(long line, int wordMask, DenovoMessage fill) {
    int frame = find(line);
    array.markValid(frame, WordMask.low(wordMask), WordMask.high(wordMask));
    array.touch(frame);
    shared.add(frame, wordMask & reads.readOnly(fill.tag));
  }

  private void lose(long line, int wordMask) {
    int frame = find(line);
    if (frame != NONE) {
      array.invalidate(frame, WordMask.low(wordMask), WordMask.high(wordMask));
    }
  }

  /** The registration of a line that has one. */
  Registration registration(long line) {
    return Objects.requireNonNull(registrations.find(line));
  }

  // ---- what is here ----

  int find(long line) {
    return array.find(line, line >>> lineShift);
  }

  /** The words of a frame that this L1 owns. */
  int registered(int frame) {
    return frame == NONE ? 0 : WordMask.touched(array.dirtyLow(frame), array.dirtyHigh(frame));
  }

  /** The words of a frame that are valid or registered. */
  int valid(int frame) {
    return frame == NONE ? 0 : WordMask.touched(array.validLow(frame), array.validHigh(frame));
  }

  /** The words that an access touches. */
  static int of(LineAccess access) {
    return WordMask.touched(access.maskLow, access.maskHigh);
  }

  /** The words of which a load lacks bytes; those of a {@link Registration} are here. */
  int lacking(LineAccess access, int frame, @Nullable Registration registration) {
    long low = access.maskLow;
    long high = access.maskHigh;
    if (registration != null) {
      low &= ~registration.storedLow;
      high &= ~registration.storedHigh;
    }
    return WordMask.touched(low, high) & ~valid(frame);
  }

  /** The words gathered for one message, and forgets them. */
  int gathered() {
    int wordMask = gathered;
    gathered = 0;
    return wordMask;
  }

  // ---- actions ----

  /** Adds words to those of the message that the event in progress sends. */
  void gather(int wordMask) {
    gathered |= wordMask;
  }

  /** Has the load in progress get words from the cache array. */
  void give(int wordMask) {
    frameWords |= wordMask;
  }

  /** Has the load in progress get what has been stored of words. */
  void giveStored(int wordMask) {
    givenStored |= wordMask;
  }

  /** Writes the bytes of the store in progress to words. */
  void write(long line, int wordMask, LineAccess store) {
    int frame = find(line);
    long low = store.maskLow & WordMask.low(wordMask);
    long high = store.maskHigh & WordMask.high(wordMask);
    if (LineBytes.write(
        scratch.bytes, scratch.origins(), 0, array.data(), array.base(frame), low, high)) {
      environment.wordChanged();
    }
    array.touch(frame);
  }

  /** Keeps the bytes of the store in progress in the line's registration. */
  void keep(long line, int wordMask, LineAccess store) {
    registration(line)
        .store(
            scratch,
            0,
            store.maskLow & WordMask.low(wordMask),
            store.maskHigh & WordMask.high(wordMask));
  }

  /** Performs an access all of whose words are registered. */
  void perform(long line, LineAccess access) {
    int frame = find(line);
    int base = array.base(frame);
    array.touch(frame);
    boolean changed = false;
    switch (access.parent.operation.kind()) {
      case LOAD -> LaneBytes.load(access, array.data(), base);
      case STORE -> changed = LaneBytes.store(access, array.data(), base);
      case ATOMIC -> {
        changed = LaneBytes.atomic(access, array.data(), base).changed();
        counters.atomics++;
      }
      case FENCE -> throw machine.illegal("any", "FENCE", line);
    }
    if (changed) {
      environment.wordChanged();
    }
  }

  /** Drops words that are valid and not owned. */
  void drop(long line, int wordMask) {
    int frame = find(line);
    shared.forget(frame, wordMask);
    array.invalidate(frame, WordMask.low(wordMask), WordMask.high(wordMask));
  }

  /** Gives a line a frame if it has none, evicting another line when it must. */
  void claim(long line) {
    if (find(line) != NONE) {
      return;
    }
    int frame = array.victim(line >>> lineShift);
    if (array.live(frame)) {
      evict(frame);
    }
    array.claim(frame, line);
  }

  private void evict(int frame) {
    long line = array.line(frame);
    Registration registration = registrations.find(line);
    counters.evictions++;
    if (registration != null) {
      answerWaiting(registration, registered(frame));
    }
    if (array.live(frame)) {
      machine.fire(DenovoWordEvent.EVICT, line, valid(frame), null);
    }
  }

  /** Takes those bytes that come with a grant. */
  void take(long line, DenovoMessage grant) {
    copy(line, grant.needed, grant);
  }

  /** Puts what has been stored of words on their bytes. */
  void mergeStored(long line, int wordMask) {
    registration(line).unstore(wordMask, array.data(), array.base(find(line)));
  }

  /** Takes the bytes of words that come with a fill. */
  void keepCopy(long line, int wordMask, DenovoMessage fill) {
    copy(line, wordMask, fill);
  }

  private void copy(long line, int wordMask, DenovoMessage fill) {
    int base = array.base(find(line));
    long low = WordMask.low(wordMask);
    long high = WordMask.high(wordMask);
    LineBytes.copy(fill.data(), fill.origins(), -fill.first(), array.data(), base, low, high);
  }

  /** Answers what the L2 has forwarded, from words that are here. */
  void answer(long line, int wordMask, DenovoMessage message) {
    answer(message, wordMask, array.data(), array.base(find(line)), false);
  }

  /** Writes words back to the L2. */
  void writeBack(long line, int wordMask) {
    denovo.writtenBack += Integer.bitCount(wordMask);
    int base = array.base(find(line));
    writeBacks.add(line, wordMask, array.data().copy(base, base + lineBytes));
    DenovoMessage message =
        new DenovoMessage(DenovoType.WRITE_BACK, line, environment.node(), wordMask, wordMask, 0);
    environment.send(environment.home(line), message.carrying(wordMask, array.data(), base));
  }

  /** Keeps no fill of a line that is in flight. */
  void detach(long line) {
    reads.detach(line);
  }

  /** Drops all words that are valid and not owned. */
  void dropCopies(@Nullable Object step) {
    shared.drop(step == DenovoStep.INVALIDATE_READ_ONLY);
  }

  /** Keeps no fill that is in flight. */
  void detachAll(@Nullable Object step) {
    reads.detachAll(step == DenovoStep.INVALIDATE_READ_ONLY);
  }

  // ---- events ----

  /** Performs a load of which all bytes are given; or keeps those that are. */
  void load(LineAccess access, int frame, @Nullable Registration registration) {
    int fromFrame = frameWords;
    int fromStored = givenStored;
    frameWords = 0;
    givenStored = 0;
    if (frame != NONE) {
      array.touch(frame);
    }
    if (fromStored == 0 && gathered == 0) {
      LaneBytes.load(access, array.data(), array.base(frame));
      return;
    }
    if (registration != null) {
      long low = registration.storedLow & WordMask.low(fromStored);
      long high = registration.storedHigh & WordMask.high(fromStored);
      WaitingAccess.collect(access, lineBytes, registration.stored, 0, low, high);
    }
    if (fromFrame != 0) {
      long low = WordMask.low(fromFrame);
      long high = WordMask.high(fromFrame);
      WaitingAccess.collect(access, lineBytes, array.data(), array.base(frame), low, high);
    }
    if (gathered == 0) {
      LaneBytes.load(access, WaitingAccess.bytes(access), 0);
    }
  }

  /** Stores to words in any state. */
  void store(LineAccess access) {
    LaneBytes.store(access, scratch, 0);
    machine.fire(DenovoWordEvent.STORE, access.line, of(access), access);
  }

  /** Performs lanes of an access that synchronises, whose words are registered. */
  void synchronise(LineAccess access, int wordMask) {
    machine.fire(DenovoWordState.REGISTERED, DenovoWordEvent.SYNC, access.line, wordMask, access);
  }

  /**
   * Keeps those words of a fill that are neither here nor asked for nor stored to.
   *
   * @param wordMask those of its words that may be kept
   */
  void fill(DenovoMessage fill, int wordMask) {
    int covered = wordMask & WordMask.covered(fill.maskLow, fill.maskHigh);
    int frame = find(fill.line);
    Registration registration = registrations.find(fill.line);
    int keptWords =
        covered
            & ~valid(frame)
            & ~(registration == null ? 0 : registration.requestedWords | registration.stored());
    if (keptWords != 0) {
      machine.fire(DenovoWordState.INVALID, DenovoWordEvent.FILL, fill.line, keptWords, fill);
    }
  }

  /** Gives registered words back, to be asked for again together with others. */
  void giveBack(Registration registration, int wordMask) {
    if (wordMask != 0) {
      answerWaiting(registration, wordMask);
    }
    int remaining = registered(find(registration.line)) & wordMask;
    if (remaining != 0) {
      machine.fire(
          DenovoWordState.REGISTERED, DenovoWordEvent.EVICT, registration.line, remaining, null);
    }
  }

  /** Answers what waits for words of a line that are here and may go. */
  void answerWaiting(Registration registration) {
    if (!registration.forwards.isEmpty()) {
      answerWaiting(registration, registered(find(registration.line)) & ~registration.held());
    }
  }

  private void answerWaiting(Registration registration, int wordMask) {
    int count = registration.forwards.size();
    for (int i = 0; i < count; i++) {
      DenovoMessage message = registration.forwards.removeFirst();
      int ready = message.words & wordMask;
      if (ready != 0) {
        machine.fire(
            DenovoWordState.REGISTERED,
            DenovoWordEvent.answering(message),
            registration.line,
            ready,
            message);
      }
      if (ready != message.words) {
        registration.forwards.add(message.as(message.type, message.words & ~ready));
      }
    }
  }

  /**
   * Answers what the L2 has forwarded.
   *
   * @param sent whether the words are on their way to the L2 already
   */
  void answer(DenovoMessage message, int wordMask, LineData bytes, int base, boolean sent) {
    switch ((DenovoType) message.type) {
      case FORWARD_READ -> {
        denovo.lent += Integer.bitCount(wordMask);
        environment.send(
            message.node, message.as(LineMessage.FILL, wordMask).carrying(wordMask, bytes, base));
      }
      case FORWARD_REGISTER -> {
        denovo.handedOver += Integer.bitCount(wordMask);
        DenovoMessage answer = message.as(DenovoType.REGISTERED, wordMask);
        environment.send(message.node, answer.carrying(answer.needed, bytes, base));
      }
      case RECALL -> {
        denovo.writtenBack += sent ? 0 : Integer.bitCount(wordMask);
        DenovoMessage answer =
            new DenovoMessage(
                DenovoType.RECALLED,
                message.line,
                environment.node(),
                wordMask,
                sent ? 0 : wordMask,
                0);
        environment.send(
            environment.home(message.line), answer.carrying(answer.needed, bytes, base));
      }
      default -> throw illegal(message);
    }
  }

  // ---- the host ----

  /** As {@link dev.syncopate.memory.protocol.L1Controller#copy}. */
  @Nullable CachedCopy copy(long address, int bytes) {
    long line = address & -lineBytes;
    int lineOffset = (int) (address - line);
    int frame = find(line);
    long low = LineBytes.rangeLow(lineOffset, bytes);
    long high = LineBytes.rangeHigh(lineOffset, bytes);
    if (frame == NONE || !array.holds(frame, low, high)) {
      return null;
    }
    int start = array.base(frame) + lineOffset;
    return new CachedCopy(
        Arrays.copyOfRange(array.data().bytes, start, start + bytes),
        ((low & array.dirtyLow(frame)) | (high & array.dirtyHigh(frame))) != 0);
  }

  /** Where the byte at an address is, of a word that is registered. */
  int place(long address) {
    long line = address & -lineBytes;
    int frame = find(line);
    int word = 1 << ((int) (address - line) / WordMask.BYTES);
    if ((registered(frame) & word) == 0) {
      throw machine.illegal("not registered", "host access", line);
    }
    return array.base(frame) + (int) (address - line);
  }

  // ---- checks and reports ----

  void canonicalize() {
    array.canonicalize();
    shared.canonicalize();
    scratch.clear();
  }

  /** What does not hold and always should: a word is here, asked for or stored to. */
  List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    for (int frame = 0; frame < array.frames(); frame++) {
      Registration registration = array.live(frame) ? registrations.find(array.line(frame)) : null;
      if (registration != null && (valid(frame) & registration.requestedWords) != 0) {
        wrong.add(
            "words of line 0x" + Long.toHexString(registration.line) + " are here and asked for");
      }
      if (registration != null && (valid(frame) & registration.unasked()) != 0) {
        wrong.add(
            "words of line 0x" + Long.toHexString(registration.line) + " are here and stored to");
      }
      if (array.live(frame)
          && (shared.readOnly(frame) & ~(valid(frame) & ~registered(frame))) != 0) {
        wrong.add(
            "words of line 0x"
                + Long.toHexString(array.line(frame))
                + " are read-only and not valid, or owned");
      }
    }
    return wrong;
  }

  void holds(OwnershipBalance holdings) {
    for (int frame = 0; frame < array.frames(); frame++) {
      if (array.live(frame)) {
        holdings.add(array.line(frame), registered(frame), 1);
      }
    }
  }

  ProtocolException illegal(MemoryMessage message) {
    return machine.illegal("any", message.type.name(), message.line);
  }
}
