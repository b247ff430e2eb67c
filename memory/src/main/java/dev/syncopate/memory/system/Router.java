package dev.syncopate.memory.system;

import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;

/** Knows which bank is home to a line and where each tile is. Fixed once the machine is built. */
final class Router {
  private final ChannelMap map;
  private final List<Bank> banks = new ArrayList<>();
  private final List<TileMemory> tiles = new ArrayList<>();

  Router(ChannelMap map) {
    this.map = map;
  }

  void add(Bank bank) {
    banks.add(bank);
  }

  void add(TileMemory tile) {
    if (tile.index() != tiles.size()) {
      throw new IllegalArgumentException(
          "tile " + tile.index() + " was made where tile " + tiles.size() + " was expected");
    }
    tiles.add(tile);
  }

  /** The home bank of an address. */
  Bank bank(long address) {
    return banks.get(map.bank(address));
  }

  void toBank(MemoryMessage message, Part sender, long arrival) {
    Bank bank = message.bank == MemoryMessage.HOME ? bank(message.line) : banks.get(message.bank);
    message.receiver = bank;
    sender.send(message, bank.partition(), arrival);
  }

  void toTile(MemoryMessage message, Part sender, long arrival) {
    TileMemory tile = tiles.get(message.tile);
    message.receiver = tile;
    message.ejected = false;
    sender.send(message, tile.host(), arrival);
  }
}
