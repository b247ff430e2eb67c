package dev.syncopate.workload.heterosync;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A workload of the suite: it runs on some of the machine's compute units, has the size of the
 * paper's tables unless told otherwise, and can be wrong on purpose.
 */
public abstract class UnitWorkload implements Workload {
  private static final String SOUND = "none";

  /** The option that chooses one of {@link #faults}. */
  protected static final String FAULT = "fault";

  private final KernelLibrary kernels;
  private final String name;
  private final String description;

  /**
   * @param name what people type
   * @param description one sentence
   */
  protected UnitWorkload(KernelLibrary kernels, String name, String description) {
    this.kernels = kernels;
    this.name = name;
    this.description = description;
  }

  /** Options other than units and faults. */
  protected abstract List<WorkloadOption> ownOptions();

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

  /** The size of the paper's table first, then one for tests and one between. */
  protected static List<NamedSize> sizes(int table, int small, int medium) {
    return List.of(
        new NamedSize("table", table),
        new NamedSize("small", small),
        new NamedSize("medium", medium));
  }

  @Override
  public final List<WorkloadOption> options() {
    List<WorkloadOption> options = new ArrayList<>(List.of(UnitGrid.UNITS));
    options.addAll(ownOptions());
    List<String> words = new ArrayList<>(List.of(SOUND));
    words.addAll(faults());
    options.add(
        new WorkloadOption.Choice(
            FAULT, "Wrong on purpose, to see it found: " + faultMeaning(), words));
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
   * @param fault from the chosen fault to the kernel with this fault
   */
  protected static String kernel(
      WorkloadContext context, String right, UnaryOperator<String> fault) {
    String word = context.word(FAULT);
    return word.equals(SOUND) ? right : fault.apply(word);
  }
}
