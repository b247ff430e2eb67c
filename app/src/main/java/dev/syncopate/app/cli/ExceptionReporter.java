package dev.syncopate.app.cli;

import dev.syncopate.app.argument.ArgumentParser;
import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cuda.client.ClientException;
import dev.syncopate.app.report.Version;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.store.StoreException;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns exceptions into one message and an exit code; a trace is for the simulator's developers.
 */
final class ExceptionReporter implements IExecutionExceptionHandler, IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("error: " + describe(exception));
    err.println("'" + command.getCommandSpec().qualifiedName() + " --help' shows what it takes.");
    return ExitCode.USAGE;
  }

  private static String describe(ParameterException exception) {
    if (!(exception instanceof UnmatchedArgumentException unmatched)) {
      return String.valueOf(exception.getMessage());
    }
    String first = unmatched.getUnmatched().getFirst();
    List<String> near = unmatched.getSuggestions();
    boolean command = exception.getCommandLine().getParent() == null && !first.startsWith("-");
    return (command ? "there is no command '" : "unexpected argument '")
        + first
        + "'"
        + (near.isEmpty() ? "" : "; near: " + String.join(", ", near))
        + (first.startsWith("struct") ? ArgumentParser.QUOTING : "");
  }

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, ParseResult parseResult) {
    PrintWriter err = command.getErr();
    if (isUsers(exception)) {
      err.println("error: " + exception.getMessage());
      return ExitCode.USAGE;
    }
    if (exception instanceof IOException failed) {
      err.println("error: " + FileErrors.reason(failed));
      return ExitCode.USAGE;
    }
    if (exception instanceof UncheckedIOException failed) {
      err.println("error: " + FileErrors.reason(failed));
      return ExitCode.USAGE;
    }
    boolean debug =
        command.getCommandSpec().root().userObject() instanceof Syncopate root && root.debug;
    return report(exception, debug, err);
  }

  /** Whether the message is written for the user and says all there is to say. */
  private static boolean isUsers(Exception exception) {
    return exception instanceof UserErrorException
        || exception instanceof ArgumentSyntaxException
        || exception instanceof ConfigException
        || exception instanceof LaunchException
        || exception instanceof WorkloadInputException
        || exception instanceof StoreException
        || exception instanceof ClientException;
  }

  /**
   * Reports what only a programmer can repair.
   *
   * @param debug whether the trace is printed; else it goes to a file
   * @return the exit code
   */
  static int report(Throwable exception, boolean debug, PrintWriter err) {
    if (exception instanceof OutOfMemoryError) {
      err.println(
          "error: out of memory (%s); SYNCOPATE_JAVA_OPTS=-Xmx8g ./syncopate ... gives more"
              .formatted(exception.getMessage()));
      return ExitCode.USAGE;
    }
    StringWriter trace = new StringWriter();
    exception.printStackTrace(new PrintWriter(trace));
    err.println(
        "internal error in Syncopate %s, please report it: %s"
            .formatted(Version.text(), exception));
    if (debug) {
      err.print(trace);
      return ExitCode.INTERNAL;
    }
    try {
      Path file = Files.createTempFile("syncopate-error-", ".txt");
      Files.writeString(file, trace.toString());
      err.println("the trace is in " + file);
    } catch (IOException e) {
      err.print(trace);
    }
    return ExitCode.INTERNAL;
  }
}
