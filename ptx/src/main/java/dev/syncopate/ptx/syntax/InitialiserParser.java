package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.VariableSyntax.InitialValue;
import java.util.ArrayList;
import java.util.List;

/** Parses what stands behind the {@code =} of a variable (PTX ISA, "Initializers"). */
final class InitialiserParser {
  private static final int DEEPEST = 16;

  private final Tokens tokens;
  private final ConstantExpressionParser expressions;
  private final List<InitialValue> values = new ArrayList<>();

  InitialiserParser(Tokens tokens, ConstantExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** The elements that have a value, in the order of memory. */
  List<InitialValue> parse(List<Long> dimensions, int vector) {
    List<Long> shape = new ArrayList<>(dimensions);
    if (vector > 1) {
      shape.add((long) vector);
    }
    long[] sizes = new long[shape.size() + 1];
    sizes[shape.size()] = 1;
    for (int i = shape.size() - 1; i >= 0; i--) {
      sizes[i] = shape.get(i) < 0 ? Long.MAX_VALUE : sizes[i + 1] * shape.get(i);
    }
    if (shape.isEmpty()) {
      boolean braced = tokens.accept('{');
      values.add(value(0));
      if (braced) {
        tokens.expect('}');
      }
    } else {
      braces(sizes, 0, 0);
    }
    return List.copyOf(values);
  }

  /** A list in braces, for the elements from {@code first} on, whose rows are of the next size. */
  private void braces(long[] sizes, int level, long first) {
    if (level > DEEPEST) {
      throw tokens.unexpected("fewer braces");
    }
    tokens.expect('{');
    long index = first;
    long row = sizes[Math.min(level + 1, sizes.length - 1)];
    while (!tokens.accept('}')) {
      if (index - first >= sizes[Math.min(level, sizes.length - 1)]) {
        throw tokens.unexpected("`}` (the array is full)");
      }
      if (tokens.is('{')) {
        // A row starts where the last one ends, even if that one was not full.
        index = first + (index - first + row - 1) / row * row;
        braces(sizes, level + 1, index);
        index += row;
      } else {
        values.add(value(index));
        index++;
      }
      if (!tokens.is('}')) {
        tokens.expect(',');
      }
    }
  }

  private InitialValue value(long index) {
    int sourceOffset = tokens.at();
    Constant constant = expressions.parse();
    if (constant.isInteger() && tokens.accept('(')) {
      Constant address = expressions.parse();
      tokens.expect(')');
      int shift = Long.numberOfTrailingZeros(constant.bits());
      if (address.symbol() == null || shift % 8 != 0 || constant.bits() >>> shift != 0xff) {
        throw tokens.source.unexpected(
            sourceOffset, "a mask", "a byte of an address, as in `0xFF00(symbol)`");
      }
      return new InitialValue(
          sourceOffset,
          index,
          Form.INTEGER,
          address.symbol(),
          address.bits(),
          address.generic(),
          shift);
    }
    return new InitialValue(
        sourceOffset,
        index,
        constant.form(),
        constant.symbol(),
        constant.bits(),
        constant.generic(),
        -1);
  }
}
