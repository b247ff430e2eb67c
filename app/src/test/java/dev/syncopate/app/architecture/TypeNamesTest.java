package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A simple name means one top-level type of the main code: a reader who meets {@code Outcome} need
 * not look at the imports to know which of five it is. Nested types may have equal names, as the
 * outer type qualifies them.
 */
class TypeNamesTest {
  @Test
  void noSimpleNameStandsForTwoTopLevelTypes() throws IOException {
    List<String> shared = sharedNames(SourceUnits.main());
    assertThat(shared)
        .as("simple names of several top-level types:%n%s", String.join("\n", shared))
        .isEmpty();
  }

  @Test
  void equalNamesOfNestedTypesAreNoSharedNames() throws IOException {
    List<CompilationUnitTree> units = new ArrayList<>();
    units.addAll(SourceUnits.of("A", "package a; class Words { enum State {} } record Rows() {}"));
    units.addAll(
        SourceUnits.of("B", "package b; interface Words { enum State {} } class State {}"));
    assertThat(sharedNames(units)).containsExactly("Words: a, b");
  }

  /** Each shared simple name, with the packages that it stands in. */
  private static List<String> sharedNames(List<CompilationUnitTree> units) {
    Map<String, List<String>> packages = new TreeMap<>();
    for (CompilationUnitTree unit : units) {
      for (Tree type : unit.getTypeDecls()) {
        if (type instanceof ClassTree declaration) {
          packages
              .computeIfAbsent(declaration.getSimpleName().toString(), name -> new ArrayList<>())
              .add(String.valueOf(unit.getPackageName()));
        }
      }
    }
    return packages.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(entry -> entry.getKey() + ": " + String.join(", ", entry.getValue()))
        .toList();
  }
}
