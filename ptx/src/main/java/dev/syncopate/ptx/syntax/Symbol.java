package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.List;

/**
 * Object that a name may denote. Registers are numbered in each function from 0, predicates apart.
 */
public sealed interface Symbol {
  /** Offset of the declaration. */
  int at();

  /** What it is, for messages. */
  String description();

  /**
   * A register. One of 128 bits is two of 64, the lower half first.
   *
   * @param number of its first element
   * @param elements 1, or 2 or 4 for a vector
   */
  record Register(int at, ScalarType type, int number, int elements) implements Symbol {
    @Override
    public String description() {
      return "a register";
    }
  }

  /** A variable in memory or a parameter. */
  record Variable(VariableSyntax variable) implements Symbol {
    @Override
    public int at() {
      return variable.at();
    }

    @Override
    public String description() {
      return "a variable";
    }
  }

  /** A label: the index of the statement behind it. */
  record Label(int at, int statement) implements Symbol {
    @Override
    public String description() {
      return "a label";
    }
  }

  /** {@code .branchtargets}: the labels an indexed branch may go to. */
  record BranchTargets(int at, List<OperandSyntax.Name> labels) implements Symbol {
    @Override
    public String description() {
      return "a list of branch targets";
    }
  }

  /** {@code .calltargets}: the functions an indirect call may go to. */
  record CallTargets(int at, List<OperandSyntax.Name> functions) implements Symbol {
    @Override
    public String description() {
      return "a list of call targets";
    }
  }

  /** {@code .callprototype}: the shape of a call through an address. */
  record Prototype(int at, List<VariableSyntax> results, List<VariableSyntax> parameters)
      implements Symbol {
    @Override
    public String description() {
      return "a call prototype";
    }
  }

  /** Something that is not supported, and why. */
  record Unsupported(int at, PtxException problem) implements Symbol {
    @Override
    public String description() {
      return "something that is not supported";
    }
  }

  /** A function or kernel. */
  record Function(FunctionSyntax function) implements Symbol {
    @Override
    public int at() {
      return function.sourceOffset();
    }

    @Override
    public String description() {
      return "a function";
    }
  }
}
