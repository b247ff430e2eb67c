package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.DenovoConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.WaitingAccess;
import dev.syncopate.memory.mechanism.denovo.WordTable.WordEvent;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.protocol.Transitions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The words of an L1, in a cache array whose dirty bytes are those of the registered words, and
 * their table. A word is in one of four states; that it is asked for stands in its line's {@link
 * Registration}.
 */
class Words {
  private static final int NONE = CacheArray.NONE;

  final CacheArray array;

  private final SharedWords shared;
  private final int lineShift;
  private final int lineBytes;
  private final L1Environment environment;
  private final L1Counters counters;
  private final DenovoCounters denovo;
  private final Registrations registrations;
  private final WriteBacks writeBacks;
  private final WordStates states;
  private @Nullable Reads reads;
  private @Nullable Forwards forwards;

  @SuppressWarnings("this-escape") // kept for later calls only
  Words(
      MemoryConfig machine,
      L1Environment environment,
      L1Counters counters,
      DenovoCounters denovo,
      Registrations registrations,
      WriteBacks writeBacks) {
    this.environment = environment;
    this.counters = counters;
    this.denovo = denovo;
    this.registrations = registrations;
    this.writeBacks = writeBacks;
    L1Config config = machine.l1();
    DenovoConfig choice = machine.denovo();
    lineBytes = config.line();
    lineShift = Integer.numberOfTrailingZeros(lineBytes);
    array = new CacheArray(config.size() / lineBytes / config.ways(), config.ways(), lineBytes);
    shared = new SharedWords(array, choice.readOnlyRegion());
    states =
        new WordStates(
            new WordTable(
                "denovo L1 of " + environment.node(),
                environment.clock(),
                choice.register() == DenovoConfig.Register.RELEASE),
            this,
            registrations,
            lineBytes);
  }

  /** Who is told when words leave. */
  void tell(Reads of, Forwards to) {
    reads = of;
    forwards = to;
  }

  // ---- what is here ----

  int find(long line) {
    return array.find(line, line >>> lineShift);
  }

  byte[] data() {
    return array.data();
  }

  int base(int frame) {
    return array.base(frame);
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
  int of(LineAccess access) {
    return WordMask.touched(access.maskLow, access.maskHigh);
  }

  /** Whether all bytes of a load are here, those that wait in the store buffer included. */
  boolean here(int frame, @Nullable Registration at, LineAccess access) {
    long low = access.maskLow;
    long high = access.maskHigh;
    if (frame != NONE) {
      low &= ~array.validLow(frame);
      high &= ~array.validHigh(frame);
    }
    if (at != null) {
      low &= ~at.storedLow;
      high &= ~at.storedHigh;
    }
    return (low | high) == 0;
  }

  /** The words of which a load lacks bytes. */
  int lacking(LineAccess access, int frame, @Nullable Registration at) {
    long low = access.maskLow;
    long high = access.maskHigh;
    if (at != null) {
      low &= ~at.storedLow;
      high &= ~at.storedHigh;
    }
    return WordMask.touched(low, high) & ~valid(frame);
  }

  /** Whether a load lacks bytes of words that are asked for: these come with the grant alone. */
  boolean mustWait(LineAccess access, int frame, Registration at) {
    return (lacking(access, frame, at) & at.asked) != 0;
  }

  /** What the host sees of it. */
  HostWords host() {
    return new HostWords(this, array, lineBytes);
  }

  // ---- accesses ----

  /** Gives a load the bytes that are here; all of them are. */
  void load(LineAccess access, int frame, @Nullable Registration at) {
    if (at == null || ((at.storedLow & access.maskLow) | (at.storedHigh & access.maskHigh)) == 0) {
      array.touch(frame);
      Lanes.load(access, array.data(), array.base(frame));
    } else {
      collect(access, frame, at);
      Lanes.load(access, WaitingAccess.bytes(access), 0);
    }
  }

  /** Keeps the bytes of a load that are here. */
  void collect(LineAccess access, int frame, @Nullable Registration at) {
    if (at != null) {
      WaitingAccess.collect(access, lineBytes, at.stored, 0, at.storedLow, at.storedHigh);
    }
    if (frame != NONE) {
      array.touch(frame);
      WaitingAccess.collect(
          access,
          lineBytes,
          array.data(),
          array.base(frame),
          array.validLow(frame),
          array.validHigh(frame));
    }
  }

  /** Writes the bytes of a store to words that are registered. */
  void write(int frame, int owned, LineAccess store, byte[] bytes) {
    long low = store.maskLow & WordMask.low(owned);
    long high = store.maskHigh & WordMask.high(owned);
    if (LineBytes.write(bytes, 0, array.data(), array.base(frame), low, high)) {
      environment.wordChanged();
    }
    array.touch(frame);
  }

  // ---- changes ----

  /** Words have been granted: those bytes that came, and over them what was stored meanwhile. */
  void granted(DenovoMessage grant, Registration at) {
    int frame = find(grant.line);
    record(WordEvent.GRANT, grant.line, frame, at, grant.words);
    denovo.grants += Integer.bitCount(grant.words);
    if (frame == NONE) {
      frame = claim(grant.line);
    }
    long low = WordMask.low(grant.needed);
    long high = WordMask.high(grant.needed);
    LineBytes.copy(grant.data(), -grant.first(), array.data(), array.base(frame), low, high);
    keepStored(at, grant.words, frame);
    array.markDirty(frame, WordMask.low(grant.words), WordMask.high(grant.words));
    array.touch(frame);
    environment.wordChanged();
  }

  /** Bytes that were stored while their words were asked for become theirs. */
  void keepStored(Registration at, int some, int frame) {
    at.unstore(some, array.data(), array.base(frame));
  }

  /**
   * Keeps those words of a fill that are neither here nor asked for nor stored to.
   *
   * @param some those of its words that may be kept
   * @param readOnly those of them that were asked for as read-only
   */
  void install(DenovoMessage fill, int some, int readOnly) {
    int frame = find(fill.line);
    Registration at = registrations.find(fill.line);
    int kept =
        some
            & WordMask.covered(fill.maskLow, fill.maskHigh)
            & ~valid(frame)
            & ~(at == null ? 0 : at.asked | at.stored());
    if (kept == 0) {
      return;
    }
    record(WordEvent.FILL, fill.line, frame, at, kept);
    if (frame == NONE) {
      frame = claim(fill.line);
    }
    long low = WordMask.low(kept);
    long high = WordMask.high(kept);
    LineBytes.copy(fill.data(), -fill.first(), array.data(), array.base(frame), low, high);
    array.markValid(frame, low, high);
    array.touch(frame);
    shared.add(frame, kept & readOnly);
  }

  /** Words that were registered leave. */
  void leave(int frame, long line, int some) {
    array.invalidate(frame, WordMask.low(some), WordMask.high(some));
    Objects.requireNonNull(reads).detach(line);
  }

  /** Drops what is valid of words that are asked for: their newest bytes will come. */
  void forget(int frame, int some) {
    int dropped = valid(frame) & some;
    if (dropped != 0) {
      shared.forget(frame, dropped);
      array.invalidate(frame, WordMask.low(dropped), WordMask.high(dropped));
    }
  }

  /** Gives registered words back, to be asked for again together with others. */
  void giveBack(Registration at, int some) {
    if (some == 0) {
      return;
    }
    record(WordEvent.EVICT, at.line, find(at.line), at, some);
    Objects.requireNonNull(forwards).answer(at, some);
    int frame = find(at.line);
    int left = registered(frame) & some;
    if (left != 0) {
      writeBack(frame, at.line, left);
      leave(frame, at.line, left);
    }
  }

  /** Gives a line that has none a frame, evicting another line when it must. */
  private int claim(long line) {
    int frame = array.victim(line >>> lineShift);
    if (array.live(frame)) {
      evict(frame);
    }
    array.claim(frame, line);
    return frame;
  }

  private void evict(int frame) {
    long line = array.line(frame);
    Registration at = registrations.find(line);
    counters.evictions++;
    record(WordEvent.EVICT, line, frame, at, valid(frame));
    if (at != null) {
      Objects.requireNonNull(forwards).answer(at, registered(frame));
    }
    if (array.live(frame)) {
      writeBack(frame, line, registered(frame));
      array.drop(frame);
    }
    shared.forget(frame, -1);
    Objects.requireNonNull(reads).detach(line);
  }

  void writeBack(int frame, long line, int some) {
    if (some == 0) {
      return;
    }
    denovo.writtenBack += Integer.bitCount(some);
    int base = array.base(frame);
    writeBacks.add(line, some, Arrays.copyOfRange(array.data(), base, base + lineBytes));
    DenovoMessage message =
        new DenovoMessage(DenovoType.WRITE_BACK, line, environment.node(), some, some, 0);
    environment.send(environment.home(line), message.carrying(some, array.data(), base));
  }

  /**
   * Drops every word that is not registered.
   *
   * @param all whether those read as read-only go, too
   */
  void invalidate(boolean all) {
    shared.drop(all);
    states.transitions().allChanged();
    Objects.requireNonNull(reads).detachAll(all);
  }

  // ---- the table ----

  /** Something happens to words of a line. */
  void record(WordEvent event, long line, int frame, @Nullable Registration at, int some) {
    states.record(event, line, frame, at, some);
  }

  List<Transitions.Pair> transitions() {
    return states.transitions().pairs();
  }

  void check() {
    states.transitions().check();
  }

  void settle() {
    states.settle();
  }

  void canonicalize() {
    array.canonicalize();
    shared.canonicalize();
  }

  /** What does not hold and always should: a word is here, asked for or stored to. */
  List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    for (int frame = 0; frame < array.frames(); frame++) {
      Registration at = array.live(frame) ? registrations.find(array.line(frame)) : null;
      if (at != null && (valid(frame) & at.asked) != 0) {
        wrong.add("words of line 0x" + Long.toHexString(at.line) + " are here and asked for");
      }
      if (at != null && (valid(frame) & at.unasked()) != 0) {
        wrong.add("words of line 0x" + Long.toHexString(at.line) + " are here and stored to");
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

  void holds(Holdings into) {
    for (int frame = 0; frame < array.frames(); frame++) {
      if (array.live(frame)) {
        into.add(array.line(frame), registered(frame), 1);
      }
    }
  }

  ProtocolException illegal(MemoryMessage message) {
    return illegal("any", message.type.name(), message.line);
  }

  ProtocolException illegal(String state, String event, long line) {
    return states.transitions().illegalTransition(state, event, line);
  }
}
