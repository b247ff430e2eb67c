package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.source.PtxSource;
import java.util.ArrayList;
import java.util.List;

/** The threads of a CTA, of which one runs at a time, as far as it comes without the others. */
final class ReferenceCta {
  /** Statements that one thread may execute without waiting for others. */
  private static final int LONGEST = 1_000_000;

  private final PtxSource source;
  private final OperandAccess operands;
  private final Calculation calculation;
  private final Movement movement;
  private final ControlFlow control;
  private final LaneExchange exchange;
  private final ReferenceBarriers barriers;
  private final List<Lane> threads;

  ReferenceCta(PtxSource source, MemoryImage image, List<Lane> threads) {
    this.source = source;
    this.threads = threads;
    operands = new OperandAccess(image);
    calculation = new Calculation(operands);
    movement = new Movement(operands);
    control = new ControlFlow(image, operands);
    exchange = new LaneExchange(operands);
    barriers = new ReferenceBarriers(operands);
  }

  /**
   * Runs all threads to their end.
   *
   * @param backwards whether the last thread runs first
   */
  void run(boolean backwards) {
    boolean progress = true;
    while (progress) {
      progress = false;
      for (int i = 0; i < threads.size(); i++) {
        Lane lane = threads.get(backwards ? threads.size() - 1 - i : i);
        progress |= lane.canGoOn();
        advance(lane);
      }
      boolean met = meet();
      progress |= barriers.complete(threads) || met;
    }
    for (Lane lane : threads) {
      if (lane.waitsAt != null) {
        throw ReferenceException.at(
            source,
            lane.waitsAt,
            "thread %d waits here forever, for %x".formatted(lane.number, lane.awaited));
      }
    }
  }

  private void advance(Lane lane) {
    for (int steps = 0; lane.canGoOn(); steps++) {
      FunctionFrame frame = lane.frames.getFirst();
      if (frame.next == frame.function.body().size()) {
        control.leave(lane);
        continue;
      }
      InstructionSyntax instruction = frame.function.body().get(frame.next);
      try {
        if (steps == LONGEST) {
          throw new ReferenceException("a thread comes to no end");
        }
        step(lane, frame, instruction);
      } catch (ReferenceException e) {
        throw ReferenceException.at(source, instruction, String.valueOf(e.getMessage()));
      }
    }
  }

  private void step(Lane lane, FunctionFrame frame, InstructionSyntax instruction) {
    if (instruction.guard() != null
        && operands.predicate(lane, instruction, instruction.guard())
            == instruction.guardNegated()) {
      frame.next++;
    } else if (LaneExchange.is(instruction)) {
      lane.awaited = exchange.mask(lane, instruction);
      lane.waitsAt = instruction;
    } else if (ReferenceBarriers.is(instruction)) {
      barriers.arrive(lane, instruction);
    } else if (control.execute(lane, instruction)) {
      return;
    } else if (calculation.execute(lane, instruction)
        || movement.execute(lane, instruction)
        || isPlace(instruction)) {
      frame.next++;
    } else {
      throw new ReferenceException(instruction.mnemonic() + " is not known");
    }
  }

  /**
   * Whether it only orders what is around it. One thread runs at a time, and none waits inside a
   * transaction: it is atomic by itself.
   */
  private static boolean isPlace(InstructionSyntax instruction) {
    return instruction.opcode().equals("membar")
        || instruction.opcode().equals("fence")
        || instruction.opcode().equals("tx");
  }

  /** Lets lanes exchange values where all that an exchange names are there. */
  private boolean meet() {
    boolean progressed = false;
    for (Lane lane : threads) {
      if (lane.waitsAt != null && lane.barrier < 0) {
        List<Lane> group = new ArrayList<>();
        boolean complete = true;
        for (Lane peer : threads) {
          if (peer.warp() == lane.warp() && (lane.awaited >>> peer.lane() & 1) != 0) {
            complete &= peer.exited || LaneExchange.same(lane, peer);
            if (!peer.exited) {
              group.add(peer);
            }
          }
        }
        if (complete) {
          exchange.execute(group);
          group.forEach(Lane::pass);
          progressed = true;
        }
      }
    }
    return progressed;
  }
}
