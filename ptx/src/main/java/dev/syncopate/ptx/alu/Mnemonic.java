package dev.syncopate.ptx.alu;

import java.util.ArrayList;
import java.util.List;

/**
 * An instruction's name taken apart: opcode, qualifiers that are no types, types in their order,
 * and the look-up table of {@code lop3}. The order of qualifiers among each other is free.
 */
public final class Mnemonic {
  public final String text;
  public final String opcode;
  public final List<AluType> types = new ArrayList<>(3);
  public final int immediate;
  private final List<String> modifiers = new ArrayList<>(3);

  private Mnemonic(String text) {
    this.text = text;
    String[] tokens = text.split("\\.", -1);
    opcode = tokens[0];
    int number = -1;
    for (int i = 1; i < tokens.length; i++) {
      AluType type = AluType.parse(tokens[i]);
      if (type != null) {
        types.add(type);
      } else if (tokens[i].startsWith("0x")) {
        number = hexadecimal(tokens[i].substring(2));
      } else {
        modifiers.add(tokens[i]);
      }
    }
    immediate = number;
  }

  public static Mnemonic parse(String text) {
    return new Mnemonic(text);
  }

  private static int hexadecimal(String digits) {
    try {
      return Integer.parseInt(digits, 16);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  public boolean has(String modifier) {
    return modifiers.contains(modifier);
  }

  /** Whether every qualifier is a type or among these. */
  public boolean only(String... allowed) {
    return List.of(allowed).containsAll(modifiers);
  }

  /** The first of these qualifiers that is there, or the empty string. */
  public String oneOf(String... choices) {
    for (String choice : choices) {
      if (modifiers.contains(choice)) {
        return choice;
      }
    }
    return "";
  }

  /** The rounding of a result to a floating-point format: to nearest even where none is written. */
  public Rounding rounding() {
    return switch (oneOf("rn", "rz", "rm", "rp", "rna")) {
      case "rz" -> Rounding.TOWARDS_ZERO;
      case "rm" -> Rounding.DOWN;
      case "rp" -> Rounding.UP;
      case "rna" -> Rounding.NEAREST_AWAY;
      default -> Rounding.NEAREST_EVEN;
    };
  }

  /** Destination type. */
  public AluType type() {
    return types.get(0);
  }

  /** The last type: that of the source where there are two. */
  public AluType source() {
    return types.get(types.size() - 1);
  }
}
