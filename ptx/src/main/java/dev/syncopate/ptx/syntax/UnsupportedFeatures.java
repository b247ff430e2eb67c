package dev.syncopate.ptx.syntax;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Features of the PTX ISA manual that Syncopate lacks, with the version that introduced each, the
 * target that it needs, and its name.
 */
public final class UnsupportedFeatures {
  private static final String TEXTURES = "textures and surfaces";
  private static final String TENSOR_CORES = "tensor cores";
  private static final String CLUSTERS = "clusters";
  private static final String BULK = "bulk and tensor copies";
  private static final String SPARSE = "sparse matrices";
  private static final String IM2COL = "copies that unfold images";
  private static final String PROXIES = "memory proxies";
  private static final String VIDEO = "scalar video instructions";
  private static final String SMALL_FLOATS = "floating-point numbers of 4 and 6 bits";
  private static final String PACKED = "packed arithmetic";
  private static final String MIXED = "mixed precision";

  private UnsupportedFeatures() {}

  /**
   * A feature of the manual.
   *
   * @param version of the PTX ISA that introduced it
   * @param target that it needs, such as {@code sm_90}; empty for all
   * @param family what it belongs to, in the words of a user; empty if its name says it
   */
  public record Feature(String version, String target, String family) {
    /** Where it exists, as a message says it. */
    public String where() {
      return "PTX ISA " + version + (target.isEmpty() ? "" : ", " + target);
    }
  }

  private static Feature feature(String version, String target, String family) {
    return new Feature(version, target, family);
  }

  /** An instruction that is refused in every form, or null. */
  public static @Nullable Feature instruction(String opcode) {
    return switch (opcode) {
      case "tex" -> feature("1.0", "", TEXTURES);
      case "suld", "sust", "suq", "txq" -> feature("1.5", "", TEXTURES);
      case "sured" -> feature("2.0", "sm_20", TEXTURES);
      case "tld4" -> feature("2.1", "sm_20", TEXTURES);
      case "istypep" -> feature("4.0", "sm_30", TEXTURES);
      case "wmma" -> feature("6.0", "sm_70", TENSOR_CORES);
      case "tcgen05" -> feature("8.6", "sm_100a", TENSOR_CORES);
      case "clusterlaunchcontrol" -> feature("8.6", "sm_100", CLUSTERS);
      case "multimem" -> feature("8.1", "sm_90", "multicast memory");
      case "brkpt" -> feature("1.0", "sm_11", "breakpoints");
      case "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset" ->
          feature("2.0", "sm_20", VIDEO);
      default -> null;
    };
  }

  /** Forms of an instruction that is supported in others: the first qualifier that tells. */
  private static final Map<String, Map<String, Feature>> FORMS =
      Map.ofEntries(
          Map.entry("st", Map.of("bulk", feature("8.6", "sm_100", BULK))),
          Map.entry(
              "cp",
              Map.of(
                  "ignore_oob", feature("9.2", "sm_90", "copies of a part"),
                  "cp_mask", feature("8.6", "sm_100", "copies of a part"),
                  "im2col", feature("8.0", "sm_90", IM2COL),
                  "im2col_no_offs", feature("8.0", "sm_90", IM2COL),
                  "im2col::w", feature("8.6", "sm_100", IM2COL),
                  "im2col::w::128", feature("8.6", "sm_100", IM2COL),
                  "tile::gather4", feature("8.6", "sm_100", "rows from all over a tensor"),
                  "tile::scatter4", feature("8.6", "sm_100", "rows from all over a tensor"),
                  "cta_group::2", feature("8.6", "sm_100", "pairs of CTAs"))),
          Map.entry(
              "fence",
              Map.of(
                  "proxy", feature("7.5", "sm_70", PROXIES),
                  "sync_restrict::shared::cta", feature("8.6", "sm_90", CLUSTERS),
                  "sync_restrict::shared::cluster", feature("8.6", "sm_90", CLUSTERS))),
          Map.entry("membar", Map.of("proxy", feature("7.5", "sm_70", PROXIES))),
          Map.entry(
              "mbarrier",
              Map.of(
                  "multicast::cluster::all", feature("9.1", "sm_100", CLUSTERS),
                  "multicast::cluster", feature("9.1", "sm_100", CLUSTERS),
                  "multicast::cluster::32b", feature("9.4", "sm_107f", CLUSTERS),
                  "layout::v1", feature("9.3", "sm_90", "mbarriers with reports"),
                  "phase_type::primary", feature("9.3", "sm_90", "mbarriers with reports"),
                  "phase_type::conditional", feature("9.3", "sm_90", "mbarriers with reports"),
                  "check_layout", feature("9.3", "sm_90", "mbarriers with reports"))),
          Map.entry("mma", Map.of("sp", feature("7.1", "sm_80", SPARSE))),
          Map.entry("wgmma", Map.of("sp", feature("8.2", "sm_90a", SPARSE))),
          Map.entry("redux", Map.of("f32", feature("8.6", "sm_100a", "floating-point reductions"))),
          Map.entry("cvt", Map.of("pack", feature("6.5", "sm_72", "conversions that pack"))));

  /** Qualifiers that are refused on every instruction. */
  private static final Map<String, Feature> QUALIFIERS =
      Map.ofEntries(
          Map.entry("e2m1x2", feature("8.6", "sm_100a", SMALL_FLOATS)),
          Map.entry("e2m3x2", feature("8.6", "sm_100a", SMALL_FLOATS)),
          Map.entry("e3m2x2", feature("8.6", "sm_100a", SMALL_FLOATS)),
          Map.entry("e2m1x4", feature("8.7", "sm_100a", SMALL_FLOATS)),
          Map.entry("e2m3x4", feature("8.7", "sm_100a", SMALL_FLOATS)),
          Map.entry("e3m2x4", feature("8.7", "sm_100a", SMALL_FLOATS)),
          Map.entry("e4m3x4", feature("8.7", "sm_100a", "stochastic rounding")),
          Map.entry("e5m2x4", feature("8.7", "sm_100a", "stochastic rounding")),
          Map.entry("rs", feature("8.7", "sm_100a", "stochastic rounding")),
          Map.entry("ue8m0x2", feature("8.6", "sm_100a", "scale factors of 8 bits")),
          Map.entry("s2f6x2", feature("9.1", "sm_100a", "fixed-point numbers of 8 bits")),
          Map.entry("f32x2", feature("8.6", "sm_100", PACKED)),
          Map.entry("u16x2", feature("8.0", "sm_90", PACKED)),
          Map.entry("s16x2", feature("8.0", "sm_90", PACKED)),
          Map.entry("unified", feature("9.0", "sm_90", "unified addresses")));

  private static final Set<String> MIXED_OPERATIONS = Set.of("add", "sub", "fma");
  private static final Set<String> HALVES = Set.of("f16", "bf16");

  /**
   * Why an instruction is refused in this form, with the index of the qualifier that says it; null
   * if nothing is known against it.
   */
  static @Nullable Found form(String opcode, List<String> qualifiers) {
    Map<String, Feature> forms = FORMS.getOrDefault(opcode, Map.of());
    for (int i = 0; i < qualifiers.size(); i++) {
      String qualifier = qualifiers.get(i);
      Feature special = forms.get(qualifier);
      if (special != null && !isOfAsyncProxy(opcode, qualifiers, i)) {
        return new Found(i, opcode + "." + qualifier, special);
      }
      Feature general = QUALIFIERS.get(qualifier);
      if (general != null) {
        return new Found(i, "." + qualifier, general);
      }
      if (MIXED_OPERATIONS.contains(opcode)
          && HALVES.contains(qualifier)
          && qualifiers.contains("f32")) {
        return new Found(i, opcode + ".f32." + qualifier, feature("8.6", "sm_100", MIXED));
      }
    }
    return null;
  }

  /**
   * Whether a qualifier is the first of {@code fence.proxy.async} or of {@code
   * fence.proxy.tensormap::generic}.
   */
  private static boolean isOfAsyncProxy(String opcode, List<String> qualifiers, int index) {
    return opcode.equals("fence")
        && qualifiers.get(index).equals("proxy")
        && index + 1 < qualifiers.size()
        && (qualifiers.get(index + 1).equals("async")
            || qualifiers.get(index + 1).equals("tensormap::generic"));
  }

  /** A special register that is refused, or null. */
  public static @Nullable Feature register(String name) {
    if (name.startsWith("%pm")) {
      return feature("1.3", "", "performance counters");
    }
    return name.equals("%current_graph_exec") ? feature("8.0", "sm_50", "graphs") : null;
  }

  /** A feature that the qualifier of this index asks for, and what a message calls it. */
  record Found(int qualifier, String name, Feature feature) {}

  /** A directive that is refused, or null. */
  static @Nullable Feature directive(String directive) {
    return switch (directive) {
      case "tex" -> feature("1.0", "", TEXTURES);
      case "texref", "samplerref", "surfref" -> feature("1.5", "", TEXTURES);
      case "blocksareclusters" -> feature("9.0", "sm_90", CLUSTERS);
      case "abi_preserve", "abi_preserve_control" ->
          feature("9.0", "sm_80", "custom calling conventions");
      default -> null;
    };
  }
}
