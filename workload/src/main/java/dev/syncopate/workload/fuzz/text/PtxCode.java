package dev.syncopate.workload.fuzz.text;

/** The instructions of one PTX function, and the registers and labels it uses. */
final class PtxCode {
  private final StringBuilder lines = new StringBuilder();
  private final StringBuilder far = new StringBuilder();
  private final String labels;
  private StringBuilder output = lines;
  private int words;
  private int longs;
  private int predicates;
  private int label;

  /**
   * @param labels begins every label of the function
   */
  PtxCode(String labels) {
    this.labels = labels;
  }

  String word() {
    return "%r" + ++words;
  }

  String wide() {
    return "%rd" + ++longs;
  }

  String predicate() {
    return "%p" + ++predicates;
  }

  String label() {
    return "$L" + labels + "_" + ++label;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
  void line(String format, Object... values) {
    output.append('\t').append(format.formatted(values)).append(";\n");
  }

  /** A line that does not end in a semicolon. */
  void raw(String text) {
    output.append('\t').append(text).append('\n');
  }

  void place(String name) {
    output.append(name).append(":\n");
  }

  /** Writes something behind the function's end. */
  void behind(Runnable body) {
    StringBuilder previous = output;
    StringBuilder outlined = new StringBuilder();
    output = outlined;
    body.run();
    output = previous;
    far.append(outlined);
  }

  /** An instruction whose result is a new 32-bit register. */
  String result(String opcode, Object... operands) {
    String destination = word();
    StringBuilder list = new StringBuilder(destination);
    for (Object operand : operands) {
      list.append(", ").append(operand);
    }
    line("%s %s", opcode, list);
    return destination;
  }

  /** Declarations and instructions, in braces. */
  String body(String declarations, int variables) {
    StringBuilder text = new StringBuilder("{\n").append(declarations);
    text.append("\t.reg .pred %p<").append(predicates + 1).append(">;\n");
    text.append("\t.reg .b32 %r<").append(words + 1).append(">;\n");
    text.append("\t.reg .b32 %v<").append(variables).append(">;\n");
    text.append("\t.reg .b64 %rd<").append(longs + 1).append(">;\n");
    return text.append('\n').append(lines).append(far).append("}\n").toString();
  }
}
