package dev.syncopate.app.argument;

import java.util.regex.Pattern;

/**
 * One {@code --var}: {@code NAME=argument} writes a variable of the module before the launch,
 * {@code NAME=TYPE} and {@code NAME=TYPE[COUNT]} only say what it holds.
 *
 * @param name as in the PTX
 * @param value what is written, as for a kernel argument; a buffer is the variable itself
 * @param written whether it is written at all
 */
public record VariableArgument(String name, KernelArgument value, boolean written) {
  /** PTX ISA, "Identifiers". */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][\\w$]*|[_$%][\\w$]+");

  /** Reads one option. */
  public static VariableArgument parse(String text) throws ArgumentSyntaxException {
    int equals = text.indexOf('=');
    String name = text.substring(0, Math.max(0, equals));
    if (!isName(name)) {
      throw new ArgumentSyntaxException(
          text, 0, "expected the name of a variable and what it holds, as in factors=f32[4]=zero");
    }
    boolean written = text.indexOf('=', equals + 1) >= 0;
    KernelArgument value = ArgumentParser.within(text, equals + 1, written);
    if (value instanceof KernelArgument.Memory memory
        && memory.contents() instanceof BufferContents.Unwritten) {
      throw new ArgumentSyntaxException(
          text, text.lastIndexOf('=') + 1, "expected contents; a variable always has some");
    }
    return new VariableArgument(name, value, written);
  }

  /** Whether a text may be a variable's name. */
  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** As {@code --print} and the like see it, or null for a structure. */
  KernelArgument.@org.jspecify.annotations.Nullable Memory memory() {
    String text = value.text();
    return switch (value) {
      case KernelArgument.Memory memory -> memory;
      case KernelArgument.Scalar scalar ->
          new KernelArgument.Memory(text, scalar.type(), 1, new BufferContents.Fill(scalar.bits()));
      case KernelArgument.Raw raw ->
          new KernelArgument.Memory(text, ElementType.U8, raw.count(), raw.contents());
      case KernelArgument.Structure _, KernelArgument.Map _ -> null;
    };
  }
}
