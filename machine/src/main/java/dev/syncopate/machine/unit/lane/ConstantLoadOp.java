package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.fusion.FusibleOp;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.fusion.LaneFrame;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.local.LittleEndian;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.StateSpace;

/**
 * {@code ld.const} and {@code ld.param}: from an image that does not change while a kernel runs.
 */
public final class ConstantLoadOp extends CoreOp implements FusibleOp {
  private final boolean parameter;
  private final DataType type;
  private final int registerBits;
  private final long[] constants;
  private final int base;
  private final long offset;
  private final int[] destinations;

  public ConstantLoadOp(MemoryInstruction.Load load, HotOperands operands) {
    super(load);
    this.parameter = load.space() == StateSpace.PARAM;
    this.type = AccessTypes.type(load.type());
    this.registerBits = load.registerBits();
    this.constants = operands.constants;
    this.base = load.address().base();
    this.offset = load.address().offset();
    this.destinations = load.destinations().stream().mapToInt(operands::valueOrSpare).toArray();
  }

  @Override
  public boolean isFusible() {
    return base < 0;
  }

  @Override
  public void emit(LaneEmitter code) {
    for (int e = 0; e < destinations.length; e++) {
      code.object(this, ConstantLoadOp.class);
      code.frame();
      code.code().loadConstant(e);
      code.call(ConstantLoadOp.class, "value", long.class, LaneFrame.class, int.class);
      code.setValue(destinations[e]);
    }
  }

  /** Element for fused code, the same in all lanes. */
  public long value(LaneFrame frame, int element) {
    Warp warp = frame.warp();
    int first = Long.numberOfTrailingZeros(warp.schedule.active());
    return read(frame.unit, warp, first, image(warp), uniformAddress(), element);
  }

  private byte[] image(Warp warp) {
    return parameter ? warp.grid().parameters() : warp.grid().constants();
  }

  private long uniformAddress() {
    return AddressMap.inWindow(constants[~base] + offset);
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes != 0) {
      byte[] image = image(warp);
      if (base < 0) {
        uniform(unit, warp, lanes, image);
      } else {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
          int lane = Long.numberOfTrailingZeros(rest);
          long address = AddressMap.inWindow(warp.values()[base + lane] + offset);
          for (int e = 0; e < destinations.length; e++) {
            warp.values()[destinations[e] + lane] = read(unit, warp, lane, image, address, e);
          }
        }
      }
      warp.resultsFrom(writes, now + latency);
    }
    warp.schedule.next();
    return true;
  }

  private void uniform(ComputeUnit unit, Warp warp, long lanes, byte[] image) {
    long address = uniformAddress();
    for (int e = 0; e < destinations.length; e++) {
      long value = read(unit, warp, Long.numberOfTrailingZeros(lanes), image, address, e);
      warp.fill(destinations[e], lanes, value);
    }
  }

  private long read(
      ComputeUnit unit, Warp warp, int lane, byte[] image, long address, int element) {
    long elementAddress = address + (long) element * type.bytes();
    String spaceName = parameter ? "parameter" : "constant";
    if ((elementAddress & (type.bytes() - 1)) != 0) {
      throw unit.misaligned(this, warp, lane, elementAddress, type.bytes(), spaceName);
    }
    if (elementAddress < 0 || elementAddress + type.bytes() > image.length) {
      throw unit.fault(
          this,
          warp,
          lane,
          spaceName
              + " address 0x"
              + Long.toHexString(elementAddress)
              + " is beyond the "
              + image.length
              + " bytes there are");
    }
    return AccessTypes.extend(
        LittleEndian.get(image, (int) elementAddress, type.bytes()), type, registerBits);
  }
}
