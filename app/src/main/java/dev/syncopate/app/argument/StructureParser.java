package dev.syncopate.app.argument;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes a structure apart into its members, which {@link ArgumentParser} reads. A member ends at
 * the comma or brace that is not inside an inner structure, so file names there have neither.
 */
final class StructureParser {
  static final String OPENING = "struct{";

  private final ArgumentParser within;
  private final String text;

  /**
   * @param within reads members and places errors
   * @param text begins with {@link #OPENING}
   */
  StructureParser(ArgumentParser within, String text) {
    this.within = within;
    this.text = text;
  }

  KernelArgument.Structure structure() throws ArgumentSyntaxException {
    List<KernelArgument> members = new ArrayList<>();
    int from = OPENING.length();
    int depth = 0;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (depth == 0 && (c == ',' || c == '}')) {
        members.add(member(from, at));
        from = at + 1;
        if (c == '}') {
          if (from < text.length()) {
            throw within.error(from, "expected nothing after '}'");
          }
          return new KernelArgument.Structure(text, members);
        }
      } else if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth--;
      }
    }
    throw within.error(text.length(), "expected ',' or '}'");
  }

  private KernelArgument member(int from, int to) throws ArgumentSyntaxException {
    int first = from;
    int end = to;
    while (first < end && text.charAt(first) == ' ') {
      first++;
    }
    while (end > first && text.charAt(end - 1) == ' ') {
      end--;
    }
    if (first == end) {
      throw within.error(first, "expected a member, as in struct{s32=5,f32[64]=iota}");
    }
    return within.part(first, end);
  }
}
