package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.UserErrorException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/**
 * Output streams of a command that runs kernels. If a document goes to standard output, nothing
 * else does: text for people and the output of kernels and programs go to standard error then.
 *
 * @param people what people read
 * @param errors standard error
 * @param document standard output
 * @param outputTaken whether a document goes there
 */
public record Streams(
    PrintWriter people, PrintWriter errors, PrintWriter document, boolean outputTaken) {

  /**
   * The streams of a command.
   *
   * @param reports that it writes of its checks
   * @param printsTest whether it prints a litmus test, as {@code extract} does
   * @throws UserErrorException if several documents would go to standard output
   */
  public static Streams of(
      CommandLine command,
      OutputOptions output,
      List<CheckOptions.Report> reports,
      boolean printsTest) {
    List<String> documents = new ArrayList<>();
    if (output.jsonToStandardOutput()) {
      documents.add("--json -");
    }
    for (CheckOptions.Report report : reports) {
      if (report.printed()) {
        documents.add("--report " + report.form().name().toLowerCase(Locale.ROOT));
      }
    }
    if (documents.size() > 1) {
      throw new UserErrorException(
          "only one document can be printed on standard output, and there are %s: name files"
              .formatted(String.join(" and ", documents)));
    }
    boolean outputTaken = printsTest || !documents.isEmpty();
    PrintWriter out = command.getOut();
    return new Streams(outputTaken ? command.getErr() : out, command.getErr(), out, outputTaken);
  }

  /** The same where standard output is a program's own, unless a document goes there. */
  public Streams besideProgram() {
    return new Streams(errors, errors, document, outputTaken);
  }
}
