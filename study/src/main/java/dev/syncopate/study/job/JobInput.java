package dev.syncopate.study.job;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Input of a workload. */
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

  /**
   * A program with its own host code, which runs in place of a workload; the job's runner knows
   * how.
   *
   * @param file the program
   * @param arguments that it is started with
   * @param orders that its relaxed atomics count as, as {@code --orders} takes them; empty for
   *     those that it states
   * @param mostCycles after which one of its launches counts as hung
   */
  record Program(Path file, List<String> arguments, String orders, long mostCycles)
      implements JobInput {
    public Program {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String describe() {
      return "program %s %s%s"
          .formatted(
              file.getFileName(),
              String.join(" ", arguments),
              orders.isEmpty() ? "" : " with --orders " + orders);
    }
  }

  /**
   * A {@code launch} or {@code cuda} command line, which runs in place of a workload; the job's
   * runner knows how. The bytes of every file that a word names decide the result.
   *
   * @param words the command and its arguments, without machine and mechanism
   */
  record Command(List<String> words) implements JobInput {
    public Command {
      words = List.copyOf(words);
    }

    @Override
    public String describe() {
      return "command " + String.join(" ", words);
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
