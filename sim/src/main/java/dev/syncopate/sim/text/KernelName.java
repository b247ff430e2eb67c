package dev.syncopate.sim.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Readable name of a kernel whose name compilers have mangled (Itanium C++ ABI, "External Names"):
 * the names of its namespaces and its own, without the types of its parameters. Template arguments
 * are left out, and anonymous namespaces, whose names compilers invent.
 */
public final class KernelName {
  private static final String ANONYMOUS = "_GLOBAL__N_";
  private static final String ARGUMENTS = "<…>";

  private final String mangled;
  private final List<String> parts = new ArrayList<>();
  private int position;

  private KernelName(String mangled, int position) {
    this.mangled = mangled;
    this.position = position;
  }

  /** For example {@code scan::reduce} for {@code _ZN4scan6reduceEPfi}; a plain name as it is. */
  public static String readable(String name) {
    if (!name.startsWith("_Z")) {
      return name;
    }
    KernelName read = new KernelName(name, 2);
    return read.parse() && !read.parts.isEmpty() ? String.join("::", read.parts) : name;
  }

  /** Whether it is of the few forms that names of kernels have. */
  private boolean parse() {
    boolean nested = accept('N');
    do {
      if (!source()) {
        return false;
      }
      if (accept('I')) { // what follows is types
        parts.add(parts.removeLast() + ARGUMENTS);
        return true;
      }
    } while (nested && !accept('E'));
    return true;
  }

  /** Takes a length and as many characters. */
  private boolean source() {
    accept('L'); // known in its file only
    int length = 0;
    int start = position;
    while (position < mangled.length()
        && position < start + 4
        && Character.isDigit(mangled.charAt(position))) {
      length = 10 * length + mangled.charAt(position++) - '0';
    }
    if (position == start || length == 0 || position + length > mangled.length()) {
      return false;
    }
    String name = mangled.substring(position, position + length);
    position += length;
    if (!name.startsWith(ANONYMOUS)) {
      parts.add(name);
    }
    return true;
  }

  private boolean accept(char expected) {
    if (position < mangled.length() && mangled.charAt(position) == expected) {
      position++;
      return true;
    }
    return false;
  }
}
