package dev.syncopate.memory.host;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.protocol.HostStep;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.List;

/** Executes a protocol's rows for the host. No time passes, for the device has nothing to do. */
public final class HostAccess {
  private final List<Step> read;
  private final List<Step> write;
  private final int lineBytes;
  private final Topology topology;
  private final Controllers controllers;

  /**
   * @param table of the protocol on this machine
   * @param lineBytes a power of two
   * @throws IllegalArgumentException when the table lacks a row
   */
  public HostAccess(StepTable table, int lineBytes, Topology topology, Controllers controllers) {
    read = steps(table, Agent.HOST_READ);
    write = steps(table, Agent.HOST_WRITE);
    this.lineBytes = lineBytes;
    this.topology = topology;
    this.controllers = controllers;
  }

  private static List<Step> steps(StepTable table, Agent agent) {
    StepTable.Row row = table.row(agent, Order.WEAK);
    if (row == null) {
      throw new IllegalArgumentException("the protocol's table has no row " + agent.label());
    }
    return row.steps();
  }

  /** Copies memory out. */
  public void read(long address, byte[] target) {
    byLine(read, address, target, Visitor.READ);
  }

  /** Copies into memory. */
  public void write(long address, byte[] source) {
    byLine(write, address, source, Visitor.WRITE);
  }

  /** Performs the atomics of an access that no warp waits for, where the host finds memory. */
  public void update(LineAccess access) {
    byte[] bytes = new byte[access.parent.operation.bytesPerLane()];
    for (long remaining = access.lanes; remaining != 0; remaining &= remaining - 1) {
      int lane = Long.numberOfTrailingZeros(remaining);
      LineAccess laneAccess =
          new LineAccess(access.parent, access.parent.address[lane], 1L << lane, 0, 0);
      read(laneAccess.line, bytes);
      LaneBytes.atomic(laneAccess, new LineData(bytes), 0);
      write(laneAccess.line, bytes);
    }
  }

  private void byLine(List<Step> steps, long address, byte[] data, Visitor visitor) {
    for (int offset = 0; offset < data.length; ) {
      long pieceAddress = address + offset;
      int bytes = (int) Math.min(data.length - offset, lineBytes - (pieceAddress & lineBytes - 1));
      List<Node> homes = topology.homes(pieceAddress);
      for (Step step : steps) {
        visit((HostStep) step, homes, pieceAddress, data, offset, bytes, visitor);
      }
      offset += bytes;
    }
  }

  private void visit(
      HostStep step,
      List<Node> homes,
      long address,
      byte[] data,
      int offset,
      int bytes,
      Visitor visitor) {
    for (Node home : step == HostStep.AT_HOME ? homes.subList(0, 1) : homes) {
      L2Controller bank = controllers.bank(home);
      if (step == HostStep.AT_OWNERS) {
        owners(bank, address, data, offset, bytes, visitor);
      } else if (step == HostStep.AT_HOME || !home.equals(homes.getFirst())) {
        visitor.bank(bank, address, data, offset, bytes);
      }
    }
  }

  /** Goes to the L1s that a bank names, with as many bytes at once as one of them owns. */
  private void owners(
      L2Controller bank, long address, byte[] data, int offset, int bytes, Visitor visitor) {
    for (int start = 0; start < bytes; ) {
      int owner = bank.owner(address + start);
      int end = start + 1;
      while (end < bytes && bank.owner(address + end) == owner) {
        end++;
      }
      if (owner != L2Controller.NOBODY) {
        L1Controller l1 = controllers.l1(topology.node(owner));
        visitor.l1(l1, address + start, data, offset + start, end - start);
      }
      start = end;
    }
  }

  /** Action at each place. */
  private enum Visitor {
    READ {
      @Override
      void bank(L2Controller bank, long address, byte[] data, int offset, int bytes) {
        bank.hostRead(address, data, offset, bytes);
      }

      @Override
      void l1(L1Controller l1, long address, byte[] data, int offset, int bytes) {
        l1.hostRead(address, data, offset, bytes);
      }
    },
    WRITE {
      @Override
      void bank(L2Controller bank, long address, byte[] data, int offset, int bytes) {
        bank.hostWrite(address, data, offset, bytes);
      }

      @Override
      void l1(L1Controller l1, long address, byte[] data, int offset, int bytes) {
        l1.hostWrite(address, data, offset, bytes);
      }
    };

    abstract void bank(L2Controller bank, long address, byte[] data, int offset, int bytes);

    abstract void l1(L1Controller l1, long address, byte[] data, int offset, int bytes);
  }
}
