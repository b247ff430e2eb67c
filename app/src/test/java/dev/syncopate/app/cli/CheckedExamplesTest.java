package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Every kernel of {@code examples} under {@code --strict --check all}: nothing is found but the
 * mistakes that it shows on purpose, and no mistake is missing.
 */
class CheckedExamplesTest {
  private static final Path FOLDER = Checkout.launcher().resolveSibling("examples");
  private static final String WORDS = " --arg u32[256]=zero";

  /** The mistake needs another schedule than the machine's own; a separate test looks for it. */
  private static final String HIDDEN = "";

  @TempDir private Path folder;

  /**
   * A launch.
   *
   * @param file below the folder, without its ending
   * @param options of the launch
   * @param rules of what is found, in any order; empty for nothing
   */
  record Example(String file, String kernel, String options, String rules) {
    @Override
    public String toString() {
      return file + " " + kernel;
    }
  }

  static List<Example> examples() {
    String singleCta = "--grid 1 --block 64" + WORDS;
    String two = "--grid 2 --block 32" + WORDS;
    String four = "--grid 4 --block 32" + WORDS;
    String eight = "--grid 8 --block 32" + WORDS;
    String queue = four + " --arg u32[128]=zero --arg u32[128]=zero";
    String copies = "--grid 1 --block 64 --arg u32[512]=iota --arg u32[1]=zero";
    String tile = "--grid 2 --block 256 --arg u32[512]=fill(7)";
    String hangs = " --watchdog 50000";
    String ring = "--grid 1 --block 64 --arg u32[512]=iota --arg u32[32]=zero --arg u32=16";
    String flag =
        "--grid 2 --block 256 --arg u32[256]=zero --arg u32[1]=zero --arg u32[256]=fill(7)";
    String stages = "--grid 1 --block 256 --arg u32[4096]=fill(7) --arg u32=16";
    String parity = "--grid 1 --block 32 --arg u32[512]=iota --arg u32[32]=zero --arg u32=16";
    String rounds = "--grid 1 --block 32 --arg u32[288]=iota --arg u32[32]=zero --arg u32=3";
    String bytes = "--grid 1 --block 32 --arg u32[1056]=iota --arg u32[32]=zero";
    String mailbox = "--grid 1 --block 96 --arg u32[512]=iota --arg u32[64]=zero --arg u32=16";
    String start = "--grid 1 --block 64 --arg u32[1]=fill(1) --arg u32[32]=zero";
    String reuse = "--grid 1 --block 32 --arg u32[32]=iota --arg u32[32]=zero";
    String threshold =
        "--set cluster.unitsPerGpc=4 --grid 2 --block 64 --arg u32[1]=fill(1) --arg u32[128]=zero";
    String multicast =
        "--set cluster.unitsPerGpc=4 --grid 4 --block 32 --arg u32[512]=iota --arg u32[128]=zero"
            + " --arg u32=16";
    String sums =
        "--set cluster.unitsPerGpc=4 --grid 4 --block 256 --arg u32[4096]=iota --arg u32[4096]=zero";
    String exit = "--set cluster.unitsPerGpc=4 --grid 2 --block 256 --arg u32[512]=zero";
    String begin = "--set cluster.unitsPerGpc=4 --grid 2 --block 64 --arg u32[64]=zero";
    String staged = "--grid 2 --block 256 --arg u32[2048]=iota --arg u32[2048]=zero";
    String needless = "--grid 1 --block 256 --arg u32[256]=iota --arg u32=8";
    String constant = "--grid 2 --block 64 --arg u32[64]=zero --arg u32[1]=zero --arg u32[64]=zero";
    String left = "--grid 1 --block 32 --arg u32[64]=iota --arg u32[32]=zero";
    String products = "--grid 1 --block 128 --arg f32[128]=zero";
    String persistent = "--grid 5 --block 64 --arg u32[1152]=zero --arg u32[256]=zero";
    String tiles =
        "--grid 4 --block 96 --arg map=3:f32[160x32]/32x8 --arg map=4:f32[160x32]/32x8"
            + " --arg u32=5 --arg f32[5120]=iota --arg f32[5120]=zero";
    String gemm =
        "--grid 2,2 --block 96 --arg map=5:f32[128x64]/16x32 --arg map=6:f32[64x128]/32x16"
            + " --arg f32[4096]=zero --arg u32=128 --arg u32=64 --arg f32[8192]=iota"
            + " --arg f32[8192]=iota";
    String halves = " --arg f16[32768]=fill(0.5) --arg f16[32768]=random(1)";
    String warpgroups =
        "--grid 1 --block 160 --arg map=5:f16[512x64]/64x64,swizzle=128"
            + " --arg map=6:f16[512x64]/64x64,swizzle=128 --arg f32[4096]=zero --arg u32=512"
            + " --arg u32=64"
            + halves;
    String copiedTiles =
        "--grid 1 --block 128 --arg f32[4096]=zero --arg u32=512 --arg u32=64" + halves;
    String patch =
        "--grid 1 --block 32 --arg map=2:u32[32]/32 --arg u32[64]=zero --arg u32[512]=iota"
            + " --arg u32[32]=zero --arg u32=16";
    String message = "--grid 2 --block 1 --arg u32[128]=zero --arg u32[1]=zero";
    return List.of(
        new Example(
            "basic/vecadd",
            "_Z6vecaddPKfS0_Pfi",
            "--grid 4 --block 32 --arg f32[128]=iota --arg f32[128]=iota --arg f32[128]=uninit"
                + " --arg s32=128",
            ""),
        new Example("basic/scale", "_Z5scalePf", "--grid 1 --block 32 --arg f32[64]=iota", ""),
        new Example("locks/ticket_lock", "ticket_lock", four + " --arg u32=2", ""),
        new Example(
            "locks/own_locks", "own_locks", four + " --arg u32=2 --arg u32=64 --arg u32=4", ""),
        new Example("locks/spin_lock", "spin_lock_gpu", four + " --arg u32=2", ""),
        new Example("locks/spin_lock", "spin_lock_fence", four + " --arg u32=2", ""),
        new Example("locks/spin_lock", "spin_lock_cta", singleCta + " --arg u32=2", ""),
        // No order, and order of too narrow a scope, are what the last two show.
        new Example("locks/message", "message_gpu", message, ""),
        new Example("locks/message", "message_relaxed", message, "race race"),
        new Example("locks/message", "message_cta", message, "race race"),
        new Example("divergence/lockstep", "lockstep", two, "race race"),
        new Example("divergence/lockstep", "lockstep_right", two, ""),
        new Example("scopes/owned_lock", "owned_lock", four, ""),
        new Example("scopes/peterson", "peterson", two, ""),
        new Example("races/ticket_lock", "ticket_wrong", four, "race race"),
        new Example("races/ticket_lock", "ticket_right", four, ""),
        new Example("races/ticket_lock", "ticket_narrow", four, "race race"),
        new Example("races/ticket_lock", "ticket_ordered", four, ""),
        new Example("races/ticket_lock", "warp_sum", singleCta, "race"),
        new Example("races/barriers", "rounds_right", singleCta, ""),
        new Example("races/barriers", "rounds_wrong", singleCta, "barrier-count barrier-count"),
        new Example(
            "races/barriers",
            "sides_wrong",
            singleCta,
            "barrier-branches race-same-value race-same-value"),
        new Example("races/barriers", "sum_right", singleCta, ""),
        new Example("races/barriers", "sum_wrong", singleCta, "fault"),
        new Example("races/barriers", "meet_right", singleCta, ""),
        new Example(
            "races/barriers",
            "meet_wrong",
            singleCta,
            "order-error race-mixed-strength race-mixed-strength"),
        new Example("races/hidden", "sleeper", two, "unordered-hand-over"),
        new Example("races/hidden", "sleeper_right", two, ""),
        new Example("races/hidden", "fifo", queue, HIDDEN),
        new Example("races/hidden", "fifo_right", queue, ""),
        new Example("races/hidden", "seat", eight, HIDDEN),
        new Example("races/hidden", "seat_right", eight, ""),
        // A lane that is late reads an old value, which no rule forbids: strong accesses, no flag.
        new Example("races/hidden", "lockstep", "--grid 1 --block 32" + WORDS, HIDDEN),
        new Example("races/hidden", "lockstep_right", "--grid 1 --block 32" + WORDS, ""),
        new Example("races/schedules", "mailbox", two, "race"),
        new Example("races/schedules", "mailbox_right", two, ""),
        new Example("races/schedules", "total", eight, "race race"),
        new Example("races/schedules", "total_right", eight, ""),
        new Example("races/counter", "counter_volatile", eight, "lost-update"),
        new Example("races/counter", "counter_atomic", eight, ""),
        new Example("races/counter", "counter_locked", eight, ""),
        new Example("races/counter", "counter_mixed", eight, "lost-update"),
        new Example("races/counter", "counter_passed", eight, "lost-update"),
        new Example("races/counter", "enter_once", eight, "lost-update"),
        new Example("races/counter", "enter_once_right", eight, ""),
        new Example("races/counter", "greatest", eight, "lost-update"),
        new Example("races/counter", "greatest_right", eight, ""),
        new Example("races/pipeline", "pipeline_right", copies, ""),
        new Example("races/pipeline", "pipeline_early", copies, "race race race race"),
        new Example("races/pipeline", "pipeline_alone", copies, "race race"),
        new Example("races/handover", "message", two, "unordered-hand-over"),
        new Example("races/handover", "message_right", two, ""),
        new Example("races/handover", "last_adds", eight, "unordered-hand-over"),
        new Example("races/handover", "last_adds_right", eight, ""),
        new Example("bugs/bulk_copies", "tile_wrong", tile, "race-proxy"),
        new Example("bugs/bulk_copies", "tile_right", tile, ""),
        new Example("bugs/bulk_copies", "ring_wrong", ring, "race-proxy"),
        new Example("bugs/bulk_copies", "ring_right", ring, ""),
        new Example("bugs/copy_groups", "flag_wrong", flag, "race"),
        new Example("bugs/copy_groups", "flag_right", flag, ""),
        new Example("bugs/copy_groups", "stages_wrong", stages, "race"),
        new Example("bugs/copy_groups", "stages_right", stages, ""),
        new Example("bugs/copy_groups", "stages_later", stages, ""),
        new Example("bugs/mbarriers", "parity_wrong", parity, "hang"),
        new Example("bugs/mbarriers", "parity_right", parity, ""),
        new Example(
            "bugs/mbarriers",
            "rounds_wrong",
            rounds,
            "mbarrier-over-arrival order-deadlock order-error order-error race race"),
        new Example("bugs/mbarriers", "rounds_right", rounds, ""),
        new Example("bugs/mbarriers", "bytes_few", bytes, "fault"),
        new Example("bugs/mbarriers", "bytes_many", bytes, "hang"),
        new Example("bugs/mbarriers", "bytes_right", bytes, ""),
        new Example("bugs/mbarriers", "mailbox_wrong", mailbox, "hang race race"),
        new Example(
            "bugs/mbarriers",
            "count_wrong",
            mailbox,
            "hang mbarrier-not-awaited mbarrier-over-arrival race race race"),
        new Example("bugs/mbarriers", "mailbox_right", mailbox, ""),
        new Example(
            "bugs/mbarriers", "init_wrong", start, "hang mbarrier-no-object race-mixed-strength"),
        new Example("bugs/mbarriers", "init_right", start, ""),
        new Example(
            "bugs/mbarriers",
            "reuse_wrong",
            reuse,
            "mbarrier-plain-access mbarrier-plain-access mbarrier-plain-access"),
        new Example("bugs/mbarriers", "reuse_right", reuse, ""),
        new Example("bugs/clusters", "threshold_wrong", threshold, "race"),
        new Example("bugs/clusters", "threshold_right", threshold, ""),
        new Example("bugs/clusters", "exit_wrong", exit, "fault"),
        new Example("bugs/clusters", "exit_right", exit, ""),
        new Example(
            "bugs/cluster_begin", "begin_wrong", begin, "order-error race race-mixed-strength"),
        new Example("bugs/cluster_begin", "begin_right", begin, ""),
        // The fence of the issuer is wrong by one reading of the manual, which no check takes.
        new Example("bugs/proxy_fences", "issuer_wrong", tile, ""),
        new Example("bugs/proxy_fences", "issuer_right", tile, ""),
        new Example("bugs/proxy_fences", "staged_wrong", staged, "race-proxy"),
        new Example("bugs/proxy_fences", "staged_right", staged, ""),
        new Example("bugs/proxy_fences", "needless_wrong", needless, ""),
        new Example("bugs/proxy_fences", "needless_right", needless, ""),
        new Example("bugs/proxy_fences", "constant_wrong", constant, "hang race-non-coherent"),
        new Example("bugs/proxy_fences", "constant_right", constant, ""),
        new Example("bugs/early_ends", "store_left", tile, "race-exit"),
        new Example("bugs/early_ends", "store_right", tile, ""),
        new Example("bugs/early_ends", "load_left", left, "mbarrier-bytes race-exit"),
        new Example("bugs/early_ends", "load_right", left, ""),
        new Example("bugs/early_ends", "sums_unfenced", products, "wgmma-no-fence"),
        new Example("bugs/early_ends", "sums_early", products, "wgmma-in-flight"),
        new Example("bugs/early_ends", "sums_right", products, ""),
        new Example("bugs/persistent_mailbox", "mailbox_right", persistent, ""),
        new Example("bugs/persistent_mailbox", "mailbox_early", persistent, "race race"),
        new Example("bugs/persistent_mailbox", "mailbox_lapped", persistent, "race"),
        // Only schedules in which one warp is late show it.
        new Example("bugs/persistent_mailbox", "mailbox_short", persistent, ""),
        new Example("bugs/multicasts", "multicast_right", multicast, ""),
        new Example("bugs/multicasts", "multicast_few", multicast, "hang"),
        new Example("bugs/multicasts", "multicast_many", multicast, "hang"),
        new Example("bugs/multicasts", "multicast_unfenced", multicast, "race-proxy"),
        new Example(
            "bugs/multicasts",
            "multicast_scope",
            multicast,
            "race race race-scope race-scope race-scope"),
        new Example("clusters/all_reduce", "all_reduce", sums, ""),
        new Example("clusters/all_reduce", "all_reduce_relaxed", sums, "race"),
        new Example("clusters/all_reduce", "all_reduce_arrive", sums, ""),
        new Example(
            "clusters/all_reduce", "all_reduce_arrive_cta", sums, "race race-scope race-scope"),
        new Example("clusters/all_reduce", "all_reduce_copy", sums, ""),
        new Example("clusters/all_reduce", "all_reduce_copy_few", sums, "fault mbarrier-bytes"),
        new Example("clusters/all_reduce", "all_reduce_copy_many", sums + hangs, "hang"),
        new Example("bugs/tensor_maps", "patch_unfenced", patch, "race-proxy"),
        new Example("bugs/tensor_maps", "patch_early", patch, "race"),
        new Example("bugs/tensor_maps", "patch_right", patch, ""),
        new Example("bugs/tensor_maps", "patch_two", patch, ""),
        new Example("tensors/tiles", "tiles", tiles, ""),
        new Example("tensors/tiles", "gemm", gemm, ""),
        new Example("tensors/tiles", "gemm_unfenced", gemm, "race-proxy race-proxy race-proxy"),
        new Example("tensors/tiles", "gemm_parity", gemm + hangs, "hang"),
        new Example(
            "tensors/tiles",
            "gemm_bytes",
            gemm + hangs,
            "hang mbarrier-bytes mbarrier-bytes mbarrier-bytes mbarrier-bytes race race race race"
                + " race"),
        new Example(
            "tensors/tiles",
            "gemm_count",
            gemm + hangs,
            "hang mbarrier-lapped-wait mbarrier-not-awaited"),
        new Example("tensors/warpgroups", "wgmma", warpgroups, ""),
        new Example("tensors/warpgroups", "wgmma_early", warpgroups, "race race"),
        new Example("tensors/warpgroups", "wgmma_copied", copiedTiles, ""),
        new Example(
            "tensors/warpgroups", "wgmma_copied_unfenced", copiedTiles, "race-proxy race-proxy"),
        new Example("repair/bugs", "message", two, "race"),
        new Example("repair/bugs", "fence_too_late", two, "race"),
        new Example("repair/bugs", "fence_too_narrow", two, "race"),
        new Example(
            "repair/bugs",
            "lock_too_narrow",
            four,
            "race race-same-value race-scope race-scope race-scope"),
        new Example("repair/bugs", "lock_without_acquire", four, "race race"),
        new Example("repair/bugs", "lock_without_release", four, "race race"),
        new Example("repair/bugs", "reduction", singleCta, "race race"),
        new Example("repair/bugs", "tile_again", singleCta, "race"),
        new Example("repair/bugs", "last_block", four, "race"),
        new Example("repair/bugs", "mailbox", two, "race"),
        new Example("repair/bugs", "warp_flag", singleCta, "race"),
        new Example("repair/bugs", "lanes", "--grid 1 --block 32" + WORDS, "race"),
        new Example(
            "repair/bugs",
            "lock_plain_release",
            four,
            "race race race-mixed-strength race-mixed-strength race-same-value"),
        new Example("repair/bugs", "grid_barrier", four, "race"),
        new Example("repair/bugs", "late_counter", singleCta, "race-mixed-strength"),
        new Example("repair/bugs", "wakeup", two, "race"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void onlyWhatItShowsIsFound(Example example) throws IOException {
    Path json = folder.resolve("run.json");
    List<String> words =
        new ArrayList<>(List.of("launch", FOLDER.resolve(example.file + ".ptx").toString()));
    words.addAll(List.of("--kernel", example.kernel, "--gpu", "rsp-8cu"));
    words.addAll(List.of("--set", "core.warpWidth=32", "--set", "core.divergence=its"));
    words.addAll(List.of("--strict", "--check", "all", "--schedules", "0", "--quiet"));
    words.addAll(List.of("--json", json.toString()));
    words.addAll(List.of(example.options.split(" ")));
    Shell.Result result = Shell.run(words.toArray(String[]::new));
    assertThat(rules(json)).as(result.out() + result.err()).isEqualTo(example.rules);
    assertThat(result.err()).isEmpty();
  }

  /** Rules of the findings that a run has written to a file, sorted. */
  static String rules(Path json) throws IOException {
    Load reader = new Load(LoadSettings.builder().build());
    Map<?, ?> document = (Map<?, ?>) reader.loadFromString(Files.readString(json));
    Map<?, ?> check = (Map<?, ?>) Objects.requireNonNull(document.get("check"));
    assertThat((Collection<?>) check.get("unchecked")).isEmpty();
    return String.join(
        " ",
        ((Collection<?>) Objects.requireNonNull(check.get("findings")))
            .stream().map(finding -> (String) ((Map<?, ?>) finding).get("rule")).sorted().toList());
  }

  @Test
  void noneIsMissing() throws IOException {
    SortedSet<String> listed = new TreeSet<>();
    Pattern entry = Pattern.compile("\\.entry (\\w+)");
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(candidate -> candidate.toString().endsWith(".ptx")).toList()) {
        String name = FOLDER.relativize(file).toString().replaceFirst("\\.ptx$", "");
        Matcher matcher = entry.matcher(Files.readString(file));
        while (matcher.find()) {
          listed.add(name + " " + matcher.group(1));
        }
      }
    }
    assertThat(examples().stream().map(Example::toString))
        .containsExactlyInAnyOrderElementsOf(listed);
  }
}
