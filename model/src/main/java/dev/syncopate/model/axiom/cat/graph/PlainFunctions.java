package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.CatExpression;
import dev.syncopate.model.axiom.cat.syntax.CatStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which functions compute with sets and relations alone: their arguments are never tags. */
final class PlainFunctions {
  private PlainFunctions() {}

  /** Whether a function needs nothing but sets and relations. */
  static boolean isPlain(CatStatement.Definition definition, @Nullable DefinedNames outside) {
    return all(definition.body()).allMatch(part -> isPlain(part, definition, outside));
  }

  private static boolean isPlain(
      CatExpression part, CatStatement.Definition definition, @Nullable DefinedNames outside) {
    return switch (part) {
      case CatExpression.Tag _,
          CatExpression.SetLiteral _,
          CatExpression.Extension _,
          CatExpression.Tuple _,
          CatExpression.Lambda _,
          CatExpression.LetIn _,
          CatExpression.Match _ ->
          false;
      case CatExpression.Name name -> !computesWithTags(name.name(), outside);
      case CatExpression.Call call ->
          !definition.parameters().contains(call.function())
              && !computesWithTags(call.function(), outside);
      default -> true;
    };
  }

  private static boolean computesWithTags(String name, @Nullable DefinedNames scope) {
    return switch (DefinedNames.find(scope, name)) {
      case null -> SetFunctions.has(name);
      case DefinedNames.Value _, DefinedNames.Procedure _ -> false;
      case DefinedNames.Function function ->
          !all(function.body())
              .allMatch(part ->
                  isPlain(
                      part,
                      new CatStatement.Definition(
                          part.place(), name, function.parameters(), function.body()),
                      function.outside()));
      default -> true;
    };
  }

  /** Whether an expression has a {@code match}. */
  static boolean matches(CatExpression expression) {
    return all(expression).anyMatch(CatExpression.Match.class::isInstance);
  }

  private static Stream<CatExpression> all(CatExpression expression) {
    List<CatExpression> subexpressions = new ArrayList<>(List.of(expression));
    for (int i = 0; i < subexpressions.size(); i++) {
      subexpressions.addAll(parts(subexpressions.get(i)));
    }
    return subexpressions.stream();
  }

  private static List<CatExpression> parts(CatExpression expression) {
    return switch (expression) {
      case CatExpression.Unary unary -> List.of(unary.operand());
      case CatExpression.Binary binary -> List.of(binary.left(), binary.right());
      case CatExpression.Call call -> call.arguments();
      case CatExpression.LetIn let ->
          Stream.concat(
                  let.let().definitions().stream().map(CatStatement.Definition::body),
                  Stream.of(let.body()))
              .toList();
      case CatExpression.Try attempt -> List.of(attempt.attempt(), attempt.fallback());
      case CatExpression.SetLiteral set -> set.elements();
      case CatExpression.Tuple tuple -> tuple.parts();
      case CatExpression.Extension extension -> List.of(extension.element(), extension.set());
      case CatExpression.Lambda lambda -> List.of(lambda.body());
      case CatExpression.Match match ->
          Stream.concat(
                  Stream.of(match.subject()),
                  match.clauses().stream().map(CatExpression.MatchClause::body))
              .toList();
      case CatExpression.Name _, CatExpression.Empty _, CatExpression.Tag _ -> List.of();
    };
  }
}
