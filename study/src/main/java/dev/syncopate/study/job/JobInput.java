package dev.syncopate.study.job;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a workload works on. */
public sealed interface JobInput {
  /** In the words of the command line. */
  String describe();

  /**
   * Made by the workload.
   *
   * @param size a number or a name the workload has; empty for its default
   */
  record Generated(String size) implements JobInput {
    @Override
    public String describe() {
      return size.isEmpty() ? "default size" : "size " + size;
    }
  }

  /**
   * A graph that the papers measure with: the original where its file is at hand, or a stand-in.
   *
   * @param name as {@code --input} takes it: a paper's name, perhaps with a slash and a scale
   * @param datasets folder of originals; null for none
   */
  record Named(String name, @Nullable Path datasets) implements JobInput {
    @Override
    public String describe() {
      return "input " + name;
    }
  }

  /** A graph in a file. */
  record GraphFile(Path file) implements JobInput {
    @Override
    public String describe() {
      return "graph " + file;
    }
  }
}
