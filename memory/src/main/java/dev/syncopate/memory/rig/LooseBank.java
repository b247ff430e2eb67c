package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.dram.DramStorage;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;

/** A bank of a {@link LooseMachine}, of one of its GPUs or of the memory side. */
final class LooseBank extends LoosePart implements L2Environment {
  private final LooseMachine machine;
  private final MemoryConfig config;
  private final L2Controller controller;
  private final DramStorage storage = new DramStorage();
  private final List<Integer> fetches = new ArrayList<>();

  private boolean stalled;

  /**
   * @param bankConfig what its controller is made from
   */
  LooseBank(LooseMachine machine, Node node, MemoryConfig bankConfig, Protocol protocol) {
    this.machine = machine;
    super(machine, node);
    config = machine.config();
    controller = protocol.l2(bankConfig, this, new L2Counters());
  }

  L2Controller controller() {
    return controller;
  }

  @Override
  int countEvents() {
    return fetches.size();
  }

  @Override
  boolean eventsFirst() {
    return false;
  }

  @Override
  void event(int number) {
    controller.filled(fetches.remove(/* index */ number));
    stalled = false;
  }

  @Override
  boolean mayTake(int channel) {
    return !stalled || machine.channels().comesDown(channel);
  }

  @Override
  boolean take(MemoryMessage message, int channel) {
    machine.journal().message(time(), () -> node() + " is offered", message);
    boolean downward = machine.channels().comesDown(channel);
    boolean refused = controller.receive(message).stalled();
    if (refused && downward) {
      throw new IllegalStateException("refused " + message);
    }
    stalled = refused || (stalled && !downward);
    return !refused;
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    fetches.add(miss);
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {
    storage.read(machine.local(line) + start, target, offset, bytes);
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    storage.write(machine.local(line), data, base, maskLow, maskHigh, config.l1().line());
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {
    storage.write(machine.local(line) + start, data, offset, bytes);
  }

  /** Without time sets may be used unevenly: the more lines meet in one, the more is evicted. */
  @Override
  public long number(long line) {
    return line / config.l1().line();
  }

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return machine.steps();
  }
}
