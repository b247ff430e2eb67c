package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt.Place;
import java.util.ArrayList;
import java.util.List;

/** Names of places in tests: {@code argument 0[32]} is {@code arg0_32}. */
final class PlaceNames {
  private PlaceNames() {}

  /** A name for each place, each another one. */
  static List<String> of(List<Place> places) {
    List<String> names = new ArrayList<>();
    for (Place place : places) {
      String name = plain(place.name());
      String uniqueName = name;
      for (int i = 2; names.contains(uniqueName); i++) {
        uniqueName = name + "_" + i;
      }
      names.add(uniqueName);
    }
    return names;
  }

  private static String plain(String name) {
    String words =
        name.replaceFirst("^(variable|shared|byte) ", "")
            .replaceFirst("^argument ", "arg")
            .replaceAll("[^A-Za-z0-9]+", "_")
            .replaceAll("^_+|_+$", "");
    boolean reserved = words.matches("|shared|(r|P|LC)?[0-9].*");
    return reserved ? "at_" + words : words;
  }
}
