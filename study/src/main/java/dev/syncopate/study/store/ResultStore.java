package dev.syncopate.study.store;

import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.NotTextException;
import dev.syncopate.sim.text.TextFile;
import dev.syncopate.sim.text.WholeFile;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResultJson;
import dev.syncopate.study.json.Json;
import dev.syncopate.study.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of results: {@code results/WORKLOAD-KEY.json} for each finished job. A file exists
 * wholly or not at all, also if the process is killed: it is written under another name, forced to
 * disk, and renamed. Either one process holds the folder alone, or shards of one study share it,
 * each number once, with the process that collects. The locks go with the process.
 *
 * <p>Methods may be called from several threads for different keys.
 */
public final class ResultStore implements AutoCloseable {
  private static final String LOCK = ".lock";
  private static final String PLAN = "shards.json";
  private static final int NAME_DIGITS = 16;

  /** Bytes of the lock file that are read: the number of the process that holds it alone. */
  private static final int HOLDER = 64;

  /** Byte of the lock file that the writer of the plan locks. */
  private static final long PLAN_BYTE = HOLDER;

  /** Byte of the lock file for shard 0; that of shard N is N behind it. */
  private static final long SHARD_BYTES = PLAN_BYTE + 1;

  private final Path results;
  private final FileChannel channel;
  private final List<FileLock> locks;
  private final Consumer<String> notes;

  private ResultStore(
      Path results, FileChannel channel, List<FileLock> locks, Consumer<String> notes) {
    this.results = results;
    this.channel = channel;
    this.locks = List.copyOf(locks);
    this.notes = notes;
  }

  /**
   * Makes the folder if it is not there and takes hold of it alone.
   *
   * @param notes told of files that are not used, and why
   * @throws StoreException if it cannot be written, or another study or its shards hold it
   */
  public static ResultStore open(Path folder, Consumer<String> notes) {
    return opened(
        folder,
        notes,
        channel -> {
          FileLock lock = tryLock(channel, 0, Long.MAX_VALUE, false);
          if (lock == null) {
            throw new StoreException(
                "%s writing to %s; wait for it, or choose another folder"
                    .formatted(holder(channel, "another study (%s) is"), folder));
          }
          channel.truncate(0);
          channel.write(
              ByteBuffer.wrap(
                  ("process " + ProcessHandle.current().pid() + "\n")
                      .getBytes(StandardCharsets.UTF_8)),
              0);
          return List.of(lock);
        });
  }

  /**
   * Makes the folder if it is not there and shares it with shards of the same study.
   *
   * @param notes told of files that are not used, and why
   * @throws StoreException if it cannot be written or a study holds it alone
   */
  public static ResultStore openShared(Path folder, Consumer<String> notes) {
    return opened(folder, notes, channel -> List.of(shared(folder, channel)));
  }

  /**
   * The same for one of these shards.
   *
   * @param shard its number, at least 1
   * @throws StoreException also if that shard runs already
   */
  public static ResultStore openShard(Path folder, int shard, Consumer<String> notes) {
    return opened(
        folder,
        notes,
        channel -> {
          FileLock folderLock = shared(folder, channel);
          FileLock shardLock = tryLock(channel, SHARD_BYTES + shard, 1, false);
          if (shardLock == null) {
            throw new StoreException(
                "shard %d is running already and writes to %s; wait for it, or run another shard"
                    .formatted(shard, folder));
          }
          return List.of(folderLock, shardLock);
        });
  }

  /** Takes hold of the lock file. */
  private interface Taking {
    List<FileLock> take(FileChannel channel) throws IOException;
  }

  private static ResultStore opened(Path folder, Consumer<String> notes, Taking taking) {
    Path results = folder.resolve("results");
    try {
      Files.createDirectories(results);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      try {
        return new ResultStore(results, channel, taking.take(channel), notes);
      } catch (IOException | StoreException e) {
        channel.close(); // which unlocks it
        throw e;
      }
    } catch (IOException e) {
      throw new StoreException("cannot write to " + folder + ": " + FileErrors.reason(e));
    }
  }

  private static FileLock shared(Path folder, FileChannel channel) throws IOException {
    FileLock lock = tryLock(channel, 0, HOLDER, true);
    if (lock == null) {
      throw new StoreException(
          "%s writing to %s; wait for it, or choose another folder"
              .formatted(holder(channel, "a study that is not in shards (%s) is"), folder));
    }
    channel.truncate(0); // no process holds it alone
    return lock;
  }

  static @Nullable FileLock tryLock(FileChannel channel, long position, long size, boolean shared)
      throws IOException {
    try {
      return channel.tryLock(position, size, shared);
    } catch (OverlappingFileLockException e) {
      return null; // held by this very process
    } catch (IOException e) {
      throw new IOException(
          "its file system locks no files (%s): docs/study/clusters.md says what to do there"
              .formatted(FileErrors.reason(e)),
          e);
    }
  }

  /**
   * Who holds the folder.
   *
   * @param messageFormat what is said of a process that holds it alone
   */
  private static String holder(FileChannel channel, String messageFormat) throws IOException {
    ByteBuffer content = ByteBuffer.allocate((int) Math.min(channel.size(), HOLDER));
    channel.read(content, 0);
    String holder = new String(content.array(), StandardCharsets.UTF_8).strip();
    return holder.isEmpty() ? "shards of a study are" : messageFormat.formatted(holder);
  }

  /**
   * The right result of an earlier study, if it is there. What is not a whole result of that very
   * key, was wrong, or was changed after it was written, counts as absent, with a note: the job is
   * done again.
   */
  public Optional<JobResult> find(Job job, String key) {
    try {
      JobResult result = JobResultJson.read(TextFile.read(file(job, key)));
      if (result.key().equals(key) && result.right()) {
        return Optional.of(result);
      }
      return unused(job, key, "it is no right result of this run");
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (NotTextException | JsonException e) {
      return unused(job, key, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new StoreException("cannot read " + file(job, key) + ": " + FileErrors.reason(e));
    }
  }

  private Optional<JobResult> unused(Job job, String key, String why) {
    notes.accept("not used, its run is done again: %s: %s".formatted(file(job, key), why));
    return Optional.empty();
  }

  /**
   * Keeps a result.
   *
   * @throws StoreException if it cannot be written
   */
  public void keep(Job job, JobResult result) {
    Path file = file(job, result.key());
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try {
      try (FileChannel out =
          FileChannel.open(
              partial,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes =
            ByteBuffer.wrap(JobResultJson.write(result).getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(
          partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      boolean _ = partial.toFile().delete();
      throw new StoreException("cannot write " + file + ": " + FileErrors.reason(e));
    }
  }

  /**
   * The plan of a study in shards: the text that is there, or else the one that is made now. Of
   * shards that start together one makes it.
   *
   * @throws StoreException if it can be neither read nor written
   */
  public String plan(Supplier<String> supplier) {
    try (FileLock _ = channel.lock(PLAN_BYTE, 1, false)) {
      Optional<String> stored = plan();
      if (stored.isPresent()) {
        return stored.get();
      }
      String text = supplier.get();
      WholeFile.write(planFile(), text);
      return text;
    } catch (IOException e) {
      throw new StoreException("cannot write " + planFile() + ": " + FileErrors.reason(e));
    }
  }

  /** The plan of a study in shards, if the folder has one. */
  public Optional<String> plan() {
    try {
      return Optional.of(TextFile.read(planFile()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (NotTextException e) {
      throw new StoreException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new StoreException("cannot read " + planFile() + ": " + FileErrors.reason(e));
    }
  }

  /** Where the plan of a study in shards is. */
  public Path planFile() {
    return results.resolveSibling(PLAN);
  }

  /**
   * Seconds of a processor that jobs took, by {@link Job#describe} as JSON, whichever version of
   * the program simulated them; of several results of one job those of the first by name.
   */
  public Map<String, Double> seconds() {
    Map<String, Double> seconds = new HashMap<>();
    try (Stream<Path> files = Files.list(results)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
        try {
          JobResult result = JobResultJson.read(TextFile.read(file));
          seconds.putIfAbsent(Json.write(result.job()), result.cpuSeconds());
        } catch (NotTextException | JsonException _) {
          // find() says so of those that matter
        }
      }
    } catch (IOException e) {
      throw new StoreException("cannot read " + results + ": " + FileErrors.reason(e));
    }
    return seconds;
  }

  /** Where a job's result is kept. */
  Path file(Job job, String key) {
    return results.resolve(job.workload() + "-" + key.substring(0, NAME_DIGITS) + ".json");
  }

  /** Lets go of the folder. */
  @Override
  public void close() {
    try {
      for (FileLock lock : locks) {
        lock.release();
      }
      channel.close();
    } catch (IOException e) {
      throw new StoreException("cannot unlock " + results + ": " + FileErrors.reason(e));
    }
  }
}
