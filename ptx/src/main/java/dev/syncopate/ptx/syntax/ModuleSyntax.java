package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.syntax.source.PtxException;
import dev.syncopate.ptx.syntax.source.PtxSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A PTX text, parsed.
 *
 * @param scope the names of the module
 * @param variables at module scope, in order; where one is declared and defined, its definition
 * @param functions in order, likewise
 * @param unsupported the first declaration that is not supported, which was left out, or null
 */
public record ModuleSyntax(
    PtxSource source,
    SymbolScope scope,
    List<VariableSyntax> variables,
    List<FunctionSyntax> functions,
    @Nullable PtxException unsupported) {}
