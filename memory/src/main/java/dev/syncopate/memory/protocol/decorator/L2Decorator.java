package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;

/**
 * A bank's controller in front of another one, to which it leaves all that a subclass does not do
 * otherwise.
 */
public abstract class L2Decorator implements L2Controller {
  private final L2Controller inner;

  protected L2Decorator(L2Controller inner) {
    this.inner = inner;
  }

  @Override
  public ControllerOutcome receive(MemoryMessage message) {
    return inner.receive(message);
  }

  @Override
  public void filled(int miss) {
    inner.filled(miss);
  }

  @Override
  public boolean performsLater(long line) {
    return inner.performsLater(line);
  }

  @Override
  public List<Object> counters() {
    return inner.counters();
  }

  @Override
  public boolean idle() {
    return inner.idle();
  }

  @Override
  public List<TransitionCount> transitions() {
    return inner.transitions();
  }

  @Override
  public void check() {
    inner.check();
  }

  @Override
  public void canonicalize() {
    inner.canonicalize();
  }

  @Override
  public void holds(OwnershipBalance holdings) {
    inner.holds(holdings);
  }

  @Override
  public List<String> checkInvariants() {
    return inner.checkInvariants();
  }

  @Override
  public List<String> waiting() {
    return inner.waiting();
  }

  @Override
  public void hostRead(long address, byte[] target, int offset, int bytes) {
    inner.hostRead(address, target, offset, bytes);
  }

  @Override
  public void hostWrite(long address, byte[] source, int offset, int bytes) {
    inner.hostWrite(address, source, offset, bytes);
  }

  @Override
  public int owner(long address) {
    return inner.owner(address);
  }
}
