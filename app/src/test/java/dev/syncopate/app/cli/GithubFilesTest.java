package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.cuda.FatBinaries;
import dev.syncopate.app.cuda.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.DuplicateKeyException;

/** The action and the workflows for GitHub: members that GitHub knows, and commands that run. */
class GithubFilesTest {
  private static final Pattern INPUT = Pattern.compile("\\$\\{\\{ inputs\\.(\\w+) }}");

  @TempDir private Path folder;

  private static Map<?, ?> load(String text) {
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text);
  }

  private static Map<?, ?> file(String name) throws IOException {
    return load(Files.readString(Checkout.root().resolve(name)));
  }

  private static Map<?, ?> map(Map<?, ?> parent, String member) {
    assertThat(parent.get(member)).as(member).isInstanceOf(Map.class);
    return (Map<?, ?>) Objects.requireNonNull(parent.get(member));
  }

  private static List<Map<?, ?>> steps(Map<?, ?> parent) {
    assertThat(parent.get("steps")).isInstanceOf(List.class);
    return ((List<?>) Objects.requireNonNull(parent.get("steps")))
        .stream().<Map<?, ?>>map(step -> (Map<?, ?>) step).toList();
  }

  private static void onlyKnown(Map<?, ?> members, String... known) {
    assertThat(members.keySet().stream().map(String::valueOf)).isSubsetOf(known);
  }

  /** Steps either use an action of a fixed version or run a command. */
  private static void checkStep(Map<?, ?> step) {
    if (step.containsKey("uses")) {
      onlyKnown(step, "name", "uses", "with", "if");
      assertThat((String) step.get("uses")).matches("actions/[a-z-]+@v[0-9]+");
    } else {
      onlyKnown(step, "name", "run", "shell", "env", "if");
      assertThat((String) step.get("run")).isNotBlank();
    }
  }

  @Test
  void aMemberThatIsThereTwiceIsRefused() {
    assertThatThrownBy(() -> load("name: a\nname: b\n")).isInstanceOf(DuplicateKeyException.class);
  }

  @Test
  void theActionHasMembersThatGithubKnowsAndUsesEachOfItsInputs() throws IOException {
    Map<?, ?> action = file("action.yml");
    onlyKnown(action, "name", "description", "inputs", "runs");
    Map<?, ?> inputs = map(action, "inputs");
    for (Object input : inputs.values()) {
      onlyKnown((Map<?, ?>) input, "description", "required", "default");
    }
    Map<?, ?> runs = map(action, "runs");
    onlyKnown(runs, "using", "steps");
    assertThat(runs.get("using")).isEqualTo("composite");
    steps(runs).forEach(GithubFilesTest::checkStep);
    Map<?, ?> step = steps(runs).getLast();
    assertThat(step.get("shell")).isEqualTo("bash"); // composite actions have no default
    List<String> used =
        map(step, "env").values().stream()
            .map(value -> INPUT.matcher((String) value))
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1))
            .toList();
    assertThat(used)
        .containsExactlyInAnyOrderElementsOf(
            inputs.keySet().stream().map(String::valueOf).toList());
  }

  @Test
  void workflowsHaveMembersThatGithubKnows() throws IOException {
    Path workflows = Checkout.root().resolve(".github/workflows");
    try (Stream<Path> files = Files.list(workflows)) {
      for (Path path : files.toList()) {
        Map<?, ?> workflow = load(Files.readString(path));
        onlyKnown(workflow, "name", "on", "permissions", "jobs");
        onlyKnown(map(workflow, "on"), "schedule", "workflow_dispatch", "push", "pull_request");
        for (Object job : map(workflow, "jobs").values()) {
          onlyKnown((Map<?, ?>) job, "runs-on", "timeout-minutes", "steps");
          steps((Map<?, ?>) job).forEach(GithubFilesTest::checkStep);
        }
      }
    }
  }

  /** Commands of workflows name files of the tree and options that the program has. */
  @Test
  void theNightlyWorkflowVerifiesEveryProtocolAtFullScale() throws IOException {
    Map<?, ?> verify = map(map(file(".github/workflows/nightly.yml"), "jobs"), "verify");
    String command = (String) steps(verify).getLast().get("run");
    assertThat(command).isEqualTo("./syncopate verify --scale full");
    assertThat(Help.texts().get("help of verify")).contains("--scale", "full");
  }

  /** The step's own command, run by bash as GitHub runs it, on a program with a race. */
  @Test
  void theActionsStepAnnotatesARace() throws Exception {
    Programs.needs("bash");
    String racing = Programs.PTX.replace("mul.wide.u32 %d2, %r4, 4;", "mov.u64 %d2, 0;");
    Path program = Programs.host(folder, new FatBinaries().ptx(70, racing).bytes());
    Path tree = Files.createDirectory(folder.resolve("the action"));
    launcher(tree.resolve("syncopate"));
    Map<?, ?> step = steps(map(file("action.yml"), "runs")).getLast();
    ProcessBuilder builder =
        new ProcessBuilder(
            "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", (String) step.get("run"));
    builder.environment().put("GITHUB_ACTION_PATH", tree.toString());
    Map<String, String> inputs =
        Map.of(
            "program",
            "'" + program + "' symbols",
            "check",
            "races",
            "options",
            "--set core.units=4");
    for (Map.Entry<?, ?> variable : map(step, "env").entrySet()) {
      Matcher input = INPUT.matcher((String) variable.getValue());
      assertThat(input.matches()).isTrue();
      builder.environment().put((String) variable.getKey(), inputs.get(input.group(1)));
    }
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isNotZero();
    assertThat(output)
        .containsPattern("(?m)^::error file=.*\\.ptx,line=19,title=data race on argument 0\\[0]::");
  }

  private static void launcher(Path file) throws IOException {
    Files.writeString(
        file,
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' dev.syncopate.app.cli.Main "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
