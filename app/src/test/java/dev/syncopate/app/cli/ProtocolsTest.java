package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolDecorator;
import dev.syncopate.memory.system.Protocols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code protocols} prints; the pages on protocols contain it, {@code -DupdateDocs} puts it
 * in.
 */
class ProtocolsTest {
  private static Path pageOf(String protocol) throws IOException {
    String mark = "<!-- printed by: syncopate protocols " + protocol + " -->\n";
    for (Path page : Checkout.documentation()) {
      if (page.toString().endsWith(".md") && Files.readString(page).contains(mark)) {
        return page;
      }
    }
    throw new AssertionError(
        "no page has the mark `%s`: write page.md in the folder of mechanism %s"
            .formatted(mark.strip(), protocol));
  }

  @Test
  void protocolsAreListedWithASentenceEach() {
    Shell.Result result = Shell.run("protocols");
    assertThat(result.code()).isZero();
    assertThat(result.out().lines().filter(line -> !line.startsWith(" ")))
        .containsExactlyElementsOf(
            Stream.concat(Protocols.names().stream(), Stream.of("localtm")).toList());
    assertThat(result.out()).contains("Selective remote scope promotion: ");
  }

  private static Stream<String> described() {
    return Stream.concat(Protocols.all().stream().map(Protocol::name), Stream.of("localtm"));
  }

  /** The page of a mechanism, wherever it stands, has what is printed of it. */
  @ParameterizedTest
  @MethodSource("described")
  void theDocumentationHasWhatIsPrinted(String protocol) throws IOException {
    Path page = pageOf(protocol);
    String text = Files.readString(page);
    String begin = "<!-- printed by: syncopate protocols " + protocol + " -->\n```\n";
    int start = text.indexOf(begin) + begin.length();
    assertThat(start).as("the mark in %s", page).isGreaterThan(begin.length());
    int end = text.indexOf("```\n<!-- end -->", start);
    String printed = Shell.run("protocols", protocol).out();
    if (System.getProperty("updateDocs") != null) {
      Files.writeString(page, text.substring(0, start) + printed + text.substring(end));
    } else {
      assertThat(text.substring(start, end)).isEqualTo(printed);
    }
  }

  /** Each in its package's folder, which protocols of one paper share. */
  @Test
  void aMechanismHasItsPageInItsFolder() throws IOException {
    for (Protocol protocol : Protocols.all()) {
      String folder = protocol.getClass().getPackageName().replaceFirst(".*\\.", "");
      assertThat(pageOf(protocol.name()))
          .as("the page that has the tables of %s", protocol.name())
          .isEqualTo(Checkout.mechanismPage(folder));
    }
    for (ProtocolDecorator decorator : Protocols.decorators()) {
      assertThat(Checkout.mechanismPage(decorator.name())).isRegularFile();
    }
  }

  /** What has the states is said above each table, outermost first. */
  @Test
  void eachStateTableHasItsTitle() {
    assertThat(stateTables("srsp"))
        .containsExactly(
            "LR-TBL of an L1",
            "PA-TBL of an L1",
            "release fence of an L1",
            "lines held by an L1 for promotions",
            "lines of an L1",
            "MSHRs of an L1",
            "remote accesses at the home bank",
            "answers of L1s at the home bank",
            "lines of an L2 bank");
    assertThat(stateTables("gpu"))
        .containsExactly("lines of an L1", "MSHRs of an L1", "lines of an L2 bank");
    assertThat(stateTables("gpu+lab8")).contains("lines of a local atomic buffer");
  }

  private static List<String> stateTables(String protocol) {
    List<String> lines = Shell.run("protocols", protocol).out().lines().toList();
    return IntStream.range(1, lines.size())
        .filter(i -> lines.get(i).matches(" *state +event +next +what is done"))
        .mapToObj(i -> lines.get(i - 1))
        .toList();
  }

  @Test
  void alternativesAndHomeBanksAreShown() {
    assertThat(Shell.run("protocols", "srsp").out())
        .contains("on PA-TBL hit: PERFORM_AT_L2, FLUSH, INVALIDATE\n")
        .containsPattern("st\\.remote +DROP +FLUSH +HOLD +SELECTIVE_INVALIDATE +-\n")
        .contains("system scope: the same with .sys for .gpu\n")
        .containsPattern("PERFORM_AT_L1 +perform the access at the L1\n");
    assertThat(Shell.run("protocols", "gpu").out()).doesNotContain("home bank", "PROMOTE");
  }

  @Test
  void messagesAreListedWithWhatTheyCarry() {
    assertThat(Shell.run("protocols", "gpu").out())
        .containsPattern("WRITE +L1 to L2 +BYTES, DATA, TAG +write bytes: a store, or what was")
        .containsPattern("OLD_VALUES +old values of read-modify-writes\n")
        .doesNotContain("SELECTIVE_FLUSH");
    assertThat(Shell.run("protocols", "brsp").out()).doesNotContain("SELECTIVE_FLUSH");
    assertThat(Shell.run("protocols", "denovo").out())
        .containsPattern("REGISTER +L1 to L2 +BYTES, TAG +make me the owner of these words\n");
  }

  @Test
  void theTablesAreWrittenAsAPageThatNeedsNothingElse(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("srsp.html");
    Shell.Result result = Shell.run("protocols", "srsp", "--html", file.toString());
    assertThat(result.code()).isZero();
    assertThat(result.out()).isEqualTo(Shell.run("protocols", "srsp").out());
    assertThat(Files.readString(file))
        .contains(
            "<h1>Protocol srsp</h1>",
            "<td>st.release.cta</td><td>blocks</td><td>DRAIN, RELEASE_AT_L1</td>",
            "<td>NOT_FOUND</td><td>L1 to home</td><td></td>",
            "<td>DIRTY</td><td>WRITE_THROUGH</td><td>CLEAN</td><td>send the dirty bytes</td>",
            "write the line&#39;s dirty bytes through and drop it")
        .doesNotContain("<script", "<link", "src=");
  }

  @Test
  void systemScopeIsWiderOnAMachineOfSeveralGpus() {
    assertThat(Shell.run("protocols", "srsp", "--gpu", "srsp-2x8cu").out())
        .doesNotContain("the same with .sys")
        .containsPattern("ld\\.acquire\\.sys +blocks +PERFORM_AT_SYSTEM, INVALIDATE_L2, FLUSH,")
        .containsPattern("atom\\.remote\\.acquire\\.sys +blocks +DRAIN, PROMOTE_TO_SYSTEM, FLUSH,")
        .containsPattern("ld\\.remote +the others +the requester's GPU\n");
    assertThat(Shell.run("protocols", "gpu", "--gpu", "srsp-2x8cu").out())
        .contains("PERFORM_AT_SYSTEM")
        .doesNotContain("remote");
  }

  @Test
  void theMachineDecidesWhichPapersAccountIsShown() {
    String pattern = "ld\\.remote +FLUSH_AND_BLOCK +FLUSH_AND_BLOCK +- +";
    assertThat(Shell.run("protocols", "brsp", "--gpu", "rsp-8cu").out())
        .containsPattern(pattern + "UNBLOCK +UNBLOCK\n");
    assertThat(
            Shell.run(
                    "protocols",
                    "brsp",
                    "--gpu",
                    "rsp-8cu",
                    "--set",
                    "mechanisms.brsp.acquireInvalidates=all")
                .out())
        .containsPattern(pattern + "INVALIDATE_AND_UNBLOCK +UNBLOCK\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "protocols srps | there is no protocol named srps; known are gpu, brsp, srsp, srsp-opt,"
            + " denovo, hlrc, phi, brsp-text, srsp-text; did you mean srsp?",
        "protocols --gpu rsp-8cu | --gpu, --set, --lab and --html need the name of a protocol",
        "protocols gpu --html /nowhere/x.html | --html: there is no folder /nowhere",
        "protocols srsp --gpu rsp-9cu | there is no GPU named rsp-9cu",
        "protocols denovo --gpu srsp-2x8cu | srsp-2x8cu: protocol denovo keeps the owners of words in"
            + " the L2 of one GPU; this machine has 2 GPUs",
        "protocols hlrc --gpu srsp-2x8cu | srsp-2x8cu: protocol hlrc keeps registrations in the L2"
            + " of one GPU; this machine has 2 GPUs",
        "run histogram --protocol hlrc --gpu heterosync-15cu | heterosync-15cu: protocol hlrc"
            + " registers lines with compute units; this machine has a CPU that shares memory",
        "run histogram --protocol denovo --gpu srsp-2x8cu | srsp-2x8cu: protocol denovo keeps the"
            + " owners of words in the L2 of one GPU; this machine has 2 GPUs",
        "stress --protocol denovo --machine loose-two-gpus | protocol denovo keeps the owners of"
            + " words in the L2 of one GPU; this machine has 2 GPUs",
        "protocols srsp --set mechanisms.srsp.paEntries=0 | mechanisms.srsp.paEntries=0",
      })
  void whatCannotBeUsedIsRefused(String line, String message) {
    Shell.Result result = Shell.run(line.split(" "));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: " + message);
    assertThat(result.out()).isEmpty();
  }
}
