package dev.syncopate.ptx.alu.table;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.conversion.Conversions;
import dev.syncopate.ptx.alu.conversion.PackFunctions;
import dev.syncopate.ptx.alu.floating.DoubleFunctions;
import dev.syncopate.ptx.alu.floating.FloatFunctions;
import dev.syncopate.ptx.alu.floating.HalfFunctions;
import dev.syncopate.ptx.alu.integer.BitFunctions;
import dev.syncopate.ptx.alu.integer.FieldFunctions;
import dev.syncopate.ptx.alu.integer.IntegerFunctions;
import dev.syncopate.ptx.alu.integer.VideoFunctions;
import org.jspecify.annotations.Nullable;

/**
 * Finds the function of an arithmetic, logic, conversion or move instruction by its name.
 *
 * <p>The name is the opcode, then its qualifiers, then its types, destination first: {@code
 * mad.lo.s32}, {@code cvt.rni.ftz.f32.f32}, {@code shf.l.wrap.b32}, {@code
 * vabsdiff4.u32.u32.u32.add}. Qualifiers may stand in any order, and {@code .rn} may be left out
 * where it is the default. Instructions with more operands than three, and vector operands, have
 * separate names:
 *
 * <ul>
 *   <li>{@code lop3.b32.0xLUT}: the look-up table is part of the name, in hexadecimal, the operands
 *       are a, b, c;
 *   <li>{@code bfi.b32} and {@code bfi.b64}: a, b, and the field as {@code position & 255 | (length
 *       & 255) << 8}, which {@code bfi.field} makes of the two numbers;
 *   <li>{@code pack.b64.b32}, {@code pack.b32.b16}, {@code pack.b16.b8}: low part, high part;
 *       {@code unpack.lo.b64.b32}, {@code unpack.hi.b64.b32}, … the way back.
 * </ul>
 *
 * <p>Results are zero extended from the destination type ({@code .wide}: from twice the type).
 * Where {@code cvt} writes a signed type into a wider register, a {@code cvt} from that type to the
 * register's width is to follow.
 */
public final class LaneFunctions {
  private LaneFunctions() {}

  /** The function, made anew, or null where there is none of that name. */
  public static @Nullable LaneFunction lookup(String mnemonic) {
    Mnemonic m = Mnemonic.parse(mnemonic);
    return switch (m.opcode) {
      case "and", "or", "xor", "not", "cnot", "shl", "shr", "mov", "cvta" -> BitFunctions.build(m);
      case "popc",
          "clz",
          "brev",
          "bfind",
          "fns",
          "bfe",
          "bfi",
          "bmsk",
          "szext",
          "lop3",
          "shf",
          "prmt",
          "slct" ->
          FieldFunctions.build(m);
      case "pack", "unpack" -> PackFunctions.build(m);
      case "cvt" -> Conversions.build(m);
      case "dp4a", "dp2a" -> VideoFunctions.build(m);
      case "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2" ->
          VideoFunctions.build(m);
      case "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4" ->
          VideoFunctions.build(m);
      default -> m.types.isEmpty() ? null : arithmetic(m);
    };
  }

  private static @Nullable LaneFunction arithmetic(Mnemonic m) {
    AluType type = m.type();
    if (type.lanes() > 1) {
      return PackedFunctions.build(m);
    }
    FloatFormat format = type.format();
    if (format == null) {
      return IntegerFunctions.build(m);
    }
    return switch (format) {
      case F16, BF16 -> HalfFunctions.build(m, format);
      case TF32 -> null;
      case F32 -> FloatFunctions.build(m);
      case F64 -> DoubleFunctions.build(m);
    };
  }
}
