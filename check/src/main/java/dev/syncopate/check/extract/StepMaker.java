package dev.syncopate.check.extract;

import dev.syncopate.check.extract.Excerpt.Place;
import dev.syncopate.check.extract.Excerpt.Role;
import dev.syncopate.check.report.InstructionDescription;
import dev.syncopate.machine.space.SharedNames;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes steps of events, and places of what they access. */
final class StepMaker {
  /** Bytes of memory; those of shared memory are a CTA's, that of global memory has none. */
  private record Span(int cta, long start, int bytes) {
    boolean overlaps(Span right) {
      return cta == right.cta && start < right.start + right.bytes && right.start < start + bytes;
    }
  }

  private static final int NOBODY = -1;

  private final Grid grid;
  private int stepCount;
  private final InstructionDescription text;
  private final WarpEvent earlier;
  private final int earlierLane;
  private final WarpEvent later;
  private final int laterLane;
  private final long address;
  private final List<Span> spans = new ArrayList<>();
  private final List<Place> places = new ArrayList<>();
  private final List<Long> meetings = new ArrayList<>();

  /** What both conflicting accesses touch. */
  private final Span common;

  /** Whether they are strong and overlap in part: they are weak as to each other. */
  private final boolean differInSize;

  /**
   * @param address of a byte that both conflicting accesses touch
   */
  StepMaker(
      Grid grid, WarpEvent earlier, int earlierLane, WarpEvent later, int laterLane, long address) {
    this.grid = grid;
    this.text = new InstructionDescription(grid.kernel().program);
    this.earlier = earlier;
    this.earlierLane = earlierLane;
    this.later = later;
    this.laterLane = laterLane;
    this.address = address;
    Span earlierSpan = span(earlier, earlierLane, address);
    Span laterSpan = span(later, laterLane, address);
    long start = Math.max(earlierSpan.start, laterSpan.start);
    long end = Math.min(earlierSpan.start + earlierSpan.bytes, laterSpan.start + laterSpan.bytes);
    this.common = new Span(earlierSpan.cta, start, (int) (end - start));
    this.differInSize =
        !earlierSpan.equals(laterSpan)
            && WarpEvent.isStrong(operation(earlier))
            && WarpEvent.isStrong(operation(later));
  }

  List<Place> places() {
    return places;
  }

  private static MemoryOperation operation(WarpEvent event) {
    return Objects.requireNonNull(event.operation);
  }

  /** The element of a lane's access that has a byte. */
  private static Span span(WarpEvent event, int lane, long byteAddress) {
    MemoryOperation operation = operation(event);
    boolean copy = operation.kind() == AccessKind.STORE && event.operands.length == 0;
    int bytes = copy ? operation.bytesPerLane() : operation.type().bytes();
    if (copy) {
      long first = Objects.requireNonNull(event.address).of(lane);
      return new Span(event.shared ? event.sharedCta : NOBODY, first, bytes);
    }
    long start = Objects.requireNonNull(event.address).of(lane);
    return new Span(
        event.shared ? event.sharedCta : NOBODY,
        start + (long) event.element(lane, byteAddress) * bytes,
        bytes);
  }

  Excerpt.Step step(WarpEvent event, int lane, Role role) throws UnclearException {
    if (event.address == null) {
      int meeting = event.meeting.isEmpty() ? 0 : meeting(event);
      boolean waits =
          event.meeting.stream().anyMatch(part -> part.event() == event && part.waits());
      return new Excerpt.Step(
          stepCount++,
          instruction(event.pc),
          event.operation,
          -1,
          0,
          0,
          null,
          true,
          role,
          meeting,
          waits,
          false);
    }
    boolean conflicts =
        (event == earlier && lane == earlierLane) || (event == later && lane == laterLane);
    Span wholeSpan = span(event, lane, conflicts ? address : event.address.of(lane));
    if (operation(event).elements() > 1 && !conflicts) {
      throw new UnclearException("threads synchronise by a vector");
    }
    Span span = conflicts ? common : wholeSpan;
    int shift = (int) (8 * (span.start - wholeSpan.start));
    if (operation(event).kind() == AccessKind.ATOMIC && span.bytes != wholeSpan.bytes) {
      throw new UnclearException("the accesses are of different sizes, and one is an atomic");
    }
    boolean partial = conflicts && differInSize && operation(event).kind() != AccessKind.ATOMIC;
    int elements = operation(event).elements();
    if (operation(event).kind() == AccessKind.ATOMIC && elements > 1) {
      throw new UnclearException("one of the accesses is an atomic of 128 bits");
    }
    int element = event.element(lane, span.start);
    LaneValues[] operands = event.operands;
    LaneValues operand = operands.length == 0 ? null : operands[element];
    LaneValues operand2 = operands.length > elements ? operands[elements + element] : null;
    LaneValues result = event.results.length == 0 ? null : event.results[element];
    return new Excerpt.Step(
        stepCount++,
        instruction(event.pc),
        partial ? operation(event).with(Order.WEAK, Scope.CTA) : event.operation,
        place(span),
        value(operand, lane, shift, span.bytes),
        value(operand2, lane, shift, span.bytes),
        result == null ? null : value(result, lane, shift, span.bytes),
        operand != null || operation(event).kind() == AccessKind.LOAD,
        role,
        0,
        false,
        partial);
  }

  private Excerpt.Instruction instruction(int pc) {
    return pc < 0
        ? new Excerpt.Instruction(pc, "barrier", "", "a line that is not known")
        : new Excerpt.Instruction(pc, text.what(pc), text.line(pc), text.where(pc));
  }

  private int meeting(WarpEvent event) {
    long first = event.meeting.getFirst().event().number;
    if (!meetings.contains(first)) {
      meetings.add(first);
    }
    return meetings.indexOf(first) + 1;
  }

  /** Part of a lane's value as a signed number. */
  private static long value(@Nullable LaneValues values, int lane, int shift, int bytes) {
    if (values == null) {
      return 0;
    }
    int unused = Long.SIZE - 8 * Math.min(bytes, Long.BYTES);
    return values.of(lane) >> shift << unused >> unused;
  }

  private int place(Span span) throws UnclearException {
    int index = spans.indexOf(span);
    if (index >= 0) {
      return index;
    }
    for (Span existing : spans) {
      if (span.overlaps(existing)) {
        throw new UnclearException("%s is accessed in parts".formatted(name(existing)));
      }
    }
    spans.add(span);
    places.add(new Place(name(span), span.cta != NOBODY));
    return spans.size() - 1;
  }

  private String name(Span span) {
    if (span.cta != NOBODY) {
      return SharedNames.name(grid.kernel().program, span.start, span.bytes);
    }
    String name = grid.space().names().name(span.start, span.bytes);
    return name == null ? "address 0x" + Long.toHexString(span.start) : name;
  }
}
