package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;

/**
 * A bank's controller in front of another one, to which it leaves all that a subclass does not do
 * otherwise.
 */
public abstract class L2Decorator implements L2Controller {
  private final L2Controller of;

  protected L2Decorator(L2Controller of) {
    this.of = of;
  }

  @Override
  public Outcome receive(MemoryMessage message) {
    return of.receive(message);
  }

  @Override
  public void filled(int miss) {
    of.filled(miss);
  }

  @Override
  public boolean performsLater(long line) {
    return of.performsLater(line);
  }

  @Override
  public List<Object> counters() {
    return of.counters();
  }

  @Override
  public boolean idle() {
    return of.idle();
  }

  @Override
  public List<TransitionCount> transitions() {
    return of.transitions();
  }

  @Override
  public void check() {
    of.check();
  }

  @Override
  public void canonicalize() {
    of.canonicalize();
  }

  @Override
  public void holds(Holdings into) {
    of.holds(into);
  }

  @Override
  public List<String> checkInvariants() {
    return of.checkInvariants();
  }

  @Override
  public List<String> waiting() {
    return of.waiting();
  }

  @Override
  public void hostRead(long address, byte[] into, int at, int bytes) {
    of.hostRead(address, into, at, bytes);
  }

  @Override
  public void hostWrite(long address, byte[] from, int at, int bytes) {
    of.hostWrite(address, from, at, bytes);
  }

  @Override
  public int owner(long address) {
    return of.owner(address);
  }
}
