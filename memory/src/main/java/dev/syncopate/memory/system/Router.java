package dev.syncopate.memory.system;

import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Knows which bank is home to a line, in each GPU and at the memory side, and where each tile is.
 * Fixed once the machine is built.
 */
final class Router {
  private final ChannelMap map;

  /** The banks with memory behind them. */
  private final List<Bank> banks = new ArrayList<>();

  /** With several GPUs: the banks of each, one GPU after the other. */
  private final List<GpuBank> gpuBanks = new ArrayList<>();

  private final List<TileShell> tiles = new ArrayList<>();

  Router(ChannelMap map) {
    this.map = map;
  }

  void add(Bank bank) {
    banks.add(bank);
  }

  void add(GpuBank bank) {
    gpuBanks.add(bank);
  }

  void add(TileShell tile) {
    if (tile.index() != tiles.size()) {
      throw new IllegalArgumentException(
          "tile " + tile.index() + " was made where tile " + tiles.size() + " was expected");
    }
    tiles.add(tile);
  }

  private int number(MemoryMessage message) {
    return message.bank == MemoryMessage.HOME ? map.bank(message.line) : message.bank;
  }

  /** The number of an address's home bank. */
  int home(long address) {
    return map.bank(address);
  }

  /** To the bank of a GPU, or of the memory side, that a message names. */
  void toBank(MemoryMessage message, int gpu, Part sender, long arrival) {
    int number = number(message);
    BankShell bank =
        gpuBanks.isEmpty() || gpu == L2Environment.MEMORY_SIDE
            ? banks.get(number)
            : gpuBanks.get(gpu * banks.size() + number);
    message.receiver = bank;
    sender.send(message, bank.part(), arrival);
  }

  /** From a GPU's bank to the memory side. */
  void toMemorySide(MemoryMessage message, Part sender, long arrival) {
    toBank(message, L2Environment.MEMORY_SIDE, sender, arrival);
  }

  /** From the memory side to the GPU's bank that a message is for. */
  void toGpuBank(MemoryMessage message, Part sender, long arrival) {
    GpuBank bank = gpuBanks.get(MemoryMessage.bankNumber(message.tile));
    message.receiver = bank.fromMemorySide();
    message.ejected = false;
    sender.send(message, bank.part(), arrival);
  }

  void toTile(MemoryMessage message, Part sender, long arrival) {
    TileShell tile = tiles.get(message.tile);
    message.receiver = tile;
    message.ejected = false;
    sender.send(message, tile.host(), arrival);
  }
}
