package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;

/**
 * {@code pmevent}: counts the event, and the cycles since the CTA's last one. It takes an issue
 * slot, and waits for nothing.
 */
public final class PerformanceEventOp extends CoreOp {
  public PerformanceEventOp(ControlInstruction.PerformanceEvent event) {
    super(event);
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes != 0) {
      unit.counters.events++;
      unit.counters.eventCycles += warp.owner().sinceLastEvent(now);
    }
    warp.schedule.next();
    return true;
  }
}
