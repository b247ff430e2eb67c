package dev.syncopate.ptx.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instruction as written.
 *
 * @param sourceOffset offset of the opcode
 * @param guard the predicate after {@code @}, or null
 * @param guardNegated whether {@code !} stands before it
 * @param opcode up to the first dot
 * @param qualifiers without dots
 * @param qualifiersAt offset of each qualifier
 * @param scope the block it stands in
 */
public record InstructionSyntax(
    int sourceOffset,
    OperandSyntax.@Nullable Name guard,
    boolean guardNegated,
    String opcode,
    List<String> qualifiers,
    int[] qualifiersAt,
    List<OperandSyntax> operands,
    SymbolScope scope) {
  /** Opcode and qualifiers with their dots. */
  public String mnemonic() {
    StringBuilder mnemonic = new StringBuilder(opcode);
    for (String qualifier : qualifiers) {
      mnemonic.append('.').append(qualifier);
    }
    return mnemonic.toString();
  }

  /** Whether a qualifier is there. */
  public boolean has(String qualifier) {
    return qualifiers.contains(qualifier);
  }
}
