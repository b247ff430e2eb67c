package dev.syncopate.check.scope;

import dev.syncopate.machine.observer.Observer;
import dev.syncopate.ptx.ir.Program;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One of the runs from which advice is derived: its instructions and its listener. */
public final class AdviceRun {
  private final UnaryOperator<Program> kernels;
  private final List<? extends Observer> watchers;

  private AdviceRun(UnaryOperator<Program> kernels, List<? extends Observer> watchers) {
    this.kernels = kernels;
    this.watchers = watchers;
  }

  /** The run as it is. */
  static AdviceRun unchanged(List<? extends Observer> watchers) {
    return new AdviceRun(UnaryOperator.identity(), watchers);
  }

  /**
   * The run with kernels that are changed.
   *
   * @param kernels gives the kernel that is launched in the place of another
   */
  public static AdviceRun of(UnaryOperator<Program> kernels, List<? extends Observer> watchers) {
    return new AdviceRun(kernels, watchers);
  }

  /** The run with other instructions in some places. */
  static AdviceRun changed(Map<InstructionSite, Replacement> changes, Observer watcher) {
    return new AdviceRun(new LineRewriting(changes), List.of(watcher));
  }

  /** What every kernel is changed into before it is launched. */
  public UnaryOperator<Program> kernels() {
    return kernels;
  }

  /** Passes each observer of the variant to a device's method. */
  public void watch(Consumer<? super Observer> observe) {
    watchers.forEach(observe);
  }
}
