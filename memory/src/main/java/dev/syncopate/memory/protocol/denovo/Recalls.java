package dev.syncopate.memory.protocol.denovo;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines of a bank whose owners have been asked to give words back. */
final class Recalls {
  /** One line's. */
  static final class Recall {
    final long line;

    /** Words that have not come. */
    int due;

    /** Words that come, or have come, with a write-back which was under way. */
    int written;

    /** What has come, and the cache had no room for. */
    final List<DenovoMessage> unwritten = new ArrayList<>();

    /** Lines that want the place of this one among the owned. */
    final List<Long> successors = new ArrayList<>();

    Recall(long line, int due) {
      this.line = line;
      this.due = due;
    }

    boolean done() {
      return due == 0 && written == 0 && unwritten.isEmpty();
    }
  }

  /** Few. */
  private final List<Recall> all = new ArrayList<>();

  @Nullable Recall find(long line) {
    for (Recall recall : all) {
      if (recall.line == line) {
        return recall;
      }
    }
    return null;
  }

  Recall begin(long line, int words) {
    Recall recall = new Recall(line, words);
    all.add(recall);
    return recall;
  }

  void end(Recall recall) {
    all.remove(recall);
  }

  List<Recall> all() {
    return List.copyOf(all);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  List<String> waiting() {
    return all.stream()
        .map(recall ->
            "line 0x"
                + Long.toHexString(recall.line)
                + " is recalled, words "
                + Integer.toHexString(recall.due)
                + " have not come")
        .toList();
  }
}
