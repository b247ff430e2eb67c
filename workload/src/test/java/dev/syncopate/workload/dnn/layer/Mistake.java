package dev.syncopate.workload.dnn.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A mistake in a kernel, to show that checks see it. */
public final class Mistake {
  private static final String ENTRY = ".visible .entry _Z";

  private Mistake() {}

  /**
   * The PTX with one wrong operand: the kernel's first instruction of the kind takes a source
   * twice, or 1 where it has only one.
   *
   * @param kernel part of its name; PTX without it stays as it is
   * @param instruction with its types
   */
  public static String in(String text, String kernel, String instruction) {
    int entry = text.indexOf(ENTRY);
    while (entry >= 0 && !text.substring(entry, text.indexOf('(', entry)).contains(kernel)) {
      entry = text.indexOf(ENTRY, entry + 1);
    }
    if (entry < 0) {
      return text;
    }
    Matcher first =
        Pattern.compile(Pattern.quote(instruction) + "\\s+(%\\w+), (%\\w+)(, [%\\w]+)?(?=[,;])")
            .matcher(text);
    assertThat(first.find(entry)).as("%s has %s", kernel, instruction).isTrue();
    String replacement =
        first.group(3) == null ? "0f3F800000" : first.group(2) + ", " + first.group(2);
    String changed = instruction + " " + first.group(1) + ", " + replacement;
    return text.substring(0, first.start()) + changed + text.substring(first.end());
  }
}
