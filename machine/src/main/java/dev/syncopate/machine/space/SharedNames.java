package dev.syncopate.machine.space;

import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.SharedVariable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program's names for its shared memory; for reports and faults. */
public final class SharedNames {
  /** How compilers mangle a variable of a function: its name comes last, behind its length. */
  private static final Pattern LOCAL = Pattern.compile("_ZZ.*E(\\d+)(\\D\\w*)");

  private SharedNames() {}

  /**
   * An element by its variable, for example {@code shared flags[3]}; by its offset where there is
   * no variable.
   *
   * @param bytes size of an element, which counts the index
   */
  public static String name(Program program, long offset, int bytes) {
    for (SharedVariable variable : program.sharedVariables().reversed()) {
      long inside = offset - variable.offset();
      if (inside >= 0 && (variable.bytes() == 0 || inside < variable.bytes())) {
        String name = plain(variable.name());
        if (inside % bytes != 0) {
          return "byte %d of shared %s".formatted(inside, name);
        }
        return variable.bytes() == bytes
            ? "shared " + name
            : "shared %s[%d]".formatted(name, inside / bytes);
      }
    }
    return "shared 0x" + Long.toHexString(offset);
  }

  /** Whether a variable is there. */
  public static boolean known(Program program, long offset) {
    return !name(program, offset, 1).startsWith("shared 0x");
  }

  /** The name in the source of a variable that a compiler has moved out of a function. */
  static String plain(String name) {
    Matcher mangled = LOCAL.matcher(name);
    if (mangled.matches()) {
      int length = Integer.parseInt(mangled.group(1));
      String rest = mangled.group(2);
      return length <= rest.length() ? rest.substring(0, length) : name;
    }
    return name;
  }
}
