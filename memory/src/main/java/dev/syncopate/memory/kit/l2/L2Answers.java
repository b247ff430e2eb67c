package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.Arrays;
import java.util.Objects;

/** Performs requests that find their bytes in a bank, and answers them. */
final class L2Answers {
  private static final int NONE = CacheArray.NONE;
  private static final long[] NO_VALUES = {};

  private final L2Lines lines;
  private final CacheArray array;
  private final L2Environment environment;
  private final L2Counters counters;

  L2Answers(L2Lines lines, L2Environment environment, L2Counters counters) {
    this.lines = lines;
    this.environment = environment;
    this.counters = counters;
    array = lines.array;
  }

  void read(MemoryMessage message, int frame, LineMessage answer) {
    lines.record(frame, L2Event.READ, message.line);
    counters.reads++;
    array.touch(frame);
    int from = LineBytes.first(message.maskLow, message.maskHigh);
    int base = array.base(frame);
    byte[] data =
        Arrays.copyOfRange(
            array.data(), base + from, base + LineBytes.end(message.maskLow, message.maskHigh));
    environment.send(message.node, message.answer(answer, from, data));
  }

  void write(MemoryMessage message, int present) {
    lines.record(present, L2Event.WRITE, message.line);
    counters.writes++;
    int frame = present == NONE ? lines.claim(message.line) : present;
    boolean known = array.holds(frame, message.maskLow, message.maskHigh);
    boolean changed =
        LineBytes.write(
            message.data(),
            -message.first(),
            array.data(),
            array.base(frame),
            message.maskLow,
            message.maskHigh);
    lines.wrote(frame, message.line, message.maskLow, message.maskHigh, changed || !known);
    environment.send(message.node, message.answer(LineMessage.ACK));
  }

  void atomic(MemoryMessage message, int frame) {
    LaneAtomics atomics = Objects.requireNonNull(message.atomics());
    counters.atomics++;
    counters.laneAtomics += atomics.count();
    boolean wanted = message.type == LineMessage.ATOMIC;
    long[] old = wanted ? new long[atomics.values()] : NO_VALUES;
    lines.atomic(frame, message, atomics, old);
    environment.atomicsPerformed(atomics);
    environment.send(
        message.node,
        wanted
            ? message.answer(LineMessage.RESULT, old, atomics.resultBytes())
            : message.answer(LineMessage.ACK));
  }
}
