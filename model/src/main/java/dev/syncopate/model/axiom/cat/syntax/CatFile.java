package dev.syncopate.model.axiom.cat.syntax;

import java.util.List;

/**
 * A parsed text of the cat language.
 *
 * @param title the first word or string of its header; empty if it has none
 * @param header all words of its header, which may name an architecture
 * @param statements its lines
 */
public record CatFile(String title, List<String> header, List<CatStatement> statements) {}
