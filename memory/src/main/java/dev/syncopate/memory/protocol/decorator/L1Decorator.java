package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An L1 controller in front of another one, to which it leaves all that a subclass does not do
 * otherwise.
 */
public abstract class L1Decorator implements L1Controller {
  private final L1Controller of;

  protected L1Decorator(L1Controller of) {
    this.of = of;
  }

  @Override
  public Outcome accept(LineAccess access) {
    return of.accept(access);
  }

  @Override
  public Outcome step(Step step, WarpAccess access) {
    return of.step(step, access);
  }

  @Override
  public void receive(MemoryMessage message) {
    of.receive(message);
  }

  @Override
  public int cycles(Step step) {
    return of.cycles(step);
  }

  @Override
  public List<Object> counters() {
    return of.counters();
  }

  @Override
  public void stalled(long cycles) {
    of.stalled(cycles);
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
  public void giveUp(Consumer<LineAccess> updates) {
    of.giveUp(updates);
  }

  @Override
  public @Nullable CachedCopy copy(long address, int bytes) {
    return of.copy(address, bytes);
  }
}
