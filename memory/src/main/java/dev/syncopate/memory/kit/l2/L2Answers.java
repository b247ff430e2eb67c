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
    lines.happen(frame, L2Event.READ, message.line);
    counters.reads++;
    array.touch(frame);
    message.from = LineBytes.first(message.maskLow, message.maskHigh);
    int base = array.base(frame);
    message.data =
        Arrays.copyOfRange(
            array.data(),
            base + message.from,
            base + LineBytes.end(message.maskLow, message.maskHigh));
    message.payloadBytes = message.data.length;
    message.type = answer;
    environment.send(message.node, message);
  }

  void write(MemoryMessage message, int present) {
    lines.happen(present, L2Event.WRITE, message.line);
    counters.writes++;
    int frame = present == NONE ? lines.claim(message.line) : present;
    boolean known = array.holds(frame, message.maskLow, message.maskHigh);
    boolean changed =
        LineBytes.write(
            message.data,
            -message.from,
            array.data(),
            array.base(frame),
            message.maskLow,
            message.maskHigh);
    lines.wrote(frame, message, changed || !known);
    message.data = new byte[0];
    message.payloadBytes = 0;
    message.type = LineMessage.ACK;
    environment.send(message.node, message);
  }

  void atomic(MemoryMessage message, int frame) {
    lines.happen(frame, L2Event.ATOMIC, message.line);
    LaneAtomics atomics = Objects.requireNonNull(message.atomics);
    counters.atomics++;
    counters.laneAtomics += atomics.count();
    lines.wrote(frame, message, atomics.apply(array.data(), array.base(frame)));
    boolean wanted = message.type == LineMessage.ATOMIC;
    message.payloadBytes = wanted ? atomics.resultBytes() : 0;
    message.type = wanted ? LineMessage.RESULT : LineMessage.ACK;
    environment.send(message.node, message);
  }
}
