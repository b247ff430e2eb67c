package dev.syncopate.model.axiom.cat.syntax;

import java.util.List;

/**
 * A parsed text of the cat language.
 *
 * @param title what it calls itself in its first line; empty if it does not
 * @param statements its lines
 */
public record CatFile(String title, List<CatStatement> statements) {}
