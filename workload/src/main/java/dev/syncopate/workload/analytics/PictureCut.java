package dev.syncopate.workload.analytics;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.input.Flower;
import dev.syncopate.workload.round.RoundRun;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code cuts}: a picture of a flower is cut out of its background (lab: CC). */
public final class PictureCut implements Workload {
  private static final WorkloadOption.Whole SMOOTHNESS =
      new WorkloadOption.Whole(
          "smoothness", "What it costs to cut between two equal pixels.", 120, 0, 10_000);
  private static final WorkloadOption.Whole EXACT =
      new WorkloadOption.Whole(
          "exact",
          "Rounds from one search for exact heights, by the host, to the next.",
          16,
          1,
          Integer.MAX_VALUE);

  /** So that the excess of all pixels together is less than 2^31. */
  private static final int MOST = 1 << 12;

  private final KernelLibrary kernels;

  public PictureCut() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public PictureCut(KernelLibrary kernels) {
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return "cuts";
  }

  @Override
  public String description() {
    return "Cuts a flower out of a picture: maximum flow by pushing and relabelling.";
  }

  @Override
  public String sizeMeaning() {
    return "columns of the picture, which has three rows to four columns";
  }

  @Override
  public List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 160),
        new NamedSize("small", 64),
        new NamedSize("large", 320),
        new NamedSize("full", 600));
  }

  @Override
  public List<WorkloadOption> options() {
    List<WorkloadOption> options = PushRun.options();
    options.add(SMOOTHNESS);
    options.add(EXACT);
    return List.copyOf(options);
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int columns = SizeLimits.elements(this, context, MOST);
    int rows = Math.max(1, columns * 3 / 4);
    PixelGrid grid =
        PixelGrid.of(
            new Flower(columns, rows, context.seed()).rest(),
            columns,
            (int) context.number(SMOOTHNESS.name()));
    int exact = (int) context.number(EXACT.name());
    UpdateGuarantee update = UpdateGuarantee.of(context);
    RoundRun run =
        PushRun.of(
            this,
            context,
            kernels,
            grid.pixels(),
            () -> new PushedFlow(new FlowReference(grid, exact), update));
    ResultComparison comparison = run.run();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("columns", (long) columns);
    figures.put("rows", (long) rows);
    figures.putAll(run.figures());
    return comparison.outcome(figures);
  }
}
