package dev.syncopate.app.cli;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.RunTime;
import dev.syncopate.app.cli.console.StandardOutput;
import dev.syncopate.workload.catalogue.Workloads;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/** The program's entry. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs a command and returns its exit code. */
  static int run(String[] arguments) {
    RunTime.start();
    StandardOutput standard = new StandardOutput();
    PrintWriter out = new PrintWriter(standard, true, Charset.defaultCharset());
    PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
    int code;
    try {
      code = Syncopate.commandLine(Workloads::all, out, err, arguments).execute(arguments);
    } catch (StackOverflowError | OutOfMemoryError | AssertionError e) {
      code = ExceptionReporter.report(e, false, err);
    }
    out.flush();
    if (standard.isBroken()) {
      err.println("error: cannot write to standard output");
      code = code == ExitCode.RIGHT ? ExitCode.USAGE : code;
    }
    err.flush();
    return code;
  }
}
