package dev.syncopate.app.argument;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes a structure apart into its members, which {@link ArgumentParser} reads. A member ends at
 * the comma or brace that is not inside an inner structure, so file names there have neither.
 */
final class StructureParser {
  static final String OPENING = "struct{";

  private final ArgumentParser parser;
  private final String text;

  /**
   * @param parser reads members and places errors
   * @param text begins with {@link #OPENING}
   */
  StructureParser(ArgumentParser parser, String text) {
    this.parser = parser;
    this.text = text;
  }

  KernelArgument.Structure structure() throws ArgumentSyntaxException {
    List<KernelArgument> members = new ArrayList<>();
    int start = OPENING.length();
    int depth = 0;
    for (int position = start; position < text.length(); position++) {
      char c = text.charAt(position);
      if (depth == 0 && (c == ',' || c == '}')) {
        members.add(member(start, position));
        start = position + 1;
        if (c == '}') {
          if (start < text.length()) {
            throw parser.error(start, "expected nothing after '}'");
          }
          return new KernelArgument.Structure(text, members);
        }
      } else if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth--;
      }
    }
    throw parser.error(text.length(), "expected ',' or '}'");
  }

  private KernelArgument member(int start, int limit) throws ArgumentSyntaxException {
    int first = start;
    int end = limit;
    while (first < end && text.charAt(first) == ' ') {
      first++;
    }
    while (end > first && text.charAt(end - 1) == ' ') {
      end--;
    }
    if (first == end) {
      throw parser.error(first, "expected a member, as in struct{s32=5,f32[64]=iota}");
    }
    return parser.part(first, end);
  }
}
