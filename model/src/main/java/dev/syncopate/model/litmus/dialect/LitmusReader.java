package dev.syncopate.model.litmus.dialect;

import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.lisa.LisaRows;
import dev.syncopate.model.litmus.opencl.OpenClParser;
import dev.syncopate.model.litmus.vulkan.VulkanRows;
import java.util.Locale;

/** Reader of litmus tests in any dialect. */
public final class LitmusReader {
  private LitmusReader() {}

  /**
   * The test of a text, whose first word names the dialect.
   *
   * @throws dev.syncopate.model.source.SourceException where the text is no test, or uses what is
   *     not supported
   */
  public static LitmusTest read(String fileName, String text) {
    return switch (firstWord(text).toLowerCase(Locale.ROOT)) {
      case "opencl", "c" -> new OpenClParser(fileName, text).test();
      case "vulkan" -> LitmusTest.read(fileName, text, new VulkanRows());
      case "lisa" -> LitmusTest.read(fileName, text, new LisaRows());
      default -> LitmusTest.read(fileName, text);
    };
  }

  private static String firstWord(String text) {
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    return text.substring(start, end);
  }
}
