package dev.syncopate.model.axiom.cat.syntax;

import java.util.List;

/**
 * One text of the language, read.
 *
 * @param title what it calls itself in its first line; empty if it does not
 * @param statements its lines
 */
public record CatFile(String title, List<CatStatement> statements) {}
