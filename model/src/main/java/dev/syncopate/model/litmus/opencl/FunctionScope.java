package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Spelling;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Names that a function may use: its parameters and variables, and the test's locations. */
final class FunctionScope {
  private final TokenStream tokens;
  private final Set<String> locations;
  private final SortedSet<String> parameters;
  private final SortedSet<String> variables = new TreeSet<>();

  /**
   * @param locations locations that the test declares
   * @param parameters parameters, each a pointer to the location of its name
   */
  FunctionScope(TokenStream tokens, Set<String> locations, SortedSet<String> parameters) {
    this.tokens = tokens;
    this.locations = locations;
    this.parameters = parameters;
  }

  void declare(String variable) {
    variables.add(variable);
  }

  /** Whether the name is one that the function may assign to. */
  boolean isVariable(String name) {
    return variables.contains(name) || parameters.contains(name);
  }

  /** The value of a name: a register, or of a location that is no parameter its address. */
  LitmusOperand value(Token token) {
    String name = token.text();
    if (isVariable(name)) {
      return new LitmusOperand.Register(name);
    }
    if (locations.contains(name)) {
      return new LitmusOperand.Location(name);
    }
    throw unknown(token);
  }

  SourceException unknown(Token token) {
    SortedSet<String> names = new TreeSet<>(variables);
    names.addAll(parameters);
    names.addAll(locations);
    return tokens
        .source()
        .error(
            token.offset(),
            "`%s` is neither a parameter nor a variable%s"
                .formatted(token.text(), Spelling.suggestion(token.text(), names)));
  }

  /** Parameters and variables. */
  SortedSet<String> registers() {
    SortedSet<String> names = new TreeSet<>(variables);
    names.addAll(parameters);
    return names;
  }
}
