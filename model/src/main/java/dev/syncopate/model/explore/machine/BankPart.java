package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.topology.Node;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An L2 bank with the memory behind it. What can happen without a message: memory answers one of
 * the bank's requests, in any order. After refusing a message it takes none until then.
 */
final class BankPart extends MachinePart implements L2Environment {
  private final Machine machine;
  private @Nullable BankState current;

  BankPart(Machine machine, Node node) {
    this.machine = machine;
    super(machine, node);
  }

  private BankState work(PartState state) {
    BankState bank = (BankState) state;
    current = bank;
    return bank;
  }

  private BankState current() {
    BankState bank = current;
    if (bank == null) {
      throw new IllegalStateException("no state is worked on");
    }
    return bank;
  }

  @Override
  public PartState initial() {
    LocationAddresses addresses = machine.addresses();
    ByteBuffer memory = ByteBuffer.allocate(addresses.extent()).order(ByteOrder.LITTLE_ENDIAN);
    for (String location : addresses.names()) {
      memory.putLong(addresses.offset(addresses.address(location)), addresses.initial(location));
    }
    return new BankState(
        machine
            .protocol()
            .l2(
                node().isMemorySide() ? machine.config().memorySide() : machine.config(),
                this,
                new L2Counters()),
        memory.array());
  }

  @Override
  public int events(PartState state, int[] target) {
    int[] fetching = work(state).fetching;
    int count = 0;
    for (int line = 0; line < fetching.length; line++) {
      if (fetching[line] >= 0) {
        target[count++] = line;
      }
    }
    return count;
  }

  @Override
  public boolean happen(PartState state, int event) {
    BankState bank = work(state);
    int miss = bank.fetching[event];
    bank.fetching[event] = -1;
    bank.stalled = false;
    bank.controller.filled(miss);
    return true;
  }

  @Override
  public boolean receive(PartState state, Sent sent) {
    BankState bank = work(state);
    boolean downward = machine.channels().comesDown(sent.channel());
    if (bank.stalled && !downward) {
      return false;
    }
    boolean refused = bank.controller.receive(sent.toController()).stalled();
    if (refused && downward) {
      throw new IllegalStateException(name() + " refuses " + sent.message());
    }
    bank.stalled = refused;
    return !refused;
  }

  @Override
  public String describe(PartState state, int event) {
    return "memory answers for "
        + String.join(", ", machine.addresses().in(machine.addresses().line(event)));
  }

  @Override
  public void canonicalize(PartState state) {
    work(state).controller.canonicalize();
  }

  @Override
  public boolean finished(PartState state) {
    BankState bank = work(state);
    return Arrays.stream(bank.fetching).allMatch(miss -> miss < 0) && bank.controller.idle();
  }

  @Override
  public List<String> checkInvariants(PartState state) {
    return work(state).controller.checkInvariants();
  }

  @Override
  public List<String> waiting(PartState state) {
    BankState bank = work(state);
    List<String> lines = new ArrayList<>(bank.controller.waiting());
    if (bank.stalled) {
      lines.add("refuses messages until memory answers");
    }
    return lines;
  }

  /** The controller in a state, to be asked. */
  L2Controller controller(PartState state) {
    return work(state).controller;
  }

  // ---- what the controller calls ----

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    int[] fetching = current().fetching;
    int number = machine.addresses().offset(line) / LocationAddresses.LINE;
    if (fetching[number] >= 0) {
      throw new IllegalStateException(name() + " asks memory twice for one line");
    }
    fetching[number] = miss;
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int position) {
    System.arraycopy(
        current().memory, machine.addresses().offset(line) + start, target.bytes, position, bytes);
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    int offset = machine.addresses().offset(line);
    for (long remaining = maskLow; remaining != 0; remaining &= remaining - 1) {
      int index = Long.numberOfTrailingZeros(remaining);
      current().memory[offset + index] = data.bytes[base + index];
    }
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int position) {
    System.arraycopy(
        data.bytes, position, current().memory, machine.addresses().offset(line) + start, bytes);
  }

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return machine.time();
  }
}
