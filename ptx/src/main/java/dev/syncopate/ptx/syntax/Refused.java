package dev.syncopate.ptx.syntax;

import org.jspecify.annotations.Nullable;

/** Families of instructions that are known and not supported, by the name a user knows them by. */
final class Refused {
  private Refused() {}

  /** What an instruction belongs to, or null if it is not refused as a whole. */
  static @Nullable String family(String opcode) {
    return switch (opcode) {
      case "tex", "tld4", "txq", "suld", "sust", "sured", "suq" -> "textures and surfaces";
      case "wmma", "mma", "wgmma", "ldmatrix", "stmatrix", "movmatrix", "tcgen05" -> "tensor cores";
      case "mapa", "getctarank", "clusterlaunchcontrol" -> "clusters";
      case "tensormap", "multimem" -> "bulk and tensor copies";
      case "alloca", "stacksave", "stackrestore" -> "a stack of dynamic size";
      case "createpolicy", "applypriority", "discard" -> "cache policies";
      case "setmaxnreg" -> "a changing number of registers";
      default -> null;
    };
  }

  static final String WIDE_VALUES = "128-bit values";

  /** What a qualifier belongs to, or null if it is not refused whatever the instruction. */
  static @Nullable String qualifier(String qualifier) {
    return switch (qualifier) {
      case "cluster", "shared::cluster" -> "clusters";
      case "bulk", "tensor" -> "bulk and tensor copies";
      case "L2::cache_hint" -> "cache policies";
      case "b128" -> WIDE_VALUES;
      case "e4m3", "e5m2", "e4m3x2", "e5m2x2", "e2m1x2", "e2m3x2", "e3m2x2", "ue8m0x2" ->
          "8-bit and smaller floating-point numbers";
      default -> null;
    };
  }

  /** What a directive belongs to, or null. */
  static @Nullable String directive(String directive) {
    return switch (directive) {
      case "tex", "texref", "samplerref", "surfref" -> "textures and surfaces";
      case "reqnctapercluster",
          "explicitcluster",
          "maxclusterrank",
          "blocksareclusters",
          "maxnctapercluster" ->
          "clusters";
      default -> null;
    };
  }
}
