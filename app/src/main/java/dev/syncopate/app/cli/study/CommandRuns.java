package dev.syncopate.app.cli.study;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.study.design.CommandWords;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.json.JsonReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * {@code launch} or {@code cuda}, with the user's own kernel or program, once for each mechanism.
 */
final class CommandRuns {
  private static final List<String> COMMANDS = List.of("launch", "cuda");

  private final List<String> words;
  private final CommandLine commands;

  /** Digests of what the program has printed, a run each. */
  private final List<String> outputs = new ArrayList<>();

  /**
   * @param words the command and what it takes
   * @param commands all of them
   */
  CommandRuns(List<String> words, CommandLine commands) {
    check(words);
    this.words = words;
    this.commands = commands;
  }

  /** Refuses another command, and options that stand before {@code --}. */
  static void check(List<String> words) {
    String command = words.getFirst();
    if (!COMMANDS.contains(command)) {
      throw new UserErrorException(
          "expected launch or cuda behind '--', found '%s'%s"
              .formatted(command, command.equals("run") ? "; --workload compares workloads" : ""));
    }
    CommandWords.factorOption(words)
        .ifPresent(option -> {
          throw new UserErrorException(
              "found %s behind 'compare -- %s': what is compared stands before '--'"
                  .formatted(option, command));
        });
  }

  /** The command, and the file that it runs, for titles. */
  String name() {
    return words.stream()
        .skip(1)
        .filter(word -> Files.isRegularFile(Path.of(word)))
        .findFirst()
        .map(file -> words.getFirst() + " " + Path.of(file).getFileName())
        .orElse(words.getFirst());
  }

  /** Result of one run, or the exit code if it has none. */
  sealed interface Run {
    /** It ran. */
    record Ran(JobResult result) implements Run {}

    /** It was refused or interrupted, and has said why. */
    record Stopped(int code) implements Run {}
  }

  /** Runs the command. What it and its kernels print goes to standard error. */
  Run run(Job job) {
    PrintWriter out = commands.getOut();
    StringWriter document = new StringWriter();
    commands.setOut(new PrintWriter(document));
    int code;
    try {
      code = commands.execute(CommandResults.arguments(words, job, "-").toArray(String[]::new));
    } finally {
      commands.setOut(out);
    }
    if (code == ExitCode.INTERRUPTED || document.toString().isEmpty()) {
      return new Run.Stopped(code);
    }
    JsonNode read = JsonReader.read("results", document.toString(), JsonNode.class);
    if (read.has("outputDigest")) {
      outputs.add(read.path("outputDigest").asText());
    }
    return new Run.Ran(
        CommandResults.of(job, "", "that of '" + String.join(" ", words) + "'", read, code));
  }

  /** The comparison with what its answers are worth. */
  StudyFindings told(StudyFindings findings) {
    if (outputs.isEmpty()) {
      return findings;
    }
    List<String> facts = new ArrayList<>(findings.facts());
    long kinds = outputs.stream().distinct().count();
    facts.add(
        "Answers: a program's own check is its exit status; %s."
            .formatted(
                outputs.size() == 1
                    ? "nothing else was looked at"
                    : kinds == 1
                        ? "what it printed is the same under all"
                        : "what it printed differs (%d texts of %d runs)"
                            .formatted(kinds, outputs.size())));
    return new StudyFindings(
        findings.name(),
        findings.title(),
        facts,
        findings.inputs(),
        findings.figures(),
        findings.claims());
  }
}
