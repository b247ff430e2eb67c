package dev.syncopate.study.store;

import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.NotTextException;
import dev.syncopate.sim.text.TextFile;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResultJson;
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
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A folder of results: {@code results/WORKLOAD-KEY.json} for each finished job. A file is there
 * wholly or not at all, whatever kills the process: it is written under another name, forced to
 * disk, and renamed. One process at a time holds the folder; the lock goes with the process.
 *
 * <p>Methods may be called from several threads for different keys.
 */
public final class ResultStore implements AutoCloseable {
  private static final String LOCK = ".lock";
  private static final int NAME_DIGITS = 16;

  private final Path results;
  private final FileChannel channel;
  private final FileLock lock;
  private final Consumer<String> notes;

  private ResultStore(Path results, FileChannel channel, FileLock lock, Consumer<String> notes) {
    this.results = results;
    this.channel = channel;
    this.lock = lock;
    this.notes = notes;
  }

  /**
   * Makes the folder if it is not there and takes hold of it.
   *
   * @param notes told of files that are not used, and why
   * @throws StoreException if it cannot be written or another study holds it
   */
  public static ResultStore open(Path folder, Consumer<String> notes) {
    Path results = folder.resolve("results");
    try {
      Files.createDirectories(results);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        String holder = new String(read(channel), StandardCharsets.UTF_8).strip();
        channel.close();
        throw new StoreException(
            "another study (process %s) is writing to %s; wait for it, or choose another folder"
                .formatted(holder.isEmpty() ? "unknown" : holder, folder));
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)),
          0);
      return new ResultStore(results, channel, lock, notes);
    } catch (IOException e) {
      throw new StoreException("cannot write to " + folder + ": " + FileErrors.reason(e));
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held by this very process
    }
  }

  private static byte[] read(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate((int) Math.min(channel.size(), 64));
    channel.read(content, 0);
    return content.flip().hasRemaining() ? content.array() : new byte[0];
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

  /** Where a job's result is kept. */
  Path file(Job job, String key) {
    return results.resolve(job.workload() + "-" + key.substring(0, NAME_DIGITS) + ".json");
  }

  /** Lets go of the folder. */
  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new StoreException("cannot unlock " + results + ": " + FileErrors.reason(e));
    }
  }
}
