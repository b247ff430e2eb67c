package dev.syncopate.study.job;

import java.nio.file.Path;

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

  /** A graph in a file. */
  record GraphFile(Path file) implements JobInput {
    @Override
    public String describe() {
      return "graph " + file;
    }
  }
}
