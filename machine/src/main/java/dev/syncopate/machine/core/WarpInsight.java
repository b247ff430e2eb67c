package dev.syncopate.machine.core;

/** Looks into a stopped warp. */
record WarpInsight(ComputeUnit unit, Warp warp, Cta cta) implements WarpStatus.Insight {
  @Override
  public long value(int operand, int lane) {
    return operand >= 0
        ? warp.registers[operand * warp.width + lane]
        : unit.grid().kernel().program.constants()[~operand];
  }

  @Override
  public long predicate(int register) {
    return warp.predicates[register];
  }

  @Override
  public long shared(long offset, int bytes) {
    boolean inside = offset >= 0 && offset + bytes <= unit.grid().sharedBytes();
    return inside ? unit.shared.get(cta.sharedBase + (int) offset, bytes) : 0;
  }
}
