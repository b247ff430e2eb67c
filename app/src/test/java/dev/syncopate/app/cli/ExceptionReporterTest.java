package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.LaunchException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ExceptionReporterTest {
  private final StringWriter err = new StringWriter();

  @Command(name = "failing")
  private record Failing(Exception exception) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      throw exception;
    }
  }

  @Test
  void theUsersErrorsAreOneMessage() {
    assertThat(run(new LaunchException("no such thing"))).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("error: no such thing\n");
  }

  @Test
  void ourErrorsLeaveTheirTraceInAFile() throws Exception {
    assertThat(run(new IllegalStateException("a wire is loose"))).isEqualTo(70);
    String[] lines = err.toString().split("\n");
    assertThat(lines).hasSize(2);
    assertThat(lines[0])
        .startsWith("internal error in Syncopate ")
        .endsWith(", please report it: java.lang.IllegalStateException: a wire is loose");
    Path trace = Path.of(lines[1].substring("the trace is in ".length()));
    assertThat(Files.readString(trace)).contains("a wire is loose", "at dev.syncopate.app.cli");
    Files.delete(trace);
  }

  @Test
  void debuggingPrintsIt() {
    int code =
        ExceptionReporter.report(
            new IllegalStateException("a wire is loose"), true, new PrintWriter(err));
    assertThat(code).isEqualTo(70);
    assertThat(err.toString()).contains("please report it", "\tat dev.syncopate.app.cli");
  }

  @Test
  void memoryThatIsShortIsNotOurError() {
    int code = ExceptionReporter.report(new OutOfMemoryError("heap"), false, new PrintWriter(err));
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).startsWith("error: out of memory (heap); SYNCOPATE_JAVA_OPTS=");
  }

  private int run(Exception exception) {
    return new CommandLine(new Failing(exception))
        .setErr(new PrintWriter(err, true))
        .setExecutionExceptionHandler(new ExceptionReporter())
        .execute();
  }
}
