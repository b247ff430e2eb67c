package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.syntax.source.NearestWord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names declared in a block, a function or the module, and those around it. */
public final class SymbolScope {
  private final @Nullable SymbolScope outer;
  private final Map<String, Symbol> symbols = new HashMap<>();
  private final Map<String, Range> ranges = new HashMap<>();

  /** The registers that {@code %r<count>} declares: prefix and a number without leading zeros. */
  private record Range(int sourceOffset, ScalarType type, int first, int count) {}

  SymbolScope(@Nullable SymbolScope outer) {
    this.outer = outer;
  }

  /** The symbol that took the name before, or null when it was free. */
  @Nullable Symbol declare(String name, Symbol symbol) {
    return symbols.putIfAbsent(name, symbol);
  }

  void replace(String name, Symbol symbol) {
    symbols.put(name, symbol);
  }

  /** Declares registers that end in 0 to count - 1; false when their common name was taken. */
  boolean declareRange(int sourceOffset, String prefix, ScalarType type, int first, int count) {
    return ranges.putIfAbsent(prefix, new Range(sourceOffset, type, first, count)) == null;
  }

  /** What the name stands for here, looked up outwards. */
  public @Nullable Symbol find(String name) {
    int digits = trailingNumber(name);
    for (SymbolScope scope = this; scope != null; scope = scope.outer) {
      Symbol symbol = scope.symbols.get(name);
      if (symbol != null) {
        return symbol;
      }
      if (digits < name.length() && !scope.ranges.isEmpty()) {
        Range range = scope.ranges.get(name.substring(0, digits));
        if (range != null) {
          int index = number(name, digits);
          if (index >= 0 && index < range.count) {
            int number = range.first + index * Math.ceilDiv(range.type.bits(), 64);
            return new Symbol.Register(range.sourceOffset, range.type, number, 1);
          }
        }
      }
    }
    return null;
  }

  /**
   * Where a number that could be the index of a range starts in the name; its length if nowhere.
   */
  private static int trailingNumber(String name) {
    int i = name.length();
    while (i > 0 && Lexer.isDigit(name.charAt(i - 1))) {
      i--;
    }
    // %r007 is no register of %r<8>: skip zeros that lead.
    while (i < name.length() - 1 && name.charAt(i) == '0') {
      i++;
    }
    return i;
  }

  private static int number(String name, int start) {
    int value = 0;
    for (int i = start; i < name.length(); i++) {
      value = 10 * value + name.charAt(i) - '0';
      if (value > 100_000_000) {
        return -1;
      }
    }
    return value;
  }

  /**
   * What a message expects in place of a name that is declared nowhere: the nearest one that is, or
   * the range it falls out of.
   */
  public String suggestion(String name) {
    int digits = trailingNumber(name);
    List<String> knownNames = new ArrayList<>();
    for (SymbolScope scope = this; scope != null; scope = scope.outer) {
      Range range = scope.ranges.get(name.substring(0, digits));
      if (range != null && digits < name.length()) {
        String prefix = name.substring(0, digits);
        return "a declared name (registers "
            + prefix
            + "0 to "
            + prefix
            + (range.count - 1)
            + " are)";
      }
      knownNames.addAll(scope.symbols.keySet());
      knownNames.addAll(scope.ranges.keySet());
    }
    String nearest = NearestWord.to(name, knownNames);
    return nearest == null
        ? "a declared name"
        : "a declared name (the nearest is `" + nearest + "`)";
  }
}
