package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An L1 controller in front of another one, to which it leaves all that a subclass does not do
 * otherwise.
 */
public abstract class L1Decorator implements L1Controller {
  private final L1Controller inner;

  protected L1Decorator(L1Controller inner) {
    this.inner = inner;
  }

  @Override
  public ControllerOutcome accept(LineAccess access) {
    return inner.accept(access);
  }

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    return inner.step(step, access);
  }

  @Override
  public void receive(MemoryMessage message) {
    inner.receive(message);
  }

  @Override
  public int cycles(Step step) {
    return inner.cycles(step);
  }

  @Override
  public List<Object> counters() {
    return inner.counters();
  }

  @Override
  public void stalled(long cycles) {
    inner.stalled(cycles);
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
  public void giveUp(Consumer<LineAccess> updates) {
    inner.giveUp(updates);
  }

  @Override
  public @Nullable CachedCopy copy(long address, int bytes) {
    return inner.copy(address, bytes);
  }
}
