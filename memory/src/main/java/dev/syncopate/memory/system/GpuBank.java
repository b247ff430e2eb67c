package dev.syncopate.memory.system;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.network.EjectionPort;
import dev.syncopate.memory.network.InjectionPort;
import dev.syncopate.memory.network.PortCounters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageReceiver;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.sim.engine.Part;

/**
 * An L2 bank of one of several GPUs: a link to the memory side is behind it. What comes over the
 * link is not kept waiting by requests that are: the bank takes it as it comes.
 */
final class GpuBank extends BankShell {
  private static final String NO_MEMORY =
      "the bank of one of several GPUs has no memory of its own";

  final PortCounters portCounters;
  final PortCounters linkCounters = new PortCounters();
  private final InjectionPort linkInjection;
  private final EjectionPort linkEjection;
  private final MessageReceiver fromMemorySide = this::arriveFromMemorySide;

  /** A bank with a part of its own. */
  GpuBank(int index, int gpu, MemoryConfig config, Protocol protocol, Router router) {
    this(index, gpu, config, protocol, router, new PortCounters());
  }

  private GpuBank(
      int index,
      int gpu,
      MemoryConfig config,
      Protocol protocol,
      Router router,
      PortCounters ports) {
    super(
        index,
        gpu,
        new Slice("gpu" + gpu + ".l2." + index % config.l2().banks()),
        config,
        protocol,
        router,
        ports);
    portCounters = ports;
    linkInjection = new InjectionPort(config.system().linkBandwidth(), linkCounters);
    linkEjection = new EjectionPort(config.system().linkBandwidth(), linkCounters);
  }

  private static final class Slice extends Part {
    Slice(String name) {
      super(name);
    }
  }

  MessageReceiver fromMemorySide() {
    return fromMemorySide;
  }

  private void arriveFromMemorySide(MemoryMessage message, long now) {
    if (!message.ejected) {
      message.ejected = true;
      int bytes = config.network().headerBytes() + message.payloadBytes;
      long through = linkEjection.arrive(now, bytes);
      if (through > now) { // later than all that still wait, so the order is kept
        part().schedule(message, through);
        return;
      }
    }
    receive(message);
    go(now);
  }

  @Override
  public void toMemorySide(MemoryMessage message) {
    int bytes = config.network().headerBytes() + message.payloadBytes;
    long departure = linkInjection.depart(part().now(), bytes);
    router().toMemorySide(message, part(), departure + config.system().linkLatency());
  }

  @Override
  public void fetch(int miss, long line, int from, int bytes) {
    throw new IllegalStateException(NO_MEMORY);
  }

  @Override
  public void readMemory(long line, int from, int bytes, byte[] into, int at) {
    throw new IllegalStateException(NO_MEMORY);
  }

  @Override
  public void writeMemory(long line, byte[] data, int base, long maskLow, long maskHigh) {
    throw new IllegalStateException(NO_MEMORY);
  }

  @Override
  public void pokeMemory(long line, int from, int bytes, byte[] data, int at) {
    throw new IllegalStateException(NO_MEMORY);
  }
}
