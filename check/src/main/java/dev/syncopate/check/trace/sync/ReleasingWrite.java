package dev.syncopate.check.trace.sync;

import org.jspecify.annotations.Nullable;

/** A lane's strong write to a word, or a weak one that nothing is released by. */
final class ReleasingWrite {
  /** Who wrote it, among all threads of the launch. */
  final long thread;

  /** The moment whose release a reader of it has read; null for none. */
  @Nullable IssueMoment release;

  ReleasingWrite(long thread, @Nullable IssueMoment release) {
    this.thread = thread;
    this.release = release;
  }
}
