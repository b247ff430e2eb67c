package dev.syncopate.workload.heterosync;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Size;
import dev.syncopate.workload.suite.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A synchronisation primitive that some CTAs on each compute unit use again and again: as many
 * units, as much more work (weak scaling, heterosync Table I and §IV-D).
 */
public abstract class IteratedWorkload implements Workload {
  /** CTAs of a unit. */
  protected static final Option.Whole CTAS =
      new Option.Whole("ctas", "CTAs on each compute unit.", 4, 1, 64);

  private static final String SOUND = "none";
  private static final String FAULT = "fault";
  private static final int TABLE_ITERATIONS = 100;

  private final KernelLibrary kernels;
  private final String name;
  private final String description;

  /**
   * @param name what people type
   * @param description one sentence
   */
  protected IteratedWorkload(KernelLibrary kernels, String name, String description) {
    this.kernels = kernels;
    this.name = name;
    this.description = description;
  }

  /** Options besides those that all have. */
  protected abstract List<Option> ownOptions();

  /** Ways in which the kernel can be wrong on purpose. */
  protected abstract List<String> faults();

  /** What they are, in one sentence. */
  protected abstract String faultMeaning();

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final String sizeMeaning() {
    return "iterations of each CTA";
  }

  @Override
  public final List<Size> sizes() {
    return List.of(
        new Size("table", TABLE_ITERATIONS), new Size("small", 3), new Size("medium", 20));
  }

  @Override
  public final List<Option> options() {
    List<Option> options = new ArrayList<>(List.of(UnitGrid.UNITS, CTAS, UnitGrid.BLOCK));
    options.addAll(ownOptions());
    List<String> words = new ArrayList<>(List.of(SOUND));
    words.addAll(faults());
    options.add(
        new Option.Choice(FAULT, "Wrong on purpose, to see it found: " + faultMeaning(), words));
    return List.copyOf(options);
  }

  /** The kernels' PTX. */
  protected final KernelLibrary kernels() {
    return kernels;
  }

  /**
   * Which kernel runs.
   *
   * @param right the one that is right
   * @param fault the one that is wrong in the way chosen
   */
  protected static String kernel(Context context, String right, UnaryOperator<String> fault) {
    String word = context.word(FAULT);
    return word.equals(SOUND) ? right : fault.apply(word);
  }
}
