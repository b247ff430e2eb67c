package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Type of a declaration, as far as a memory model distinguishes types.
 *
 * @param isAtomic whether the type is an atomic one
 * @param space address space, {@code GLOBAL} or {@code LOCAL}; null where none is stated
 * @param pointers levels of pointers
 */
record CTypes(boolean isAtomic, @Nullable String space, int pointers) {
  private static final Set<String> BASES =
      Set.of(
          "int",
          "uint",
          "long",
          "ulong",
          "char",
          "uchar",
          "short",
          "ushort",
          "unsigned",
          "signed",
          "bool",
          "void",
          "size_t",
          "intptr_t",
          "uintptr_t",
          "int32_t",
          "uint32_t",
          "int64_t",
          "uint64_t",
          "atomic_int",
          "atomic_uint",
          "atomic_long",
          "atomic_ulong",
          "atomic_flag",
          "atomic_bool",
          "atomic_intptr_t",
          "atomic_uintptr_t",
          "atomic_size_t");

  private static final Set<String> SPACES =
      Set.of(
          "global",
          "__global",
          "local",
          "__local",
          "private",
          "__private",
          "generic",
          "__generic",
          "constant",
          "__constant");

  private static final Set<String> QUALIFIERS =
      Set.of("volatile", "const", "restrict", "__restrict", "static", "register");

  /** Whether a type is next. */
  static boolean at(TokenStream tokens) {
    Token token = tokens.peek();
    return token.kind() == Token.Kind.NAME
        && (BASES.contains(token.text())
            || SPACES.contains(token.text())
            || QUALIFIERS.contains(token.text()));
  }

  static void skip(TokenStream tokens) {
    CTypes _ = read(tokens);
  }

  /** Reads a type with its pointers. */
  static CTypes read(TokenStream tokens) {
    String space = null;
    boolean isAtomic = false;
    boolean named = false;
    while (at(tokens)) {
      String word = tokens.take().text();
      if (word.endsWith("global") || word.endsWith("constant")) {
        space = "GLOBAL";
      } else if (word.endsWith("local")) {
        space = "LOCAL";
      }
      isAtomic |= word.startsWith("atomic_");
      named |= BASES.contains(word);
    }
    if (!named) {
      throw tokens.unexpected("a type such as `int` or `atomic_int`");
    }
    return new CTypes(isAtomic, space, pointers(tokens));
  }

  private static int pointers(TokenStream tokens) {
    int pointers = 0;
    while (tokens.accept("*")) {
      pointers++;
      while (QUALIFIERS.contains(tokens.peek().text())) {
        tokens.take();
      }
    }
    return pointers;
  }
}
