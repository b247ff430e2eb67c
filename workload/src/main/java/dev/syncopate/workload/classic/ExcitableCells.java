package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;

/** Action potentials of heart-muscle cells. */
public final class ExcitableCells extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "myocyte",
          "Action potentials of cells: two equations each, Fehlberg's formula, every step stored.",
          "steps",
          ClassicDescription.sizes(10, 25, 50, 100),
          1,
          1 << 14);

  private static final WorkloadOption.Whole CELLS =
      new WorkloadOption.Whole(
          "cells", "Cells, each with a different stimulus.", 10_240, 1, 1 << 20);

  private static final int STAGES = 6;

  /** Where the rows behind the stages' begin. */
  private static final int FIFTH = STAGES * STAGES;

  private static final int DIFFERENCE = FIFTH + STAGES;

  /** Fehlberg's table ("Low-order classical Runge-Kutta formulas", NASA TR R-315, table III). */
  private static final float[] FACTORS = factors();

  private static final float STEP = 0.25f;
  private static final int BLOCK = 128;

  public ExcitableCells() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public ExcitableCells(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(CELLS);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int steps = job.size();
    int cells = job.number(CELLS);
    float[] current = new float[cells];
    float[] voltage = new float[(steps + 1) * cells];
    float[] recovery = new float[(steps + 1) * cells];
    for (int i = 0; i < cells; i++) {
      current[i] = 0.3f + 0.4f * job.random().nextFloat();
      voltage[i] = -1 + 0.1f * job.random().nextFloat();
      recovery[i] = -0.6f;
    }
    Buffer voltages = job.device().copyOf(voltage);
    Buffer recoveries = job.device().copyOf(recovery);
    Buffer errors = job.device().allocate((long) Float.BYTES * steps * cells);
    job.launch(
        "myocyte_steps",
        LaunchShape.covering(cells, BLOCK),
        job.device().copyOf(current),
        job.device().copyOf(FACTORS),
        voltages,
        recoveries,
        errors,
        cells,
        steps,
        STEP);
    float[] error = new float[steps * cells];
    for (int cell = 0; cell < cells; cell++) {
      integrate(cell, cells, current[cell], voltage, recovery, error);
    }
    return new OutcomeBuilder()
        .check(ResultComparison.exact("voltages", voltages.readFloats(), voltage))
        .check(ResultComparison.exact("recoveries", recoveries.readFloats(), recovery))
        .check(ResultComparison.exact("errors", errors.readFloats(), error))
        .figure("cells", cells)
        .figure("steps", steps)
        .outcome();
  }

  private static void integrate(
      int cell, int cells, float current, float[] voltage, float[] recovery, float[] error) {
    for (int index = cell; index < error.length; index += cells) {
      float[] kv = new float[STAGES];
      float[] kw = new float[STAGES];
      for (int stage = 0; stage < STAGES; stage++) {
        float v = Math.fma(STEP, sum(kv, stage * STAGES, stage), voltage[index]);
        float w = Math.fma(STEP, sum(kw, stage * STAGES, stage), recovery[index]);
        kv[stage] = Math.fma(-0.33333334f, v * v * v, v) - w + current;
        kw[stage] = 0.08f * Math.fma(-0.8f, w, v + 0.7f);
      }
      voltage[index + cells] = Math.fma(STEP, sum(kv, FIFTH, STAGES), voltage[index]);
      recovery[index + cells] = Math.fma(STEP, sum(kw, FIFTH, STAGES), recovery[index]);
      error[index] = STEP * sum(kv, DIFFERENCE, STAGES);
    }
  }

  /** Of the first rates, each times its factor. */
  private static float sum(float[] rates, int factors, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      sum = Math.fma(FACTORS[factors + i], rates[i], sum);
    }
    return sum;
  }

  private static float[] factors() {
    double[][] stages = {
      {},
      {1 / 4.0},
      {3 / 32.0, 9 / 32.0},
      {1932 / 2197.0, -7200 / 2197.0, 7296 / 2197.0},
      {439 / 216.0, -8, 3680 / 513.0, -845 / 4104.0},
      {-8 / 27.0, 2, -3544 / 2565.0, 1859 / 4104.0, -11 / 40.0}
    };
    double[] fourth = {25 / 216.0, 0, 1408 / 2565.0, 2197 / 4104.0, -1 / 5.0, 0};
    double[] fifth = {16 / 135.0, 0, 6656 / 12825.0, 28561 / 56430.0, -9 / 50.0, 2 / 55.0};
    float[] factors = new float[DIFFERENCE + STAGES];
    for (int stage = 0; stage < STAGES; stage++) {
      for (int i = 0; i < stages[stage].length; i++) {
        factors[stage * STAGES + i] = (float) stages[stage][i];
      }
      factors[FIFTH + stage] = (float) fifth[stage];
      factors[DIFFERENCE + stage] = (float) (fifth[stage] - fourth[stage]);
    }
    return factors;
  }
}
