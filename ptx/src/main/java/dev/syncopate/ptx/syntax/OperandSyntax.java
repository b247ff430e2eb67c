package dev.syncopate.ptx.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operand as written. */
public sealed interface OperandSyntax {
  /** Offset of its first character. */
  int at();

  /**
   * A register, variable, function or label.
   *
   * @param element {@code x} in {@code %tid.x}, or null
   * @param offset bytes added to it
   */
  record Name(int at, String name, @Nullable String element, long offset)
      implements OperandSyntax {}

  /** A number. */
  record Literal(int at, Form form, long bits) implements OperandSyntax {}

  /** Notation of a number, which decides the bits of its literal. */
  enum Form {
    INTEGER,
    SINGLE,
    DOUBLE
  }

  /** {@code [base + offset]}; base is a {@link Name} or a {@link Literal}. */
  record Memory(int at, OperandSyntax base, long offset) implements OperandSyntax {}

  /** {@code [map, {x, y, …}]}: a tensor map, and where in its tensor. */
  record Tensor(int at, Memory map, List<OperandSyntax> coordinates) implements OperandSyntax {}

  /** {@code array[index]} in the place of an address. */
  record Element(int at, String name, long index) implements OperandSyntax {}

  /** {@code {a, b, …}}. */
  record Vector(int at, List<OperandSyntax> elements) implements OperandSyntax {}

  /** {@code first|second}: two destinations. */
  record Pair(int at, OperandSyntax first, OperandSyntax second) implements OperandSyntax {}

  /** {@code !name}. */
  record Not(int at, Name name) implements OperandSyntax {}

  /** {@code (a, b, …)} of a call. */
  record Group(int at, List<OperandSyntax> elements) implements OperandSyntax {}

  /** What it is, for messages. */
  default String description() {
    return switch (this) {
      case Name name ->
          "`" + name.name() + (name.element() == null ? "" : "." + name.element()) + "`";
      case Literal literal -> "a number";
      case Memory memory -> "an address";
      case Tensor tensor -> "a tensor map with coordinates";
      case Element element -> "an element of an array";
      case Vector vector -> "a vector";
      case Pair pair -> "two destinations";
      case Not not -> "`!" + not.name().name() + "`";
      case Group group -> "a list in parentheses";
    };
  }
}
