package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.check.profile.Profiler;
import java.nio.file.Path;
import java.util.List;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options about where a run's time goes. */
public final class ProfileOptions {
  static final String PROFILE = "--profile";
  private static final String PAGE = ".html";

  @Option(
      names = PROFILE,
      arity = "0..1",
      paramLabel = "FILE.html",
      parameterConsumer = PageName.class,
      description =
          "Profile the run: what each line of the source costs, and each lock; after the summary,"
              + " or with a name that ends in .html as a page with the source.")
  private @Nullable String profile;

  /** Takes what follows as the option's value only if it is named like a page. */
  static final class PageName implements IParameterConsumer {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's own
    public void consumeParameters(Stack<String> rest, ArgSpec option, CommandSpec command) {
      boolean page = !rest.isEmpty() && rest.peek().endsWith(PAGE);
      option.setValue(page ? rest.pop() : "");
    }
  }

  /**
   * What was asked for; refuses, before any work is done, a file that could not be written after
   * it.
   */
  public Profiling asked() {
    Path page = profile == null || profile.isEmpty() ? null : Path.of(profile);
    if (page != null) {
      OutputFile.check(PROFILE, page);
    }
    return new Profiling(profile == null ? null : new Profiler(), page);
  }

  /** The option, if it is given. */
  public List<String> given() {
    return profile == null ? List.of() : List.of(PROFILE);
  }

  /** Refuses to be of several runs. */
  public void refuse(PerturbOptions perturb) {
    perturb.refuse(profile != null, PROFILE);
  }
}
