package dev.syncopate.workload.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchStoppedException;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each way to execute a section is rightwith every compiler and on every machine, or is convicted.
 */
class SectionsTest {
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  /** The smallest with more than one warp, a warp that is not full, and conflicts. */
  private static final List<String> TINY =
      List.of(
          "ht2 block=34",
          "ht4 block=34 section=search",
          "ht8 block=34 layout=slot",
          "ht16 block=34 slots=all",
          "bank block=70 accounts=10 transfers=1",
          "sorted-list block=34",
          "work-queue block=34 items=20 roots=3",
          "triple-histogram block=70 bins=4 values=1",
          "kmeans block=70 clusters=3 points=1");

  private static final List<String> VARIANTS =
      List.of("tx", "fallback", "serial", "coarse", "locks", "atomics");

  /** Variant, what is replaced in its PTX, and by what. */
  private static final String[][] MISTAKES = {
    {"tx", "tx\\.(begin|commit);", ""},
    {"fallback", "mov\\.u32\\s+(%r\\d+), %tx_failed;", "and.b32 $1, %tx_failed, 0;"},
    {"locks", "atom\\.shared\\.cas\\.b32\\s+(%r\\d+), [^;]*;", "mov.b32 $1, 0;"},
    {"coarse", "atom\\.shared\\.cas\\.b32\\s+(%r\\d+), [^;]*;", "mov.b32 $1, 0;"},
    {
      "atomics",
      "atom\\.shared\\.ATOMIC\\.[bu]32\\s+(%r\\d+), (\\[[^]]*]),[^;]*?([^ ;]+);",
      "ld.volatile.shared.u32 $1, $2; st.volatile.shared.u32 $2, $3;"
    }
  };

  private static List<Workload> all(KernelLibrary kernels) {
    List<Workload> workloads = new ArrayList<>(HashTable.all(kernels));
    workloads.add(new BankTransfers(kernels));
    workloads.add(new SortedList(kernels));
    workloads.add(new WorkQueue(kernels));
    workloads.add(new TripleHistogram(kernels));
    workloads.add(new Clusters(kernels));
    return workloads;
  }

  /** For example {@code ht2 block=40}. */
  private static WorkloadOutcome run(
      String choice, String size, KernelLibrary kernels, Device device) {
    String[] words = choice.split(" ", -1);
    Workload workload =
        all(kernels).stream().filter(w -> w.name().equals(words[0])).findFirst().orElseThrow();
    ContextBuilder context = new ContextBuilder(workload).size(size);
    for (int i = 1; i < words.length; i++) {
      String[] option = words[i].split("=", 2);
      context.option(option[0], option[1]);
    }
    return workload.run(context.build(device));
  }

  private static Device device(String machine, String divergence, String... settings) {
    DeviceBuilder builder =
        new DeviceBuilder(machine, "gpu", "hrf")
            .set("core.divergence=" + divergence)
            .watchdog(20_000)
            .maxCycles(1_000_000);
    for (String setting : settings) {
      builder.set(setting);
    }
    return builder.open();
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, titanv-80sm, ipdom, tx.fallback=1",
    "clang, titanv-80sm, its, tx.conflicts=rw",
    "nvcc, southern-islands, its, tx.fallback=2",
    "clang, southern-islands, ipdom, tx.conflicts=any"
  })
  void everyVariantIsRight(String compiler, String machine, String divergence, String setting) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    Device device = device(machine, divergence, setting);
    for (String choice : TINY) {
      for (String variant : VARIANTS) {
        WorkloadOutcome outcome = run(choice + " variant=" + variant, "1", kernels, device);
        assertThat(outcome.verified()).as("%s %s: %s", choice, variant, outcome.message()).isTrue();
      }
    }
  }

  /** The hash table's locks for entries and for slots, and one thread that inserts all. */
  @ParameterizedTest
  @CsvSource({
    "nvcc, titanv-80sm, ipdom",
    "clang, titanv-80sm, its",
    "nvcc, southern-islands, its",
    "clang, southern-islands, ipdom"
  })
  void everyLockAndSerialisationIsRight(String compiler, String machine, String divergence) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    Device device = device(machine, divergence);
    for (String choice :
        List.of(
            "ht4 block=34 variant=locks lock=slot",
            "ht4 block=34 variant=locks lock=slot layout=slot",
            "ht4 block=34 variant=locks lock=slot poll=try",
            "ht4 block=34 variant=locks poll=try",
            "ht4 block=34 variant=locks poll=try section=search",
            "ht4 block=34 variant=serial serial=one",
            "ht4 block=34 variant=serial serial=one layout=slot slots=all")) {
      WorkloadOutcome outcome = run(choice, "2", kernels, device);
      assertThat(outcome.verified()).as("%s: %s", choice, outcome.message()).isTrue();
    }
  }

  /** Read as entries in a row, such a table would have numbers in the wrong entries. */
  @Test
  void aTableWhoseLayoutIsAnotherIsTold() {
    KernelLibrary wrong =
        KernelLibrary.bundled()
            .altered(text ->
                text.replaceAll(
                    "\\{(%r\\d+), (%r\\d+)}, \\[(_Z8table_tx5Table_param_0\\+16)]",
                    "{$2, $1}, [$3]"));
    assertThat(complaint("ht4 block=34 layout=slot", wrong)).contains("slots of CTA 0[");
  }

  /** Variables are in local memory then: a roll-back has to restore them. */
  @ParameterizedTest
  @CsvSource({
    "nvcc, titanv-80sm, ipdom, tx.fallback=1",
    "nvcc, southern-islands, its, tx.serialise=rest",
    "clang, titanv-80sm, its, tx.conflicts=rw",
    "clang, southern-islands, ipdom, tx.versioning=lazy"
  })
  void transactionsAreRightWithoutOptimisation(
      String compiler, String machine, String divergence, String setting) {
    KernelLibrary kernels =
        new KernelLibrary("/dev/syncopate/workload/kernel/unoptimised/" + compiler + "/");
    Device device = device(machine, divergence, setting);
    for (String choice : TINY) {
      if (choice.startsWith("work-queue") || choice.startsWith("triple-histogram")) {
        for (String variant : List.of("tx", "fallback")) {
          WorkloadOutcome outcome = run(choice + " variant=" + variant, "1", kernels, device);
          assertThat(outcome.verified())
              .as("%s %s: %s", choice, variant, outcome.message())
              .isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ht2 block=1",
        "ht256 block=3",
        "ht8 block=9 slots=all",
        "bank block=1 accounts=2 transfers=16",
        "sorted-list block=1",
        "work-queue items=1 roots=1",
        "work-queue items=5 roots=9 block=3",
        "triple-histogram block=1 bins=1",
        "kmeans block=5 clusters=1 points=1"
      })
  void everyShapeIsRight(String choice) {
    Device device = device("rsp-8cu", "its");
    for (String variant : VARIANTS) {
      WorkloadOutcome outcome =
          run(choice + " variant=" + variant, "2", KernelLibrary.bundled(), device);
      assertThat(outcome.verified()).as("%s: %s", variant, outcome.message()).isTrue();
    }
  }

  /** Without what makes it a section, and with atomics that read and write apart. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ht2 block=40; cas; slots of CTA 0\\[",
        "bank block=70 accounts=10; add; CTA 0: ",
        "sorted-list block=40; cas; the list of CTA 0 has",
        "work-queue block=40 items=30 roots=3; cas; \\[|FAULT|MAX_CYCLES",
        "triple-histogram block=70 bins=4; add; bins\\[",
        "kmeans block=70 clusters=3; add; sums\\["
      })
  void mistakesAreFound(String choice, String atomic, String message) {
    for (String[] mistake : MISTAKES) {
      String variant = mistake[0];
      KernelLibrary wrong =
          KernelLibrary.bundled()
              .altered(text -> {
                String altered = text.replaceAll(mistake[1].replace("ATOMIC", atomic), mistake[2]);
                assertThat(altered).isNotEqualTo(text);
                return altered;
              });
      assertThat(complaint(choice + " variant=" + variant, wrong))
          .as(variant)
          .containsPattern(message);
    }
  }

  private static String complaint(String choice, KernelLibrary wrong) {
    try {
      WorkloadOutcome outcome =
          run(choice, "1", wrong, device("heterosync-15cu", "ipdom", "tx.fallback=1"));
      assertThat(outcome.verified()).as(choice).isFalse();
      return outcome.message();
    } catch (LaunchStoppedException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Transactions notice the holder of the lock only where they are isolated from all threads. */
  @Test
  void transactionsThatDoNotSeeTheLockTakenAreConvicted() {
    Device device =
        device(
            "southern-islands", "ipdom", "tx.isolation=weak", "tx.conflicts=rw", "tx.fallback=1");
    WorkloadOutcome outcome = run("kmeans variant=fallback", "1", KernelLibrary.bundled(), device);
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message()).startsWith("sums[");
  }

  /** By the paper's text: an old mark makes a later roll-back undo what was committed since. */
  @Test
  void ownersThatAreNeverClearedAreConvicted() {
    Device device =
        new DeviceBuilder("southern-islands", "gpu", "hrf").set("tx.owners=kept").open();
    WorkloadOutcome outcome = run("bank", "1", KernelLibrary.bundled(), device);
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message()).startsWith("CTA 0: the balances' sum is ");
  }

  @Test
  void inputThatDoesNotSuitIsRefused() {
    assertThatThrownBy(() ->
            run("triple-histogram bins=3", "1", KernelLibrary.bundled(), device("rsp-8cu", "its")))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("bins of triple-histogram must be a power of two, not 3");
    assertThatThrownBy(() ->
            run(
                "ht2 variant=locks lock=slot section=search",
                "1",
                KernelLibrary.bundled(),
                device("rsp-8cu", "its")))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "lock=slot has a lock for each slot, but with section=search a section takes one lock for"
                + " all slots of its entry: choose section=slot or lock=entry");
  }
}
