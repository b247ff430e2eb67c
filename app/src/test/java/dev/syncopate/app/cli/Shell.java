package dev.syncopate.app.cli;

import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.suite.Workload;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs commands inside the test's process. */
final class Shell {
  private Shell() {}

  /**
   * What a command left behind.
   *
   * @param code exit code
   * @param out standard output
   * @param err standard error
   */
  record Result(int code, String out, String err) {}

  static Result run(String... arguments) {
    return run(Workloads.all(), arguments);
  }

  /** With other workloads than those of the program. */
  static Result run(List<Workload> workloads, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Syncopate.commandLine(
                () -> workloads, new PrintWriter(out), new PrintWriter(err), arguments)
            .execute(arguments);
    return new Result(code, out.toString(), err.toString());
  }
}
