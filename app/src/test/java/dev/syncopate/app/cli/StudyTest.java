package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cuda.FatBinaries;
import dev.syncopate.app.cuda.Programs;
import dev.syncopate.study.store.ResultStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code compare} and {@code reproduce}. */
class StudyTest {
  @TempDir private Path parent;
  private Path folder = Path.of("");

  @BeforeEach
  void aFolderThatIsNotThereYet() {
    folder = parent.resolve("studies/of-the-day");
  }

  private Shell.Result compare(String... extraOptions) {
    String[] arguments = {"compare", "--out", folder.toString()};
    String[] allOptions =
        java.util.Arrays.copyOf(arguments, arguments.length + extraOptions.length);
    System.arraycopy(extraOptions, 0, allOptions, arguments.length, extraOptions.length);
    return Shell.run(allOptions);
  }

  @Test
  void mechanismsAreComparedOnAWorkloadAndTheResultsKept() {
    String[] options = {"--workload", "vecadd", "--size", "500", "--models", "hrf,drf0", "-j", "2"};
    Shell.Result first = compare(options);
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.out())
        .startsWith("vecadd under several mechanisms\n")
        .containsPattern("\n  gpu hrf +[\\d,]+ +1.00 .* right\n  gpu drf0 ")
        .contains("Page: " + folder.resolve("compare-vecadd.html"));
    assertThat(first.err()).contains("[1/2] ", "[2/2] ", " cycles, ");
    Shell.Result again = compare(options);
    assertThat(again.err()).as("nothing is simulated twice").isEmpty();
    assertThat(again.out()).isEqualTo(first.out());
  }

  @Test
  void aWorkloadsScenariosAreComparedOnAPapersInput() {
    Shell.Result result =
        compare(
            "--workload",
            "sssp",
            "--input",
            "cond-mat-2003/64",
            "--protocols",
            "gpu,srsp",
            "-o",
            "iterations=1",
            "--gpu",
            "srsp-8cu");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("Input: cond-mat-like/64.", "gpu baseline", "gpu steal-only", "srsp remote");
  }

  @Test
  void aSuiteIsComparedUnderAllMechanismsThatAreAskedFor() {
    Shell.Result result =
        compare(
            "--suite",
            "heterosync",
            "--size",
            "small",
            "-o",
            "units=2",
            "--protocols",
            "gpu,denovo",
            "--models",
            "hrf",
            "--quiet");
    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(folder.resolve("compare-heterosync.html")).content().contains("Who wins where");
    assertThat(folder.resolve("compare-heterosync-results.csv"))
        .content()
        .contains(
            "\n1,uts,denovo hrf,heterosync-15cu,uts,size small,heterosync-15cu,denovo,hrf,1,");
  }

  private static final String LOCK =
      Checkout.launcher().resolveSibling("examples/locks/ticket_lock.ptx").toString();

  @Test
  void changedMachinesSayWhatWouldReverseTheOrder() {
    Shell.Result result =
        compare("--workload=vecadd", "--size=1K", "--protocols=gpu,denovo", "--sensitivity");
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("Recommended: ")
        .containsPattern("Of 1\\d changed machines the order is the same on \\d+")
        .contains("The order on changed machines")
        .containsPattern("\n  l1\\.size=32KiB +16KiB +\\d\\.\\d\\d +(holds|level|reversed)");
    String[] options = {
      "--protocols=gpu,hlrc",
      "--gpu=rsp-8cu",
      "--set=l1.size=16KiB",
      "--sensitivity",
      "--",
      "launch",
      LOCK,
      "--kernel=ticket_lock",
      "--grid=2",
      "--block=32",
      "--arg=u32[64]=zero",
      "--arg=u32=1"
    };
    assertThat(compare(options).out())
        .contains("The order on changed machines")
        .containsPattern("\n  l1\\.size=8KiB +16KiB ");
    assertThat(compare("--suite=all", "--gpu=heterosync-15cu", "--protocols=hlrc").err())
        .startsWith("error: --protocols: not every one can run on this machine: heterosync: hlrc");
    assertThat(compare("--suite=all", "-o", "blok=3").err())
        .startsWith("error: no workload of any suite has an option 'blok'");
  }

  private Shell.Result compareLock(String... extraOptions) {
    List<String> words =
        new ArrayList<>(List.of("--protocols=gpu,hlrc", "--gpu=rsp-8cu", "--", "launch", LOCK));
    words.addAll(List.of("--kernel=ticket_lock", "--grid=4", "--block=32"));
    words.addAll(List.of("--arg=u32[64]=zero", "--arg=u32=3"));
    words.addAll(List.of(extraOptions));
    return compare(words.toArray(String[]::new));
  }

  /** The same numbers as the command's alone. */
  @Test
  void aUsersKernelIsComparedByTheCommandThatLaunchesIt() throws Exception {
    Shell.Result result = compareLock();
    assertThat(result.code()).as(result.err()).isZero();
    Path json = folder.resolve("hlrc.json");
    String[] launch = {
      "launch",
      LOCK,
      "--gpu=rsp-8cu",
      "--protocol=hlrc",
      "--kernel=ticket_lock",
      "--grid=4",
      "--block=32",
      "--arg=u32[64]=zero",
      "--arg=u32=3",
      "--quiet",
      "--json=" + json
    };
    assertThat(Shell.run(launch).code()).isZero();
    JsonNode document = new ObjectMapper().readTree(json.toFile());
    String cycles = "%,d".formatted(document.path("cycles").asLong());
    String bytes = "%,d".formatted(document.at("/network/bytes").asLong());
    assertThat(result.out())
        .startsWith("launch ticket_lock.ptx under several mechanisms\n")
        .containsPattern(
            "\n  hlrc +" + cycles + " +[\\d.]+ +[\\d,]+ +[\\d,]+ +" + bytes + " .* unchecked\n")
        .contains("Page: " + folder.resolve("compare-launch-ticket_lock.ptx.html"));
    assertThat(result.err()).contains("[1/2] gpu: ", "[2/2] hlrc: " + cycles + " cycles, ");
  }

  @Test
  void onlyWhatWasComparedIsRight(@TempDir Path tempFolder) throws IOException {
    assertThat(compareLock("--expect=0=@" + expected(tempFolder)).out())
        .containsPattern("\n  gpu .* right\n  hlrc .* right\n");
    String program =
        Programs.host(tempFolder, new FatBinaries().ptx(70, Programs.PTX).bytes()).toString();
    String[] cuda = {"--gpu=rsp-8cu", "--protocols=gpu,hlrc", "--", "cuda", program};
    Shell.Result result = compare(cuda);
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .containsPattern("\n  gpu .* exit 0\n  hlrc .* exit 0\n")
        .contains(
            "\n  Answers: a program's own check is its exit status; what it printed is the same under"
                + " all.\n");
    String[] nothing = {"--gpu=rsp-8cu", "--", "cuda", program, "nothing"};
    assertThat(compare(nothing).out()).containsPattern("\n  gpu +0 .* exit 0\n");
    String[] ignored = {"--gpu=rsp-8cu", "--", "cuda", program, "ignored"};
    Shell.Result refused = compare(ignored);
    assertThat(refused.code()).isEqualTo(ExitCode.WRONG);
    assertThat(refused.out()).containsPattern("\n  gpu .* FAILED\n");
  }

  /** What the lock leaves, from a separate run. */
  private static Path expected(Path tempFolder) {
    Path saved = tempFolder.resolve("lock.bin");
    String[] launch = {
      "launch",
      LOCK,
      "--gpu=rsp-8cu",
      "--kernel=ticket_lock",
      "--grid=4",
      "--block=32",
      "--arg=u32[64]=zero",
      "--arg=u32=3",
      "--quiet",
      "--save=0=" + saved
    };
    assertThat(Shell.run(launch).code()).isZero();
    return saved;
  }

  @Test
  void aRunThatIsNotRightIsSaidToBeSo() {
    Shell.Result result = compareLock("--expect=0=fill(9)");
    assertThat(result.code()).isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .containsPattern("\n  gpu .* WRONG\n  hlrc .* WRONG\n")
        .contains("FAILED launch ticket_lock.ptx gpu rsp-8cu: ");
    assertThat(result.err()).contains("is not as expected");
    Shell.Result stopped = compareLock("--max-cycles=500");
    assertThat(stopped.code()).isEqualTo(ExitCode.WRONG);
    assertThat(stopped.out()).containsPattern("\n  gpu .* FAILED\n  hlrc .* FAILED\n");
  }

  /** It is known before anything is simulated. */
  @Test
  void aProtocolThatCannotTakeTheMachineIsRefusedAtOnce() {
    Shell.Result command =
        compare(
            "--protocols=gpu,hlrc",
            "--gpu=heterosync-15cu",
            "--",
            "launch",
            LOCK,
            "--kernel=ticket_lock",
            "--arg=u32[64]=zero",
            "--arg=u32=3");
    assertThat(command.code()).isEqualTo(ExitCode.USAGE);
    assertThat(command.out()).isEmpty();
    assertThat(command.err())
        .startsWith(
            "error: --protocols: not every one can run on this machine: hlrc: protocol hlrc"
                + " registers lines with compute units; this machine has a CPU that shares memory."
                + " Nothing was simulated;")
        .doesNotContain("[1/2]");
    assertThat(compare("--workload=vecadd", "--protocols=gpu,hlrc", "--gpu=heterosync-15cu").err())
        .startsWith("error: --protocols: not every one can run on this machine: hlrc: ");
    assertThat(compare("--suite", "heterosync", "--protocols", "gpu,hlrc").err())
        .startsWith("error: --protocols: not every one can run on this machine: hlrc (drf0, ");
  }

  @Test
  void aCommandThatIsRefusedEndsTheComparison() {
    Shell.Result refused = compareLock("--args=3");
    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).startsWith("error: ").doesNotContain("[1/2]");
    assertThat(compareLock("--protocol", "gpu").err())
        .startsWith(
            "error: found --protocol behind 'compare -- launch': what is compared stands before '--'");
    assertThat(compare("--", "run", "vecadd").err())
        .startsWith("error: expected launch or cuda behind '--', found 'run'; --workload compares");
    assertThat(compare("--size=5", "--", "launch", LOCK).err())
        .startsWith("error: found both a command behind '--' and --size, which is of workloads");
    assertThat(compare("--input=cond-mat-2003", "--", "launch", LOCK).err())
        .startsWith("error: found both a command behind '--' and a graph, which is of workloads");
    assertThat(compare("--", "cuda", "--", "no-such-program").err())
        .startsWith("error: there is no program no-such-program in PATH");
  }

  @Test
  void wrongUseIsRefusedBeforeAnythingRuns() {
    assertThat(compare("--workload", "vecad").err())
        .startsWith("error: there is no workload 'vecad'");
    assertThat(compare("--workload", "vecadd", "--protocols", "gpuu").err())
        .startsWith("error: there is no protocol named gpuu");
    assertThat(compare("--workload", "vecadd", "-o", "blok=3").err())
        .startsWith("error: vecadd has no option blok");
    assertThat(compare("--workload", "vecadd", "--input", "cond-mat-2003").err())
        .startsWith("error: vecadd does not read a graph");
    assertThat(compare("--workload", "sssp", "--input", "nowhere").err())
        .startsWith("error: there is no input 'nowhere'");
    assertThat(compare("--workload", "vecadd", "--jobs", "0").err())
        .startsWith("error: --jobs takes a number from 1 to 1024, not 0");
    assertThat(compare("--workload", "vecadd", "-o", "block").err())
        .startsWith("error: --option takes NAME=VALUE");
    assertThat(compare("--suite", "heterosink").err())
        .startsWith("error: there is no suite 'heterosink'; did you mean heterosync?");
    assertThat(compare("--suite", "heterosync", "-o", "unit=2").err())
        .startsWith("error: no workload of suite heterosync has an option 'unit'");
    assertThat(compare().err()).startsWith("error: found neither --workload nor --suite");
    assertThat(compare("--suite", "heterosync", "--workload", "vecadd").err())
        .startsWith("error: --workload and --suite: found both");
    assertThat(compare("--workload", "vecadd", "--protocols", "gpuu").code()).isEqualTo(2);
    assertThat(Shell.run("reproduce", "rspp").err())
        .startsWith("error: there is no study of a paper 'rspp'; there are rsp, srsp, heterosync");
    assertThat(Shell.run("reproduce", "rsp", "--scale", "huge").code()).isEqualTo(2);
    assertThat(Shell.run("reproduce", "all", "--only", "HT2").err())
        .startsWith("error: --only: found it with 'all', expected it with one paper");
  }

  @Test
  void aPartOfAStudySaysSoAndThatItKnowsNothingOfTheRest() throws Exception {
    Shell.Result result =
        Shell.run("reproduce", "localtm", "--only", "HT256", "--out", folder.toString());
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .contains(
            "Only HT256 was simulated: means are over that alone, and what the paper states is not judged.");
    assertThat(Files.readString(folder.resolve("localtm-results.csv")))
        .contains("HT256")
        .doesNotContain("HT128");
    assertThat(Files.readString(folder.resolve("localtm.html"))).contains("--only HT256");
    assertThat(folder.resolve("localtm-figures.csv")).exists();
    assertThat(folder.resolve("localtm-claims.csv")).doesNotExist();
    assertThat(Shell.run("reproduce", "localtm", "--only", "HT3").err())
        .startsWith("error: --only: the study of localtm has no 'HT3'; it has HT2, HT4, HT8");
  }

  private static Shell.Result part(Path folder, String... extraOptions) {
    List<String> words = new ArrayList<>(List.of("reproduce", "localtm", "--only", "HT256"));
    words.addAll(List.of("--out", folder.toString()));
    words.addAll(List.of(extraOptions));
    return Shell.run(words.toArray(String[]::new));
  }

  /** Everything that a study has written but its results, by name. */
  private static Map<String, String> report(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(folder)) {
      for (Path file :
          paths.filter(path -> path.toString().matches(".*\\.(html|json|csv|svg)")).toList()) {
        files.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    files.remove("shards.json");
    return files;
  }

  @Test
  void shardsThatAreCollectedWriteTheFilesOfAStudyInOneGo() throws Exception {
    Path unsharded = parent.resolve("whole");
    assertThat(part(unsharded).code()).isZero();
    for (String shard : List.of("1/3", "3/3")) {
      Shell.Result result = part(folder, "--shard", shard);
      assertThat(result.code()).as(result.err()).isZero();
      assertThat(result.out())
          .matches(
              "Shard "
                  + shard
                  + ": (\\d+) of its \\1 runs are kept in .*\\. When all shards have ended:"
                  + " \\./syncopate reproduce localtm --scale quick --only HT256 --out "
                  + Pattern.quote(folder.toString())
                  + " --collect\n");
    }
    assertThat(report(folder)).as("shards write results only").isEmpty();
    Shell.Result early = part(folder, "--collect");
    assertThat(early.code()).isEqualTo(1);
    assertThat(early.err())
        .containsPattern("^\\d+ runs are missing in ")
        .contains(" (shard 2/3)\n")
        .doesNotContain("(shard 1/3)", "(shard 3/3)");
    assertThat(part(folder, "--shard", "2/3").code()).isZero();
    Shell.Result collected = part(folder, "--collect");
    assertThat(collected.code()).as(collected.err()).isZero();
    assertThat(collected.err()).as("nothing is simulated").isEmpty();
    Map<String, String> expected = report(unsharded);
    assertThat(expected.keySet()).contains("localtm.html", "localtm.json", "localtm-results.csv");
    assertThat(report(folder)).isEqualTo(expected);
    assertThat(part(folder, "--shard", "1/4").err())
        .startsWith("error: " + folder.resolve("shards.json") + " deals ")
        .contains(" to 3 shards; these are ");
  }

  @Test
  void shardsThatCannotBeAreRefused() {
    assertThat(part(folder, "--shard", "4/3").err())
        .startsWith("error: --shard: found shard 4 of 3, expected a number from 1 to 3");
    assertThat(part(folder, "--shard", "two").err())
        .startsWith("error: --shard: found 'two', expected K/N");
    assertThat(part(folder, "--shard", "1/3", "--collect").err())
        .startsWith("error: --shard and --collect: found both, expected one of them");
    assertThat(
            Shell.run("reproduce", "localtm", "--explain", "tm-speedup-most", "--shard", "1/2")
                .err())
        .startsWith("error: --shard and --explain: found both, expected one of them");
    assertThat(folder).doesNotExist();
  }

  @Test
  void whatDecidesAClaimIsSimulated() throws Exception {
    Shell.Result result =
        Shell.run(
            "reproduce", "localtm", "--explain", "tm-speedup-most", "--out", folder.toString());
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .startsWith("What decides: and the most\n")
        .contains("Without conflicts most of the kernel is not the transaction")
        .containsPattern("as it is +[\\d,]+ +933 +0\\.08 ")
        .containsPattern("--set icache.missLatency=1 +[\\d,]+ +523 +0\\.05 ");
    assertThat(Shell.run("reproduce", "localtm", "--explain", "tm-overhead").err())
        .startsWith(
            "error: --explain: no experiment is about 'tm-overhead': what is said of it is a guess;"
                + " there are experiments about tm-speedup-least, ");
    assertThat(
            Shell.run("reproduce", "localtm", "--explain", "tm-speedup-most", "--only", "HT2")
                .err())
        .startsWith("error: --only and --explain: found both, expected one of them");
    assertThat(Shell.run("reproduce", "localtm", "--explain", "tm-overheat").err())
        .startsWith("error: --explain: localtm has no claim 'tm-overheat'; did you mean")
        .contains("; there are experiments about tm-speedup-least, ");
  }

  @Test
  void readingsThatDoNotExistAreSaid() {
    assertThat(Shell.run("reproduce", "localtm", "--readings").err())
        .startsWith("error: --readings: there are none of localtm; there are some of rsp, srsp");
    assertThat(Shell.run("reproduce", "rsp", "--readings", "--only", "elements in tern").err())
        .startsWith(
            "error: --only: the study of rsp has no 'elements in tern'; it has as in the study,"
                + " elements in turn, ");
    assertThat(Shell.run("reproduce", "rsp", "--readings", "--explain", "mean-rem-sync").err())
        .startsWith("error: --readings and --explain: found both, expected one of them");
    assertThat(Shell.run("reproduce", "all", "--readings").err())
        .startsWith("error: --readings: found it with 'all', expected it with one paper");
  }

  @Test
  void aFolderThatAnotherStudyHoldsIsRefused() {
    try (ResultStore store = ResultStore.open(folder, _ -> {})) {
      assertThat(store).isNotNull();
      Shell.Result result = compare("--workload", "vecadd");
      assertThat(result.code()).isEqualTo(2);
      assertThat(result.err()).contains("another study (process ");
    }
  }

  @Test
  void aRunThatFailsFailsTheComparisonAndTheOthersGoOn() throws Exception {
    Path graph = Files.writeString(parent.resolve("broken.txt"), "0 1\n1 x\n");
    Shell.Result result =
        compare("--workload", "pagerank-push", "--graph", graph.toString(), "--models", "hrf,drf0");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("FAILED pagerank-push gpu hrf", "broken.txt:2");
    assertThat(result.out()).contains("FAILED pagerank-push gpu drf0");
  }

  @Test
  void comparingNothingIsRefused() {
    for (String option : new String[] {"--protocols", "--models"}) {
      Shell.Result result = Shell.run("compare", "--workload", "vecadd", option, ",");
      assertThat(result.code()).isEqualTo(ExitCode.USAGE);
      assertThat(result.err()).contains(option + ": found no name, expected at least one");
    }
  }

  /** Each place of the study once more, on the same machine with what a reading changes. */
  @Test
  void aStudyRunsOnAReadingOfItsMachineAsWell() throws IOException {
    Shell.Result result =
        Shell.run(
            "reproduce",
            "heterosync",
            "--machine",
            "occupancy",
            "--only",
            "RC",
            "--out",
            folder.toString());
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains("Judged once more, occupancy: An atomic keeps its L2 bank for four cycles");
    List<String> rows =
        Files.readAllLines(folder.resolve("heterosync-results.csv")).stream()
            .filter(row -> row.contains("GD0") && row.contains("4 units"))
            .toList();
    assertThat(rows).hasSize(2);
    assertThat(rows.getLast()).startsWith("1,RC,\"GD0, occupancy\",\"heterosync-15cu, 4 units\"");
    assertThat(cycles(rows.getLast())).isGreaterThan(cycles(rows.getFirst()));
    assertThat(Files.readString(folder.resolve("heterosync.html")))
        .contains("--machine occupancy --only RC");
    assertThat(Shell.run("reproduce", "heterosync", "--machine", "link").err())
        .startsWith(
            "error: --machine: the machine of heterosync has no reading 'link'; it has links, banks");
    assertThat(Shell.run("reproduce", "lab", "--machine", "links").err())
        .startsWith(
            "error: --machine: the machine of lab has no readings; there are some of heterosync");
    assertThat(Shell.run("reproduce", "srsp", "--readings", "--machine", "links").err())
        .startsWith("error: --machine and --readings: found both, expected one of them");
    assertThat(Shell.run("reproduce", "all", "--machine", "links").err())
        .startsWith("error: --machine: found it with 'all', expected it with one paper");
  }

  private static long cycles(String row) {
    return Long.parseLong(
        row.replaceFirst(".*,(?:right|unchecked),(?:\"[^\"]*\"|[^,]*),([0-9]+),.*", "$1"));
  }
}
