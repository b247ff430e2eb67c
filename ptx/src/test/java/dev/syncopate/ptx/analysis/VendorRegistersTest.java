package dev.syncopate.ptx.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.ModuleVariable;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.ir.RegisterNeed;
import dev.syncopate.ptx.parse.PtxReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Holds our estimate of registers against the vendor's assembler, kernel by kernel, and generates
 * the page that says how well it does; {@code -DupdateDocs} writes it. The script {@code
 * vendor-registers} in the sources' directory makes the other side of the comparison.
 */
class VendorRegistersTest {
  private static final int REGISTERS = 65_536;

  private static final String HEAD =
      """
      # Registers of a thread

      The number of CTAs on a compute unit depends on the registers of a thread. PTX does not state it, because an
      assembler allocates registers. This page describes Syncopate's estimate for the machine that runs the kernel,
      and compares it with the vendor's assembler. For a kernel whose number is known, state it:

          ./syncopate launch mine.ptx --kernel mine --grid 16 --block 256 --registers 40

      - *Least*: the largest number of live registers, with a 64-bit value in two. Parameters and constants need none,
        because instructions read them in place. Neither do integers that follow only from these and the CTA's number,
        which one register of the warp holds. Predicates have separate registers.
      - *Wanted*: the same with the loads of a stretch of code moved ahead, and with all values except parameters and
        constants in registers of the thread. Seven registers are added for the stack pointer, alignment, and
        instructions of PTX that become several. With that number the median below is 1.
      - A thread gets the wanted number, but not if fewer threads would then fit the compute unit. If the least number
        exceeds that limit by more than one in sixteen (an assembler saves that much), the thread gets the least
        number. `.maxnreg`, `.maxntid` and `.minnctapersm` are upper limits; the last limit is 255.
      - A called function needs its registers. Along a chain of calls the largest number counts, since the calling
        convention saves the rest in memory. A call through an address may go to any function that has one. A kernel
        that makes such a call, or calls the runtime (`printf`, `malloc`), has at least 24.

      `Kernel.registers` sets the number in Java; `Kernel.occupancy` returns the result.

      ## Comparison with the vendor's assembler

      The estimate is divided by the registers that ptxas of CUDA 13 allocates for the kernels of this repository, on
      machines of 65,536 registers and that many threads. *Another occupancy* counts kernels for which the two numbers
      admit different numbers of warps into a compute unit. Kernels of equal size and equal numbers count once.

      (This page is generated:
      `mvn -pl ptx -am test -Dtest=VendorRegistersTest -Dsurefire.failIfNoSpecifiedTests=false -DupdateDocs`.)

      | machine | threads | kernels | median | 10th percentile | 90th percentile | ours is higher | another occupancy |
      |---|---|---|---|---|---|---|---|
      """;

  /** A kernel as both see it. */
  private record Kernel(
      String file, String name, int machine, int vendor, RegisterNeed need, int size) {
    int threads() {
      return machine == 75 ? 1024 : 2048;
    }

    int ours() {
      return need.perThread(REGISTERS, threads(), 0);
    }

    double share() {
      return (double) ours() / vendor;
    }

    boolean anotherOccupancy() {
      return warps(ours()) != warps(vendor);
    }

    private int warps(int registers) {
      int pieces = Math.ceilDiv(registers, RegisterNeed.GRANULARITY) * RegisterNeed.GRANULARITY;
      return Math.min(threads(), REGISTERS / pieces) / 32;
    }
  }

  @Test
  void thePageIsCurrent() throws IOException {
    List<Kernel> kernels = kernels();
    StringBuilder page = new StringBuilder(HEAD);
    for (int machine : new int[] {75, 80, 90, 100}) {
      page.append(
          row("sm_" + machine, kernels.stream().filter(k -> k.machine() == machine).toList()));
    }
    page.append(row("all", kernels));
    page.append(
        "\nThose of another occupancy:\n\n| kernel | machine | vendor | ours |\n|---|---|---|---|\n");
    for (Kernel kernel : kernels) {
      if (kernel.anotherOccupancy()) {
        page.append(
            "| `%s` of %s | sm_%d | %d | %d |\n"
                .formatted(
                    kernel.name(),
                    Objects.requireNonNull(Path.of(kernel.file()).getFileName()),
                    kernel.machine(),
                    kernel.vendor(),
                    kernel.ours()));
      }
    }
    Path file = root().resolve("docs/develop/registers.md");
    if (System.getProperty("updateDocs") != null) {
      Files.writeString(file, page);
    }
    assertThat(file)
        .as("generated by this test with -DupdateDocs")
        .content()
        .isEqualTo(page.toString());
  }

  @Test
  void theEstimateIsNearTheVendors() throws IOException {
    List<Kernel> kernels = kernels();
    assertThat(kernels).hasSizeGreaterThan(400);
    assertThat(percentile(kernels, 50)).isBetween(0.9, 1.1);
    assertThat(kernels).filteredOn(Kernel::anotherOccupancy).hasSizeLessThan(kernels.size() / 12);
  }

  private static String row(String machine, List<Kernel> kernels) {
    return "| %s | %s | %d | %.2f | %.2f | %.2f | %d | %d |\n"
        .formatted(
            machine,
            machine.equals("all") ? "" : String.format("%,d", kernels.getFirst().threads()),
            kernels.size(),
            percentile(kernels, 50),
            percentile(kernels, 10),
            percentile(kernels, 90),
            kernels.stream().filter(k -> k.ours() > k.vendor()).count(),
            kernels.stream().filter(Kernel::anotherOccupancy).count());
  }

  private static double percentile(List<Kernel> kernels, int percent) {
    double[] shares = kernels.stream().mapToDouble(Kernel::share).sorted().toArray();
    return shares[shares.length * percent / 100];
  }

  private static List<Kernel> kernels() throws IOException {
    Map<String, PtxModule> modules = new HashMap<>();
    Map<String, Program> programs = new HashMap<>();
    Set<List<Object>> distinct = new HashSet<>();
    List<Kernel> kernels = new ArrayList<>();
    for (String line :
        Files.readAllLines(
            root()
                .resolve(
                    "ptx/src/test/resources/dev/syncopate/ptx/analysis/vendor-registers.tsv"))) {
      String[] part = line.split("\t", -1);
      Program program = programs.get(part[0] + " " + part[1]);
      if (program == null) {
        PtxModule module = modules.get(part[0]);
        if (module == null) {
          module =
              PtxReader.read(
                  part[0], Files.readString(root().resolve(part[0]), StandardCharsets.UTF_8));
          modules.put(part[0], module);
        }
        program = module.linker().link(part[1], addresses(module));
        programs.put(part[0] + " " + part[1], program);
      }
      Kernel kernel =
          new Kernel(
              part[0],
              part[1],
              Integer.parseInt(part[2]),
              Integer.parseInt(part[3]),
              program.registers(),
              program.code().size());
      if (distinct.add(List.of(kernel.machine(), kernel.vendor(), kernel.need(), kernel.size()))) {
        kernels.add(kernel);
      }
    }
    return kernels;
  }

  private static Map<String, Long> addresses(PtxModule module) {
    Map<String, Long> addresses = new HashMap<>();
    for (ModuleVariable variable : module.variables()) {
      addresses.put(variable.name(), 0L);
    }
    return addresses;
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("syncopate"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder, "the tests run in a checkout");
  }
}
