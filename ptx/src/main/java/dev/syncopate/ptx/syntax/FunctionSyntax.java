package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ClusterBounds;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function or kernel as written.
 *
 * @param sourceOffset offset of its name
 * @param end offset of the brace that ends its body
 * @param kernel whether it is an {@code .entry}
 * @param defined whether it has a body
 * @param results at most one for a function
 * @param values what value registers it declares
 * @param predicates how many predicate registers it declares
 * @param variables declared in any block of its body
 * @param bounds what directives say about its launch
 * @param unsupported the first thing in it that is not supported, which was left out, or null
 */
public record FunctionSyntax(
    int sourceOffset,
    int end,
    String name,
    boolean kernel,
    boolean defined,
    List<VariableSyntax> results,
    List<VariableSyntax> parameters,
    List<InstructionSyntax> body,
    RegisterTypes values,
    int predicates,
    List<VariableSyntax> variables,
    List<Symbol.Label> labels,
    LaunchBounds bounds,
    @Nullable PtxException unsupported) {
  /**
   * Launch bounds from a kernel's directives.
   *
   * @param maxThreads product of {@code .maxntid}, or 0
   * @param requiredBlock of {@code .reqntid}: x, y, z, or empty
   * @param minCtas of {@code .minnctapersm}, or 0
   * @param maxRegisters of {@code .maxnreg}, or 0
   * @param clusters what directives say about clusters
   */
  public record LaunchBounds(
      int maxThreads,
      List<Integer> requiredBlock,
      int minCtas,
      int maxRegisters,
      ClusterBounds clusters) {}
}
