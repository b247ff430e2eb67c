package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.dram.DramStorage;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Nodes;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an L2 bank answers and asks of memory. 4 sets of 2 lines of 128 bytes, sFIFO of 3. */
class GpuL2Test implements L2Environment {
  private static final long A = 0x1000;
  private static final long B = 0x1080;
  private static final long C = 0x1100;
  private static final long D = 0x1180;

  private final List<MemoryMessage> replies = new ArrayList<>();
  private final List<String> fetches = new ArrayList<>();
  private final List<Integer> misses = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private final DramStorage storage = new DramStorage();
  private final L2Counters counters = new L2Counters();
  private final L2Cache bank = (L2Cache) new GpuProtocol().l2(RigConfigs.tiny(), this, counters);
  private int changes;
  private int tags;

  /** Each request has a unique tag, which its answer returns. */
  private MemoryMessage.Builder message(LineMessage type, long line, int start, int bytes) {
    return new MemoryMessage.Builder(type, line, Nodes.tile(0))
        .mask(LineBytes.rangeLow(start, bytes), LineBytes.rangeHigh(start, bytes))
        .tag(tags++);
  }

  private MemoryMessage read(long line, int start, int bytes) {
    return message(LineMessage.READ, line, start, bytes).build();
  }

  private MemoryMessage write(long line, int start, long word) {
    byte[] data = new byte[4];
    LaneBytes.put(data, 0, 4, word);
    return message(LineMessage.WRITE, line, start, 4).data(start, data).build();
  }

  /** The requests that are answered, in the order of their answers. */
  private List<Integer> answered() {
    return replies.stream().map(reply -> reply.tag).toList();
  }

  private MemoryMessage answer(MemoryMessage request) {
    return replies.stream().filter(reply -> reply.tag == request.tag).findFirst().orElseThrow();
  }

  private MemoryMessage add(LineMessage type, long line, int start, long value) {
    return atomic(AtomicOp.ADD, type, line, start, value, WarpAccess.NO_VALUES);
  }

  private MemoryMessage atomic(
      AtomicOp operation, LineMessage type, long line, int start, long a, long... b) {
    WarpAccess access =
        WarpAccess.of(
            RigOperations.atomic(operation, DataType.U32, Order.RELAXED, Scope.GPU),
            0,
            1,
            new long[] {line + start},
            new long[] {a},
            b);
    return message(type, line, start, 4)
        .atomics(LaneAtomics.of(new LineAccess(access, line, 1, 0, 0)))
        .payload(4)
        .build();
  }

  private ControllerOutcome offer(MemoryMessage message) {
    return bank.receive(message);
  }

  private void memoryAnswers() {
    bank.filled(misses.removeFirst());
  }

  /** A word of the answer to a request. */
  private long word(MemoryMessage request, int offset) {
    MemoryMessage answer = answer(request);
    return LaneBytes.get(answer.data(), offset - answer.first(), 4);
  }

  private void inMemory(long address, long word) {
    byte[] bytes = new byte[4];
    LaneBytes.put(bytes, 0, 4, word);
    storage.write(address, bytes, 0, 4);
  }

  @Test
  void aReadFetchesWhatItLacksAndIsAnsweredFromThen() {
    inMemory(A + 36, 5);
    MemoryMessage read = read(A, 32, 32);
    assertThat(offer(read)).isEqualTo(ControllerOutcome.DONE);
    assertThat(fetches).containsExactly("0x1000+32..64");
    assertThat(replies).isEmpty();
    memoryAnswers();
    assertThat(answered()).containsExactly(read.tag);
    assertThat(answer(read).type).isEqualTo(LineMessage.FILL);
    assertThat(answer(read).data()).hasSize(32);
    assertThat(word(read, 36)).isEqualTo(5);
    offer(read(A, 32, 32));
    assertThat(replies).hasSize(2);
    assertThat(counters.hits).isEqualTo(1);
    assertThat(counters.misses).isEqualTo(1);
    assertThat(bank.idle()).isTrue();
  }

  @Test
  void aWriteAllocatesWithoutFetchAndIsAcknowledged() {
    MemoryMessage write = write(A, 8, 7);
    offer(write);
    assertThat(fetches).isEmpty();
    assertThat(answered()).containsExactly(write.tag);
    assertThat(answer(write).type).isEqualTo(LineMessage.ACK);
    assertThat(answer(write).payloadBytes()).isZero();
    MemoryMessage load = message(LineMessage.LOAD, A, 8, 4).build();
    offer(load);
    assertThat(answer(load).type).isEqualTo(LineMessage.VALUE);
    assertThat(word(load, 8)).isEqualTo(7);
  }

  @Test
  void memoryFillsInOnlyWhatIsNotValid() {
    inMemory(A, 1);
    inMemory(A + 4, 2);
    offer(write(A, 0, 9));
    MemoryMessage read = read(A, 0, 32);
    offer(read);
    memoryAnswers();
    assertThat(word(read, 0)).isEqualTo(9);
    assertThat(word(read, 4)).isEqualTo(2);
  }

  @Test
  void whatComesForALineInFlightWaitsItsTurn() {
    inMemory(A, 10);
    MemoryMessage first = read(A, 0, 32);
    MemoryMessage store = write(A, 0, 20);
    MemoryMessage add = add(LineMessage.ATOMIC, A, 0, 5);
    MemoryMessage last = read(A, 0, 32);
    offer(first);
    offer(store);
    offer(add);
    offer(last);
    assertThat(replies).isEmpty();
    memoryAnswers();
    assertThat(answered()).containsExactly(first.tag, store.tag, add.tag, last.tag);
    assertThat(word(first, 0)).isEqualTo(10);
    assertThat(word(last, 0)).isEqualTo(25);
    assertThat(counters.mergedMisses).isEqualTo(3);
  }

  @Test
  void aLaterRequestForAnotherSectorFetchesWhenItsTurnComes() {
    offer(read(A, 0, 32));
    MemoryMessage otherRead = read(A, 96, 32);
    offer(otherRead);
    memoryAnswers();
    assertThat(fetches).containsExactly("0x1000+0..32", "0x1000+96..128");
    assertThat(replies).hasSize(1);
    memoryAnswers();
    assertThat(answered()).hasSize(2).contains(otherRead.tag);
  }

  @Test
  void atomicsArePerformedHereAndAnsweredWithOldValues() {
    inMemory(B, 100);
    MemoryMessage add = add(LineMessage.ATOMIC, B, 0, 5);
    MemoryMessage reduce = add(LineMessage.REDUCE, B, 0, 6);
    offer(add);
    offer(reduce);
    memoryAnswers();
    assertThat(answer(add).type).isEqualTo(LineMessage.RESULT);
    assertThat(answer(add).values()).containsExactly(100);
    assertThat(answer(add).payloadBytes()).isEqualTo(4);
    assertThat(answer(reduce).type).isEqualTo(LineMessage.ACK);
    assertThat(answer(reduce).payloadBytes()).isZero();
    byte[] stored = new byte[4];
    bank.hostRead(B, stored, 0, 4);
    assertThat(LaneBytes.get(stored, 0, 4)).isEqualTo(111);
    assertThat(counters.laneAtomics).isEqualTo(2);
    assertThat(changes).isEqualTo(2);
  }

  @Test
  void aCompareAndSwapThatFailsLeavesItsLineClean() {
    inMemory(B, 100);
    MemoryMessage fails = atomic(AtomicOp.CAS, LineMessage.ATOMIC, B, 0, 5, 6);
    offer(fails);
    memoryAnswers();
    assertThat(answer(fails).values()).containsExactly(100);
    offer(write(B + 512, 0, 2));
    offer(write(B + 1024, 0, 3));
    assertThat(counters.evictions).isEqualTo(1);
    assertThat(written).isEmpty();
    MemoryMessage succeeds = atomic(AtomicOp.CAS, LineMessage.ATOMIC, B + 512, 0, 2, 9);
    offer(succeeds);
    assertThat(answer(succeeds).values()).containsExactly(2);
    assertThat(changes).isEqualTo(3);
  }

  @Test
  void aFullStoreFifoWritesItsOldestLineBack() {
    offer(write(A, 0, 1));
    offer(write(B, 4, 2));
    offer(write(C, 0, 3));
    assertThat(written).isEmpty();
    offer(write(D, 0, 4));
    assertThat(written).containsExactly("0x1000 f");
    assertThat(counters.sfifoOverflows).isEqualTo(1);
    offer(write(A, 0, 5));
    assertThat(written).containsExactly("0x1000 f", "0x1080 f0");
  }

  /** Dirty lines go through one set; the entries of those that leave must not fill the sFIFO. */
  @Test
  void withAnEntryForEachLineOnlyAnEvictionWritesALineBack() {
    MemoryConfig eightEntries = RigConfigs.with(RigConfigs.tiny(), "l2.sfifoEntries=8");
    L2Controller bank = new GpuProtocol().l2(eightEntries, this, counters);
    bank.receive(write(B, 0, 1));
    for (int i = 0; i < 20; i++) {
      bank.receive(write(A + 512L * i, 0, i));
    }
    assertThat(counters.sfifoOverflows).isZero();
    assertThat(counters.evictions).isEqualTo(18);
    assertThat(written).hasSize(18).doesNotContain("0x1080 f");
    assertThat(bank.checkInvariants()).isEmpty();
  }

  @Test
  void anEvictedLinesDirtyBytesGoToMemoryAndComeBack() {
    offer(write(A, 0, 1));
    offer(write(A + 512, 0, 2));
    offer(write(A + 1024, 0, 3));
    assertThat(counters.evictions).isEqualTo(1);
    assertThat(written).containsExactly("0x1000 f");
    MemoryMessage read = read(A, 0, 32);
    offer(read);
    memoryAnswers();
    assertThat(word(read, 0)).isEqualTo(1);
  }

  /**
   * While memory is asked for one sector, another of the line is written, evicted and comes too.
   */
  @Test
  void whatIsEvictedWhileItsLineIsAwaitedIsNotLost() {
    offer(write(A, 0, 1));
    MemoryMessage read = read(A, 0, 32);
    offer(read);
    offer(write(A + 512, 0, 2));
    offer(write(A + 1024, 0, 3));
    offer(write(A + 1536, 0, 4));
    assertThat(written).contains("0x1000 f");
    memoryAnswers();
    assertThat(word(read, 0)).isEqualTo(1);
  }

  @Test
  void theHostSeesAndChangesWhatTheDeviceSees() {
    inMemory(A, 1);
    offer(write(A, 4, 2));
    byte[] bytes = new byte[8];
    bank.hostRead(A, bytes, 0, 8);
    assertThat(bytes).containsExactly(1, 0, 0, 0, 2, 0, 0, 0);
    bank.hostWrite(A + 2, new byte[] {9, 9, 9, 9}, 0, 4);
    bank.hostRead(A, bytes, 0, 8);
    assertThat(bytes).containsExactly(1, 0, 9, 9, 9, 9, 0, 0);
    MemoryMessage read = read(A, 0, 32);
    offer(read);
    memoryAnswers();
    assertThat(word(read, 0)).isEqualTo(0x0909_0001L);
    assertThat(word(read, 4)).isEqualTo(0x0909L);
  }

  @Test
  void scarceThingsStallWithoutEffect() {
    for (int i = 0; i < 4; i++) {
      assertThat(offer(read(A, 0, 32))).isEqualTo(ControllerOutcome.DONE);
    }
    assertThat(offer(read(A, 0, 32))).isEqualTo(ControllerOutcome.STALLED_TARGETS);
    assertThat(offer(read(B, 0, 32))).isEqualTo(ControllerOutcome.DONE);
    assertThat(offer(read(C, 0, 32))).isEqualTo(ControllerOutcome.STALLED_MSHRS);
    assertThat(counters.accesses).isEqualTo(5);
    assertThat(offer(write(C, 0, 1))).as("a write needs no MSHR").isEqualTo(ControllerOutcome.DONE);
    memoryAnswers();
    assertThat(offer(read(D, 0, 32))).isEqualTo(ControllerOutcome.DONE);
  }

  @Test
  void anAnswerSentToABankIsAProtocolError() {
    offer(write(A, 0, 1));
    MemoryMessage fill = message(LineMessage.FILL, A, 0, 4).build();
    assertThatThrownBy(() -> offer(fill))
        .isInstanceOf(ProtocolException.class)
        .hasMessage(
            "cycle 77, gpu L2 bank 0, line 0x1000: event FILL is not listed for state DIRTY; the"
                + " line's history: cycle 77 WRITE in INVALID");
    assertThatThrownBy(() -> offer(new MemoryMessage(OtherMessage.GOSSIP, A, Nodes.tile(0))))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("event GOSSIP is not listed for state DIRTY");
  }

  @Test
  void whoWaitsIsTold() {
    offer(read(A, 0, 32));
    offer(read(A, 0, 32));
    assertThat(bank.waiting())
        .containsExactly(
            "line 0x1000 awaits memory for 2 requests, first READ of line 0x1000 from tile 0");
    assertThat(bank.idle()).isFalse();
  }

  @Override
  public Node node() {
    return topology().banks(0).getFirst();
  }

  @Override
  public Topology topology() {
    return Topology.of(RigConfigs.tiny());
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    assertThat(receiver).as("a bank says nothing to another").isEqualTo(Nodes.tile(0));
    replies.add(message);
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    fetches.add("0x" + Long.toHexString(line) + "+" + start + ".." + (start + bytes));
    misses.add(miss);
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {
    storage.read(line + start, target, offset, bytes);
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    written.add("0x" + Long.toHexString(line) + " " + Long.toHexString(maskLow));
    storage.write(line, data, base, maskLow, maskHigh, 128);
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {
    storage.write(line + start, data, offset, bytes);
  }

  @Override
  public long number(long line) {
    return line / 128;
  }

  @Override
  public void wordChanged() {
    changes++;
  }

  @Override
  public long time() {
    return 77;
  }
}
