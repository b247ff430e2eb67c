package dev.syncopate.memory.mechanism.denovo.owner;

import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines of a bank whose owners have been asked to give words back. */
public final class Recalls {
  /** Recall of one line. */
  public static final class Recall {
    public final long line;

    /** Words that have not come. */
    public int due;

    /** Words that come, or have come, with a write-back which was under way. */
    public int written;

    /** What has come, and the cache had no room for. */
    public final List<DenovoMessage> unwritten = new ArrayList<>();

    /** Lines that want the place of this one among the owned. */
    public final List<Long> successors = new ArrayList<>();

    public Recall(long line) {
      this.line = line;
    }

    public boolean done() {
      return due == 0 && written == 0 && unwritten.isEmpty();
    }
  }

  /** Few. */
  private final List<Recall> recalls = new ArrayList<>();

  public @Nullable Recall find(long line) {
    for (Recall recall : recalls) {
      if (recall.line == line) {
        return recall;
      }
    }
    return null;
  }

  /** Begins to recall words of a line: none yet. */
  public Recall begin(long line) {
    Recall recall = new Recall(line);
    recalls.add(recall);
    return recall;
  }

  public void end(Recall recall) {
    recalls.remove(recall);
  }

  public List<Recall> all() {
    return List.copyOf(recalls);
  }

  public boolean isEmpty() {
    return recalls.isEmpty();
  }

  public List<String> waiting() {
    return recalls.stream()
        .map(recall ->
            "line 0x"
                + Long.toHexString(recall.line)
                + " is recalled, words "
                + Integer.toHexString(recall.due)
                + " have not come")
        .toList();
  }
}
