package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOutcome;

/** Forces between particles of boxes that touch. */
public final class BoxedParticles extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "lavamd",
          "Forces between particles of a box and those that touch it, from shared memory.",
          "boxes along an edge of the cube",
          ClassicDescription.sizes(2, 3, 5, 10),
          1,
          40);

  private static final int PARTICLES = 100;
  private static final int THREADS = 128;
  private static final int NEIGHBOURS = 27;

  /** Square of the exponent's constant. */
  private static final float A2 = 0.5f;

  public BoxedParticles() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public BoxedParticles(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int edge = job.size();
    int boxes = edge * edge * edge;
    float[] place = new float[4 * PARTICLES * boxes];
    float[] charge = new float[PARTICLES * boxes];
    for (int i = 0; i < charge.length; i++) {
      for (int axis = 0; axis < 3; axis++) {
        place[4 * i + axis] = (1 + job.random().nextInt(10)) / 10f;
      }
      float x = place[4 * i];
      float y = place[4 * i + 1];
      float z = place[4 * i + 2];
      place[4 * i + 3] = Math.fma(z, z, Math.fma(y, y, x * x));
      charge[i] = (1 + job.random().nextInt(10)) / 10f;
    }
    Buffer force = job.device().allocate((long) Float.BYTES * place.length);
    job.launch(
        "lavamd_forces",
        LaunchShape.of(boxes, THREADS),
        job.device().copyOf(place),
        job.device().copyOf(charge),
        force,
        edge,
        A2);
    return new OutcomeBuilder()
        .check(ResultComparison.exact("forces", force.readFloats(), forces(place, charge, edge)))
        .figure("particles", charge.length)
        .outcome();
  }

  private static float[] forces(float[] place, float[] charge, int edge) {
    float[] force = new float[place.length];
    for (int particle = 0; particle < charge.length; particle++) {
      int box = particle / PARTICLES;
      int x = box % edge;
      int y = box / edge % edge;
      int z = box / (edge * edge);
      for (int near = 0; near < NEIGHBOURS; near++) {
        int nx = x + near % 3 - 1;
        int ny = y + near / 3 % 3 - 1;
        int nz = z + near / 9 - 1;
        if (Math.min(nx, Math.min(ny, nz)) >= 0 && Math.max(nx, Math.max(ny, nz)) < edge) {
          act(place, charge, force, particle, ((nz * edge + ny) * edge + nx) * PARTICLES);
        }
      }
    }
    return force;
  }

  /**
   * Adds what the particles of a box do.
   *
   * @param first of them
   */
  private static void act(float[] place, float[] charge, float[] force, int particle, int first) {
    int a = 4 * particle;
    for (int neighbour = first; neighbour < first + PARTICLES; neighbour++) {
      int b = 4 * neighbour;
      float dot =
          Math.fma(
              place[a + 2],
              place[b + 2],
              Math.fma(place[a + 1], place[b + 1], place[a] * place[b]));
      float r2 = place[a + 3] + place[b + 3] - 2 * dot;
      float q = charge[neighbour] * Exponential.of(-A2 * r2);
      force[a + 3] += q;
      for (int axis = 0; axis < 3; axis++) {
        force[a + axis] = Math.fma(2 * q, place[a + axis] - place[b + axis], force[a + axis]);
      }
    }
  }
}
