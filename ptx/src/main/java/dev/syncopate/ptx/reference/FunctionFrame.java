package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A function while a thread is in it. */
final class FunctionFrame {
  final FunctionSyntax function;
  final long[] values;
  final boolean[] predicates;

  /** Parameters of this function and of those it calls, with their bytes. */
  final Map<VariableSyntax, byte[]> parameters = new HashMap<>();

  /** Addresses of its variables in local memory. */
  final Map<VariableSyntax, Integer> locals = new HashMap<>();

  /** Where the results go when it returns: parameters of the caller. */
  final List<VariableSyntax> results;

  final int localTop;

  /** Index of the statement that is next. */
  int next;

  FunctionFrame(FunctionSyntax function, List<VariableSyntax> results, int localTop) {
    this.function = function;
    this.values = new long[function.values().count()];
    this.predicates = new boolean[function.predicates()];
    this.results = results;
    this.localTop = localTop;
  }

  /** The bytes of a parameter; zeros until they are written. */
  byte[] parameter(VariableSyntax variable) {
    return parameters.computeIfAbsent(variable, v -> new byte[v.bytes()]);
  }
}
