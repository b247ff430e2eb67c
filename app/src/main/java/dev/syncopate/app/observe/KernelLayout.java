package dev.syncopate.app.observe;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusRegisters;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.TestAnnotations.Owner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Places of a test's threads, locations and results in its kernel.
 *
 * <p>Each thread is lane 0 of a separate warp. A location has 16 bytes, and its value is the first
 * word. Locations that one bulk copy names together lie together; each other global location has a
 * separate line. A tensor map fills its line.
 */
final class KernelLayout {
  /** Bytes between groups of global locations: a line. */
  private static final int LINE = 128;

  /** Bytes of a value in the results. */
  static final int WORD = 4;

  /** What the address of a tensor's tile in shared memory is a multiple of. */
  private static final int TILE_ALIGNMENT = 128;

  private static final int LANES = 32;

  private final LitmusTest test;

  /** Blocks by rank in the grid; null for one that only fills its cluster. */
  private final List<@Nullable Owner> blocks = new ArrayList<>();

  private final int clusterSize;
  private final Map<Integer, Integer> warps = new HashMap<>();
  private final Map<String, Integer> offsets = new HashMap<>();
  private final Map<String, Integer> blockOfShared = new HashMap<>();
  private final Map<String, Integer> results = new HashMap<>();

  /** The tensor maps. */
  private final SortedSet<String> maps = new TreeSet<>();

  private boolean replacesMaps;
  private int globalBytes;
  private int sharedBytes;

  /**
   * A cluster of the test.
   *
   * @param alone whether it is a single block, which names it
   */
  private record ClusterNumber(boolean alone, int number) {
    static final Comparator<ClusterNumber> ORDER =
        Comparator.comparing(ClusterNumber::alone).thenComparingInt(ClusterNumber::number);
  }

  KernelLayout(LitmusTest test) throws UnsupportedTestException {
    this.test = test;
    clusterSize = blocks();
    maps();
    locations();
    results();
  }

  /** Assigns ranks to blocks, clusters together; returns the blocks of a cluster. */
  private int blocks() throws UnsupportedTestException {
    Map<ClusterNumber, SortedSet<Integer>> clusters = new TreeMap<>(ClusterNumber.ORDER);
    Set<Integer> gpus = new HashSet<>();
    for (LitmusThread thread : test.threads()) {
      if (thread.isOnCpu()) {
        throw new UnsupportedTestException("P%d runs on the CPU".formatted(thread.id()));
      }
      if (thread.warp() != LitmusThread.ALONE) {
        throw new UnsupportedTestException("P%d shares a warp".formatted(thread.id()));
      }
      gpus.add(thread.gpu());
      boolean isAlone = thread.cluster() == LitmusThread.ALONE;
      clusters
          .computeIfAbsent(
              new ClusterNumber(isAlone, isAlone ? thread.cta() : thread.cluster()),
              _ -> new TreeSet<>())
          .add(thread.cta());
    }
    if (gpus.size() > 1) {
      throw new UnsupportedTestException("its threads are on %d GPUs".formatted(gpus.size()));
    }
    int gpu = gpus.iterator().next();
    int size = clusters.values().stream().mapToInt(Set::size).max().orElse(1);
    for (SortedSet<Integer> cluster : clusters.values()) {
      cluster.forEach(cta -> blocks.add(new Owner(cta, gpu)));
      for (int i = cluster.size(); i < size; i++) {
        blocks.add(null);
      }
    }
    Map<Integer, Integer> next = new HashMap<>();
    for (LitmusThread thread : test.threads()) {
      warps.put(thread.id(), next.merge(block(thread), 1, Integer::sum) - 1);
    }
    return size;
  }

  /** Finds the tensor maps, and assigns offsets to the tiles that are copied by them. */
  private void maps() throws UnsupportedTestException {
    Set<String> plain = new HashSet<>();
    for (LitmusThread thread : test.threads()) {
      for (LitmusInstruction instruction : thread.instructions()) {
        switch (instruction) {
          case LitmusInstruction.Asynchronous(AsyncInstruction.TensorLoad load) -> {
            maps.add(load.map());
            if (!offsets.containsKey(load.target())) {
              sharedBytes = Math.ceilDiv(sharedBytes, TILE_ALIGNMENT) * TILE_ALIGNMENT;
              together(List.of(load.target()));
            }
          }
          case LitmusInstruction.Asynchronous(AsyncInstruction.TensormapFence fence) ->
              maps.addAll(fence.names());
          case LitmusInstruction.Asynchronous(AsyncInstruction.ReplaceMap replacement) -> {
            maps.add(replacement.map());
            replacesMaps = true;
          }
          default -> plain.addAll(LitmusRegisters.locations(List.of(instruction)));
        }
      }
    }
    for (Term term : Observables.asked(test).terms()) {
      if (term instanceof Term.Content(String name)) {
        plain.add(name);
      }
    }
    for (String map : maps) {
      if (plain.contains(map)) {
        throw new UnsupportedTestException(
            "its tensor map `%s` is used as a number".formatted(map));
      }
      if (!(test.locations().get(map) instanceof LitmusOperand.Location)) {
        throw new UnsupportedTestException(
            "its tensor map `%s` does not start with the address of a location".formatted(map));
      }
    }
  }

  /** Assigns offsets to locations. */
  private void locations() throws UnsupportedTestException {
    if (!test.aliases().isEmpty()) {
      throw new UnsupportedTestException("it has locations with several names");
    }
    for (LitmusThread thread : test.threads()) {
      for (LitmusInstruction instruction : thread.instructions()) {
        if (instruction instanceof LitmusInstruction.Asynchronous(AsyncInstruction.Copy copy)) {
          together(copy.targets());
          together(copy.sources());
        }
      }
    }
    for (String name : test.locations().keySet()) {
      if (!offsets.containsKey(name)) {
        together(List.of(name));
      }
      if (isShared(name)) {
        blockOfShared.put(name, owner(name));
      }
    }
  }

  /** Places locations side by side. */
  private void together(List<String> names) throws UnsupportedTestException {
    boolean first = names.stream().noneMatch(offsets::containsKey);
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (first) {
        boolean shared = isShared(name);
        int start = shared ? sharedBytes : globalBytes;
        offsets.put(name, start + i * AsyncInstruction.BYTES);
      } else if (offsets.getOrDefault(name, -1)
          != offset(names.getFirst()) + i * AsyncInstruction.BYTES) {
        throw new UnsupportedTestException("its copies need `%s` in two places".formatted(name));
      }
    }
    if (first) {
      int bytes = names.size() * AsyncInstruction.BYTES;
      if (isShared(names.getFirst())) {
        sharedBytes += bytes;
      } else {
        globalBytes += (bytes + LINE - 1) / LINE * LINE;
      }
    }
  }

  /**
   * The block in whose shared memory a location is: as stated, or that of a thread that names it.
   */
  private int owner(String name) {
    Owner owner = test.annotations().owners().get(name);
    if (owner != null) {
      return blocks.indexOf(owner);
    }
    for (LitmusThread thread : test.threads()) {
      if (LitmusRegisters.locations(thread.instructions()).contains(name)) {
        return block(thread);
      }
    }
    return 0;
  }

  /** Assigns places of the results to registers and locations in shared memory. */
  private void results() {
    for (LitmusThread thread : test.threads()) {
      for (String register : registers(thread)) {
        results.put(key(thread.id(), register), results.size() * WORD);
      }
    }
    for (String name : test.shared()) {
      results.put(name, results.size() * WORD);
    }
  }

  private static String key(int thread, String register) {
    return thread + ":" + register;
  }

  /** The registers of a thread, sorted. */
  static SortedSet<String> registers(LitmusThread thread) {
    SortedSet<String> names = new TreeSet<>(thread.registers().keySet());
    for (LitmusInstruction instruction : thread.instructions()) {
      String target = LitmusRegisters.set(instruction);
      if (target != null) {
        names.add(target);
      }
    }
    return names;
  }

  /** The tensor maps, with the locations whose addresses they have at first. */
  SortedMap<String, String> tiles() {
    SortedMap<String, String> tiles = new TreeMap<>();
    for (String map : maps) {
      if (test.locations().get(map) instanceof LitmusOperand.Location(String tile)) {
        tiles.put(map, tile);
      }
    }
    return tiles;
  }

  /** Whether threads change tensor maps. */
  boolean replacesMaps() {
    return replacesMaps;
  }

  /** What the address of the shared memory is a multiple of. */
  int sharedAlignment() {
    return maps.isEmpty() ? AsyncInstruction.BYTES : TILE_ALIGNMENT;
  }

  boolean isShared(String name) {
    return test.shared().contains(name);
  }

  /** Offset of a location in global memory, or in its block's shared memory. */
  int offset(String name) {
    Integer offset = offsets.get(name);
    if (offset == null) {
      throw new IllegalArgumentException("no location " + name);
    }
    return offset;
  }

  /** Rank in the grid of the block in whose shared memory a location is. */
  int blockOf(String name) {
    return blockOfShared.getOrDefault(name, 0);
  }

  int block(LitmusThread thread) {
    return blocks.indexOf(Owner.of(thread));
  }

  int warp(LitmusThread thread) {
    return warps.getOrDefault(thread.id(), 0);
  }

  /** Blocks of the grid. */
  int blockCount() {
    return blocks.size();
  }

  int clusterSize() {
    return clusterSize;
  }

  /** Threads of a block. */
  int blockThreads() {
    return LANES * warps.values().stream().mapToInt(warp -> warp + 1).max().orElse(1);
  }

  /** Offset in the results of a register, or of a location in shared memory. */
  int result(int thread, String register) {
    return results.getOrDefault(key(thread, register), 0);
  }

  int result(String location) {
    return results.getOrDefault(location, 0);
  }

  int resultBytes() {
    return Math.max(1, results.size()) * WORD;
  }

  int globalBytes() {
    return Math.max(LINE, globalBytes);
  }

  int sharedBytes() {
    return Math.max(AsyncInstruction.BYTES, sharedBytes);
  }
}
