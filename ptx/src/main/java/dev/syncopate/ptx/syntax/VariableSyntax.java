package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable or parameter as declared. Each is one object: two of the same name in different blocks
 * are different.
 */
public final class VariableSyntax {
  /** The length of an array without one: {@code smem[]}. */
  public static final int UNSIZED = -1;

  private final int sourceOffset;
  private final StateSpace space;
  private final ScalarType type;
  private final String name;
  private final long elements;
  private final boolean array;
  private final int alignment;
  private final boolean external;
  private final boolean managed;
  private final List<InitialValue> initial;
  private final Symbol.@Nullable Register register;

  VariableSyntax(
      int sourceOffset,
      StateSpace space,
      ScalarType type,
      String name,
      long elements,
      boolean array,
      int alignment,
      boolean external,
      boolean managed,
      List<InitialValue> initial,
      Symbol.@Nullable Register register) {
    this.sourceOffset = sourceOffset;
    this.space = space;
    this.type = type;
    this.name = name;
    this.elements = elements;
    this.array = array;
    this.alignment = alignment;
    this.external = external;
    this.managed = managed;
    this.initial = initial;
    this.register = register;
  }

  /** Offset of its name. */
  public int at() {
    return sourceOffset;
  }

  public StateSpace space() {
    return space;
  }

  /** Of one element. */
  public ScalarType type() {
    return type;
  }

  public String name() {
    return name;
  }

  /** Whether it is an array, be it of one element. */
  public boolean isArray() {
    return array;
  }

  /** Whether a parameter takes a register for each 8 bytes: an array, or one of 128 bits. */
  public boolean isAggregate() {
    return array || type == ScalarType.B128;
  }

  public boolean isUnsized() {
    return elements == UNSIZED;
  }

  /** Its size; 0 if it is unsized. */
  public int bytes() {
    return elements == UNSIZED ? 0 : (int) (elements * type.bytes());
  }

  /** In bytes. */
  public int alignment() {
    return alignment;
  }

  /** Whether it is only declared here. */
  public boolean isExternal() {
    return external;
  }

  /** Whether the host maps it as well ({@code .attribute(.managed)}). */
  public boolean isManaged() {
    return managed;
  }

  /** Its first values. */
  public List<InitialValue> initial() {
    return initial;
  }

  /** The register that a {@code .reg} parameter is, or null. */
  public Symbol.@Nullable Register register() {
    return register;
  }

  /** A variable of the same shape in local memory. */
  public VariableSyntax copyInLocalMemory() {
    return new VariableSyntax(
        sourceOffset,
        StateSpace.LOCAL,
        type,
        name,
        elements,
        array,
        alignment,
        false,
        false,
        List.of(),
        null);
  }

  /**
   * An element of an initialiser.
   *
   * @param index of the element, in the order of memory
   * @param form how {@code bits} are to be read, where there is no symbol
   * @param symbol whose address it is, or null
   * @param bits the number, or what is added to the address
   * @param generic whether {@code generic()} stands around the symbol
   * @param shift -1, or the bits of the address below the byte that {@code 0xFF00(symbol)} picks
   */
  public record InitialValue(
      int sourceOffset,
      long index,
      OperandSyntax.Form form,
      @Nullable String symbol,
      long bits,
      boolean generic,
      int shift) {}
}
