package dev.syncopate.memory.rig;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.dram.DramStorage;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A bank of a {@link LooseMachine}, of one of its GPUs or of the memory side. */
final class LooseBank extends LoosePart implements L2Environment {
  private final LooseMachine machine;
  private final MemoryConfig config;
  private final int index;
  private final int gpu;
  private final String name;
  private final L2Controller controller;
  private final DramStorage storage = new DramStorage();
  private final List<Integer> fetches = new ArrayList<>();

  /**
   * From each tile, then from each bank of its GPU or of the memory side, then from the memory side
   * or from each bank of every GPU; and whether that is a slow way.
   */
  private final List<ArrayDeque<MemoryMessage>> incoming = new ArrayList<>();

  private final boolean[] slow;

  private boolean stalled;

  /**
   * @param own what its controller is made from
   */
  LooseBank(LooseMachine machine, int index, int gpu, MemoryConfig own, Protocol protocol) {
    this.machine = machine;
    this.index = index;
    this.gpu = gpu;
    name = (gpu == MEMORY_SIDE ? "memory side " : "bank ") + index;
    config = machine.config();
    int far = gpu == MEMORY_SIDE ? config.system().gpus() : config.severalGpus() ? 1 : 0;
    slow = machine.slowWays(near() + far * config.l2().banks());
    controller = protocol.l2(index, own, this, new L2Counters());
    for (int i = 0; i < slow.length; i++) {
      incoming.add(new ArrayDeque<>());
    }
  }

  /** Ways from tiles and from banks beside it: the rest is from the other side of the link. */
  private int near() {
    return config.computeUnits() + config.l2().banks();
  }

  String name() {
    return name;
  }

  L2Controller controller() {
    return controller;
  }

  /** A message is on its way here, by one of the ways. */
  void arrives(int way, MemoryMessage message) {
    incoming.get(way).add(message);
    change();
  }

  /** Whether what comes on a way is from the memory side: never refused, nor kept waiting. */
  private boolean isAnswer(int way) {
    return gpu != MEMORY_SIDE && way >= near();
  }

  @Override
  int count(boolean late) {
    int count = late ? 0 : fetches.size();
    for (int way = 0; way < slow.length; way++) {
      count += slow[way] == late && mayTake(way) ? 1 : 0;
    }
    return count;
  }

  @Override
  void happen(boolean late, int which) {
    int left = which;
    for (int way = 0; way < slow.length; way++) {
      if (slow[way] == late && mayTake(way) && left-- == 0) {
        take(incoming.get(way), isAnswer(way));
        return;
      }
    }
    controller.filled(fetches.remove(/* index */ left));
    stalled = false;
  }

  private boolean mayTake(int way) {
    return !incoming.get(way).isEmpty() && (isAnswer(way) || !stalled);
  }

  private void take(ArrayDeque<MemoryMessage> channel, boolean answer) {
    MemoryMessage message = channel.remove();
    machine.journal().message(time(), name, " is offered", "", message);
    if (!controller.receive(message).stalled()) {
      stalled &= !answer;
    } else if (answer) {
      throw new IllegalStateException("refused " + message);
    } else {
      channel.addFirst(message);
      stalled = true;
    }
  }

  @Override
  public int gpu() {
    return gpu;
  }

  private int number() {
    return index % config.l2().banks();
  }

  @Override
  public void reply(MemoryMessage message) {
    if (message.tile < 0) {
      LooseBank to = machine.gpuBank(MemoryMessage.bankNumber(message.tile));
      machine.journal().message(time(), name, " answers ", to.name(), message);
      to.arrives(near() + index, message);
    } else {
      LooseTile to = machine.tile(message.tile);
      machine.journal().message(time(), name, " answers ", to.name(), message);
      to.arrives(number() + (gpu == MEMORY_SIDE ? config.l2().banks() : 0), message);
    }
  }

  @Override
  public void pass(MemoryMessage message) {
    LooseBank to = machine.bankOf(message, gpu);
    machine.journal().message(time(), name, " passes to ", to.name(), message);
    to.arrives(config.computeUnits() + number(), message);
  }

  @Override
  public void toMemorySide(MemoryMessage message) {
    LooseBank to = machine.bankOf(message, MEMORY_SIDE);
    machine.journal().message(time(), name, " sends to ", to.name(), message);
    to.arrives(near() + index, message);
  }

  @Override
  public void fetch(int miss, long line, int from, int bytes) {
    fetches.add(miss);
  }

  @Override
  public void readMemory(long line, int from, int bytes, byte[] into, int at) {
    storage.read(machine.local(line) + from, into, at, bytes);
  }

  @Override
  public void writeMemory(long line, byte[] data, int base, long maskLow, long maskHigh) {
    storage.write(machine.local(line), data, base, maskLow, maskHigh, config.l1().line());
  }

  @Override
  public void pokeMemory(long line, int from, int bytes, byte[] data, int at) {
    storage.write(machine.local(line) + from, data, at, bytes);
  }

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
