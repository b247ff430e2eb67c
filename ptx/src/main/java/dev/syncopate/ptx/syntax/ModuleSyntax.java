package dev.syncopate.ptx.syntax;

import java.util.List;

/**
 * A PTX text, parsed.
 *
 * @param scope the names of the module
 * @param variables at module scope, in order; where one is declared and defined, its definition
 * @param functions in order, likewise
 */
public record ModuleSyntax(
    SourceText source,
    Scope scope,
    List<VariableSyntax> variables,
    List<FunctionSyntax> functions) {}
