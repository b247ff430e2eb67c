package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.PtxFile;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.WholeFile;
import dev.syncopate.workload.fuzz.FuzzBench;
import dev.syncopate.workload.fuzz.FuzzCampaign;
import dev.syncopate.workload.fuzz.FuzzException;
import dev.syncopate.workload.fuzz.KernelForm;
import dev.syncopate.workload.fuzz.KernelMismatch;
import dev.syncopate.workload.fuzz.KernelTrial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fuzz}: random kernels on the machine, against a plain interpreter. */
@Command(
    name = "fuzz",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Run random kernels on the machine and by an interpreter that runs one thread at a time,"
            + " and compare what they write.",
    footer = {
      "",
      "Warps of 32 and, where no instruction names lanes, of 64; divergence its and, where lanes need"
          + " not wait",
      "for each other, ipdom. A kernel that goes wrong is made smaller and written to --out.",
    })
public final class FuzzCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "PTX files to compare in place of random kernels, as this command writes them.")
  private List<Path> files = List.of();

  @Option(
      names = "--kernels",
      paramLabel = "N",
      description = "How many random kernels. Default: ${DEFAULT-VALUE}")
  private long kernels = 100;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the first kernel; the next one's is one more. Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(
      names = "--as",
      split = ",",
      paramLabel = "ptx|nvcc|clang",
      description =
          "How kernels are written: as PTX, or as CUDA C++ for a compiler that is installed; several"
              + " with commas. Default: ptx")
  private List<String> manners = List.of("ptx");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where a kernel that goes wrong is written. Default: ${DEFAULT-VALUE}")
  private Path out = Path.of("syncopate-fuzz");

  @Override
  public Integer call() {
    if (kernels < 1) {
      throw new UserErrorException("--kernels must be at least 1, found " + kernels);
    }
    try {
      return files.isEmpty() ? campaign() : compare();
    } catch (FuzzException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
  }

  private int compare() {
    PrintWriter out = spec.commandLine().getOut();
    FuzzBench bench = new FuzzBench();
    int wrong = 0;
    for (Path file : files) {
      Optional<KernelMismatch> difference =
          bench.compare(KernelTrial.read(file.toString(), PtxFile.read(file)));
      difference.ifPresentOrElse(
          mismatch -> out.printf("WRONG %s on %s: %s%n", file, mismatch.machine(), mismatch.text()),
          () -> out.printf("right %s%n", file));
      wrong += difference.isPresent() ? 1 : 0;
    }
    out.flush();
    return wrong > 0 ? ExitCode.WRONG : ExitCode.RIGHT;
  }

  private int campaign() {
    PrintWriter out = spec.commandLine().getOut();
    FuzzCampaign campaign = new FuzzCampaign(seed, KernelForm.named(manners));
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      FuzzCampaign.@Nullable Finding finding = null;
      while (finding == null && campaign.kernels() < kernels && !interruption.requested()) {
        finding = campaign.next(interruption::requested).orElse(null);
        line.show(() -> "%,d of %,d kernels".formatted(campaign.kernels(), kernels));
      }
      line.clear();
      out.printf("%,d kernels are right%s%n", campaign.kernels(), seeds(campaign));
      if (finding != null) {
        Path file = write(finding);
        out.printf(
            "%nWRONG: kernel of seed %d, %d statements are left of it%non %s: %s%n"
                + "again: ./syncopate fuzz %s%nwhole: ./syncopate fuzz --seed %d --kernels 1%s%n",
            finding.seed(),
            finding.statements(),
            finding.difference().machine(),
            finding.difference().text(),
            file,
            finding.seed(),
            manners.equals(List.of("ptx")) ? "" : " --as " + String.join(",", manners));
      }
      out.flush();
      return finding != null
          ? ExitCode.WRONG
          : interruption.requested() ? ExitCode.INTERRUPTED : ExitCode.RIGHT;
    }
  }

  private String seeds(FuzzCampaign campaign) {
    return campaign.kernels() == 0
        ? ""
        : ", seeds %d to %d".formatted(seed, seed + campaign.kernels() - 1);
  }

  private Path write(FuzzCampaign.Finding finding) {
    Path file = out.resolve(finding.trial().name());
    try {
      Files.createDirectories(out);
      WholeFile.write(file, finding.trial().text());
    } catch (IOException e) {
      throw new UserErrorException(
          "--out: cannot write %s: %s".formatted(file, FileErrors.reason(e)));
    }
    return file;
  }
}
