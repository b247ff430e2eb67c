package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.SpecialRegister;
import org.jspecify.annotations.Nullable;

/** The spellings of the special registers. */
final class SpecialRegisters {
  private SpecialRegisters() {}

  /** The register of a name and element ({@code x} of {@code %tid.x}), or null. */
  static @Nullable SpecialRegister find(String name, @Nullable String element) {
    if (element != null) {
      return vector(name, element);
    }
    return switch (name) {
      case "%laneid" -> SpecialRegister.LANEID;
      case "%warpid" -> SpecialRegister.WARPID;
      case "%nwarpid" -> SpecialRegister.NWARPID;
      case "%smid" -> SpecialRegister.SMID;
      case "%nsmid" -> SpecialRegister.NSMID;
      case "%gridid" -> SpecialRegister.GRIDID;
      case "%lanemask_eq" -> SpecialRegister.LANEMASK_EQ;
      case "%lanemask_le" -> SpecialRegister.LANEMASK_LE;
      case "%lanemask_lt" -> SpecialRegister.LANEMASK_LT;
      case "%lanemask_ge" -> SpecialRegister.LANEMASK_GE;
      case "%lanemask_gt" -> SpecialRegister.LANEMASK_GT;
      case "%clock" -> SpecialRegister.CLOCK;
      case "%clock_hi" -> SpecialRegister.CLOCK_HI;
      case "%clock64" -> SpecialRegister.CLOCK64;
      case "%globaltimer" -> SpecialRegister.GLOBALTIMER;
      case "%globaltimer_lo" -> SpecialRegister.GLOBALTIMER_LO;
      case "%globaltimer_hi" -> SpecialRegister.GLOBALTIMER_HI;
      case "%dynamic_smem_size" -> SpecialRegister.DYNAMIC_SMEM_SIZE;
      case "%total_smem_size", "%aggr_smem_size" -> SpecialRegister.TOTAL_SMEM_SIZE;
      case "%reserved_smem_offset_1" -> SpecialRegister.RESERVED_SMEM_OFFSET_1;
      case "%envreg1" -> SpecialRegister.ENVREG1;
      case "%envreg2" -> SpecialRegister.ENVREG2;
      case "%tx_failed" -> SpecialRegister.TX_FAILED;
      case "%cluster_ctarank" -> SpecialRegister.CLUSTER_CTARANK;
      case "%cluster_nctarank" -> SpecialRegister.CLUSTER_NCTARANK;
      case "WARP_SZ" -> SpecialRegister.WARP_SIZE;
      default -> null;
    };
  }

  /** Whether a name is the special register that is a predicate. */
  static boolean isPredicate(String name) {
    return name.equals("%is_explicit_cluster");
  }

  private static @Nullable SpecialRegister vector(String name, String element) {
    return switch (name) {
      case "%tid" ->
          pick(element, SpecialRegister.TID_X, SpecialRegister.TID_Y, SpecialRegister.TID_Z);
      case "%ntid" ->
          pick(element, SpecialRegister.NTID_X, SpecialRegister.NTID_Y, SpecialRegister.NTID_Z);
      case "%ctaid" ->
          pick(element, SpecialRegister.CTAID_X, SpecialRegister.CTAID_Y, SpecialRegister.CTAID_Z);
      case "%nctaid" ->
          pick(
              element,
              SpecialRegister.NCTAID_X,
              SpecialRegister.NCTAID_Y,
              SpecialRegister.NCTAID_Z);
      case "%clusterid" ->
          pick(
              element,
              SpecialRegister.CLUSTERID_X,
              SpecialRegister.CLUSTERID_Y,
              SpecialRegister.CLUSTERID_Z);
      case "%nclusterid" ->
          pick(
              element,
              SpecialRegister.NCLUSTERID_X,
              SpecialRegister.NCLUSTERID_Y,
              SpecialRegister.NCLUSTERID_Z);
      case "%cluster_ctaid" ->
          pick(
              element,
              SpecialRegister.CLUSTER_CTAID_X,
              SpecialRegister.CLUSTER_CTAID_Y,
              SpecialRegister.CLUSTER_CTAID_Z);
      case "%cluster_nctaid" ->
          pick(
              element,
              SpecialRegister.CLUSTER_NCTAID_X,
              SpecialRegister.CLUSTER_NCTAID_Y,
              SpecialRegister.CLUSTER_NCTAID_Z);
      default -> null;
    };
  }

  private static @Nullable SpecialRegister pick(
      String element, SpecialRegister x, SpecialRegister y, SpecialRegister z) {
    return switch (element) {
      case "x" -> x;
      case "y" -> y;
      case "z" -> z;
      default -> null;
    };
  }

  /** Whether a name is one of those that read as 0: environment registers that are never set. */
  static boolean isZero(String name) {
    return name.startsWith("%envreg");
  }
}
