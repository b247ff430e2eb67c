package dev.syncopate.study.sweep;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part in which one of several processes, on one computer or many, does jobs of a study.
 *
 * @param number from 1
 * @param count of all shards, at least {@code number}
 */
public record Shard(int number, int count) {
  /** Most shards of a study. */
  public static final int MOST = 100_000;

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

  public Shard {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException(
          "found %d shards, expected from 1 to %d".formatted(count, MOST));
    }
    if (number < 1 || number > count) {
      throw new IllegalArgumentException(
          "found shard %d of %d, expected a number from 1 to %d".formatted(number, count, count));
    }
  }

  /**
   * Reads {@code K/N}.
   *
   * @throws IllegalArgumentException if the text is no such thing or K is not from 1 to N; its
   *     message is for the user
   */
  public static Shard parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "found '%s', expected K/N, the shard's number and how many there are, such as 2/3"
              .formatted(text));
    }
    return new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  @Override
  public String toString() {
    return number + "/" + count;
  }
}
