package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The constants of a module's code: numbers, and addresses that are numbers once it is linked. */
public final class Constants {
  /** A number, or what is added to the address of a variable. */
  private record Entry(long bits, @Nullable VariableSyntax variable) {}

  private final List<Entry> entries = new ArrayList<>();
  private final Map<Long, Integer> numbers = new HashMap<>();

  /** The operand code of a number in register form. */
  public int number(long bits) {
    Integer existingNumber = numbers.get(bits);
    if (existingNumber != null) {
      return existingNumber;
    }
    int code = add(new Entry(bits, null));
    numbers.put(bits, code);
    return code;
  }

  /** The operand code of a variable's address in its own state space. */
  public int address(VariableSyntax variable, long addend) {
    return add(new Entry(addend, variable));
  }

  private int add(Entry entry) {
    entries.add(entry);
    return Operand.constant(entries.size() - 1);
  }

  /** The number, or what is added to the address. */
  public long bits(int code) {
    return entries.get(Operand.constantIndex(code)).bits;
  }

  /** The variable whose address it is, or null. */
  public @Nullable VariableSyntax variable(int code) {
    return entries.get(Operand.constantIndex(code)).variable;
  }
}
