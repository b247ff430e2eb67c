package dev.syncopate.study.figure;

import java.util.List;

/**
 * A study's claims judged once more, by results of the same study with one thing otherwise.
 *
 * @param name of a column, short
 * @param words what is otherwise, a sentence
 * @param claims with the ids of the study's own, in the same order
 */
public record RejudgedClaims(String name, String words, List<Claim> claims) {
  public RejudgedClaims {
    claims = List.copyOf(claims);
  }

  /**
   * The verdict on a claim here.
   *
   * @throws IllegalArgumentException if there is no claim of that id
   */
  public Claim claim(String id) {
    return claims.stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + " has no claim " + id));
  }
}
