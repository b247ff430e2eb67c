package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;

/** Points of a heart's wall, followed from picture to picture. */
public final class WallTracking extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "heartwall",
          "Follows points of a heart's wall in pictures by normalised correlation, a CTA a point.",
          "rows and columns of a picture",
          ClassicDescription.sizes(128, 256, 512, 609),
          64,
          1 << 12);

  private static final WorkloadOption.Whole POINTS =
      new WorkloadOption.Whole("points", "Points on the inner and the outer wall.", 51, 1, 10_000);
  private static final WorkloadOption.Whole FRAMES =
      new WorkloadOption.Whole("frames", "Pictures behind the first one.", 2, 1, 100);

  /** Rows and columns of a template, and of the window to each side. */
  private static final int EDGE = 25;

  private static final int REACH = 10;
  private static final int THREADS = 256;

  public WallTracking() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public WallTracking(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(POINTS, FRAMES);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int edge = job.size();
    int points = job.number(POINTS);
    int frames = job.number(FRAMES);
    int[] point = new int[2 * points];
    for (int i = 0; i < points; i++) {
      // Two closed curves, as of the inner and the outer wall.
      double angle = 2 * Math.PI * i / points;
      double radius = edge * (i % 2 == 0 ? 0.2 : 0.3);
      point[2 * i] = (int) (edge / 2.0 + radius * Math.cos(angle));
      point[2 * i + 1] = (int) (edge / 2.0 + radius * Math.sin(angle));
    }
    byte[] scene = new byte[edge * edge];
    job.random().nextBytes(scene);
    byte[] templates = new byte[points * EDGE * EDGE];
    for (int i = 0; i < templates.length; i++) {
      int pointIndex = i / (EDGE * EDGE);
      int y = point[2 * pointIndex + 1] + i / EDGE % EDGE - EDGE / 2;
      int x = point[2 * pointIndex] + i % EDGE - EDGE / 2;
      templates[i] = pixel(scene, edge, x, y);
    }
    Buffer places = job.device().copyOf(point);
    Buffer scores = job.device().allocate((long) Float.BYTES * points);
    Buffer templateBuffer = job.device().copyOf(templates);
    OutcomeBuilder answer = new OutcomeBuilder();
    for (int frame = 1; frame <= frames; frame++) {
      byte[] picture = moved(job, scene, edge, frame);
      job.launch(
          "heartwall_track",
          LaunchShape.of(points, THREADS),
          job.device().copyOf(picture),
          templateBuffer,
          places,
          scores,
          edge);
      float[] score = new float[points];
      for (int i = 0; i < points; i++) {
        score[i] = track(picture, edge, templates, point, i);
      }
      answer
          .check(ResultComparison.signed("points", places.readInts(), point))
          .check(ResultComparison.exact("scores", scores.readFloats(), score));
    }
    return answer.figure("points", points).figure("frames", frames).outcome();
  }

  private static byte pixel(byte[] picture, int edge, int x, int y) {
    return picture[Math.clamp(y, 0, edge - 1) * edge + Math.clamp(x, 0, edge - 1)];
  }

  /** The scene somewhat to the right and below, with noise in the low bits. */
  private static byte[] moved(ClassicRun job, byte[] scene, int edge, int distance) {
    byte[] picture = new byte[scene.length];
    for (int i = 0; i < picture.length; i++) {
      byte source = pixel(scene, edge, i % edge - 2 * distance, i / edge - distance);
      picture[i] = (byte) (source ^ job.random().nextInt(8));
    }
    return picture;
  }

  /** Moves a point to the best place of its window. */
  private static float track(byte[] picture, int edge, byte[] templates, int[] point, int index) {
    float highest = -1;
    int x = point[2 * index];
    int y = point[2 * index + 1];
    for (int dy = -REACH; dy <= REACH; dy++) {
      for (int dx = -REACH; dx <= REACH; dx++) {
        int product = 0;
        int square = 1;
        for (int i = 0; i < EDGE * EDGE; i++) {
          int px = x + dx + i % EDGE - EDGE / 2;
          int py = y + dy + i / EDGE - EDGE / 2;
          int bright = pixel(picture, edge, px, py) & 0xff;
          product += bright * (templates[index * EDGE * EDGE + i] & 0xff);
          square += bright * bright;
        }
        float correlation = (float) product * product / square;
        if (correlation > highest) {
          highest = correlation;
          point[2 * index] = x + dx;
          point[2 * index + 1] = y + dy;
        }
      }
    }
    return highest;
  }
}
