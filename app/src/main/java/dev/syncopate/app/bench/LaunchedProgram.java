package dev.syncopate.app.bench;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphGenerator;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * A user's program, PTX and buffers in files, that {@code launch} runs and checks. Its answer is
 * the same to the bit for every order of its updates.
 *
 * @param name of the kernel and its size, for people
 * @param arguments the command line, as after {@code syncopate}
 */
public record LaunchedProgram(String name, List<String> arguments) {
  private static final int BLOCK = 256;
  private static final int BINS = 256;
  private static final int DEGREE = 10;
  private static final long SEED = 1;

  /**
   * The sum of two vectors.
   *
   * @param folder for its files
   */
  public static LaunchedProgram vecadd(Path folder, int elements) throws IOException {
    RandomGenerator random = RandomInputs.random(SEED);
    float[] a = RandomInputs.floats(random, elements);
    float[] b = RandomInputs.floats(random, elements);
    float[] sum = new float[elements];
    for (int i = 0; i < elements; i++) {
      sum[i] = a[i] + b[i];
    }
    return new Writing(folder, "vecadd", "vecadd", elements)
        .buffer("f32", bytes(a))
        .buffer("f32", bytes(b))
        .argument("f32[" + elements + "]=zero")
        .argument("s32=" + elements)
        .expecting(2, bytes(sum));
  }

  /** Random numbers counted into 256 bins. */
  public static LaunchedProgram histogram(Path folder, int elements) throws IOException {
    int[] values = RandomInputs.integers(RandomInputs.random(SEED), elements);
    int[] counts = new int[BINS];
    for (int value : values) {
      counts[value & BINS - 1]++;
    }
    return new Writing(folder, "histogram", "histogram_relaxed", elements)
        .buffer("u32", bytes(values))
        .argument("u32[" + BINS + "]=zero")
        .argument("s32=" + elements)
        .argument("u32=" + (BINS - 1))
        .expecting(1, bytes(counts));
  }

  /**
   * An iteration of PageRank by pushing, on a random graph of ten times as many arcs. Ranks are the
   * vertices' degrees and nothing is damped, so that every share is 1 and sums are exact.
   */
  public static LaunchedProgram pageRank(Path folder, int vertices) throws IOException {
    Graph graph = GraphGenerator.uniform(vertices, DEGREE * vertices, SEED);
    float[] ranks = new float[vertices];
    float[] arrived = new float[vertices];
    for (int v = 0; v < vertices; v++) {
      ranks[v] = graph.outDegree(v);
    }
    for (int target : graph.targets()) {
      arrived[target]++;
    }
    return new Writing(folder, "pagerank", "pagerank_push_relaxed", vertices)
        .buffer("s32", bytes(graph.offsets()))
        .buffer("s32", bytes(graph.targets()))
        .buffer("f32", bytes(ranks))
        .buffer("f32", new byte[vertices * Float.BYTES])
        .argument("s32=" + vertices)
        .argument("f32=1")
        .expecting(3, bytes(arrived));
  }

  private static byte[] bytes(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
    return bytes.array();
  }

  private static byte[] bytes(int[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().put(values);
    return bytes.array();
  }

  /** Puts a program together; its files' names begin with that of its PTX. */
  private static final class Writing {
    private final Path folder;
    private final String ptx;
    private final String name;
    private final List<String> arguments = new ArrayList<>();
    private int buffers;

    Writing(Path folder, String ptx, String kernel, int threads) throws IOException {
      this.folder = folder;
      this.ptx = ptx;
      name = String.format(Locale.ROOT, "%s %,d", ptx, threads);
      Path file = folder.resolve(ptx + ".ptx");
      Files.writeString(file, KernelLibrary.bundled().text(ptx));
      arguments.addAll(List.of("launch", file.toString(), "--kernel", kernel));
      arguments.addAll(List.of("--grid", Integer.toString(Math.ceilDiv(threads, BLOCK))));
      arguments.addAll(List.of("--block", Integer.toString(BLOCK)));
    }

    Writing argument(String text) {
      arguments.addAll(List.of("--arg", text));
      return this;
    }

    Writing buffer(String type, byte[] contents) throws IOException {
      return argument(type + "[]=@" + write(contents));
    }

    LaunchedProgram expecting(int argument, byte[] contents) throws IOException {
      arguments.addAll(List.of("--expect", argument + "=@" + write(contents)));
      return new LaunchedProgram(name, List.copyOf(arguments));
    }

    private Path write(byte[] contents) throws IOException {
      return Files.write(folder.resolve(ptx + "." + buffers++ + ".bin"), contents);
    }
  }
}
