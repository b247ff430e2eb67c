package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A simple name means one top-level type of the main code: a reader who meets {@code Outcome} need
 * not look at the imports to know which of five it is. Nested types may have equal names: the outer
 * type qualifies them. A nested type whose name is a top-level type's is never imported, so that
 * its outer type is always written.
 */
class TypeNamesTest {
  /**
   * Plain words that say nothing outside their package. They have been names of types, several of
   * them of many. A noun of the field that is one word ({@code Warp}, {@code Grid}, {@code
   * Scheduler}) is a good name.
   */
  private static final Set<String> BARE_WORDS =
      Set.of(
          """
          Access Accesses Acquires Addresses Advice Agenda Ahead Answer Answered Answers Arcs
          Arrangement Asked Askers Bank Barriers Bars Bases Bed Beginning Bench Benchmark
          Binding Board Body Boxes Bytes Campaign Case Cause Cell Cells Change Checked Choice
          Circles Code Comparison Compiler Completion Components Condition Conditions Configs
          Configuration Configured Contents Context Control Copies Corners Cost Costs Counts
          Coverage Covered Cut Cutter Dealing Decisions Delays Difference Distances Division
          Domains Draft Draw Durations Edges Encounters Ending Endings Endless Enumeration
          Escapes Evicted Exchange Execution Expander Expansion Expectation Explanation
          Explanations Expression Expressions Extent Extras Facts Failure Failures Fault Faults
          Filters Findings Fittings Flow Footprint Foresight Format Found Frame Generator
          Grounds Group Groups Growth Halt Hardware Holdings Holds Holes Image Images Includes
          Influence Inputs Instructions Integers Interned Issue Item Jobs Join Journal Judged
          Judging Kind Kinds Label Labels Lanes Launches Lines Load Location Locations Looked
          Maker Manner Manual Markup Matching Matrix Measure Measured Measures Meeting Meetings
          Memory Meshes Messages Moment Multiples Names Nearest Needs Note Noted Notes Numbers
          Observed Operands Operation Opinion Ops Option Origin Outcome Outputs Owners Parts
          Passage Paths Patience Pending Persistent Pictures Pixels Place Placement Plans Pool
          Pressure Printed Programs Prospects Provenance Published Queues Rates Reach Reading
          Readings Reads Reference Refusal Refused Region Registers Releases Reliance Remedy
          Repeats Reported Request Resources Result Rewriting Rows Rules Runs Scale Scenario
          Scene Schedule Search Seeded Selection Settled Setup Shadow Shape Shared Sheet Shelf
          Simulation Site Sites Situation Size Sizes Skeleton Slot Smaller Solid Source Space
          Spaces Spec Specification Splits Spread Stacks Standing Standings Stated Statement
          Stop Stores Stretch Style Subject Suggestion Sums Survey Table Tags Target Task
          Threads Totals Tracks Trail Training Transactions Trial Trouble Type Unplugged
          Unreached Unregistered Update Updates Usability Use Value Values Variables Variant
          Variations Vocabulary Walk Watch Way Weaker Whole Wire Word Words Write Writer Writers
          Written
          """
              .strip()
              .split("\\s+"));

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

  @Test
  void noTopLevelTypeIsNamedByABareWord() throws IOException {
    List<String> bare = bareWords(SourceUnits.main());
    assertThat(bare)
        .as("top-level types named by a word that needs its package:%n%s", String.join("\n", bare))
        .isEmpty();
  }

  @Test
  void aBareWordIsFoundAtTheTopLevelOnly() throws IOException {
    assertThat(bareWords(SourceUnits.of("A", "package a; class Words { enum Cause {} }")))
        .containsExactly("a.Words");
  }

  @Test
  void nestedTypesNamedLikeATopLevelTypeAreNotImported() throws IOException {
    List<String> imports = ambiguousImports(SourceUnits.main(), SourceUnits.mainAndTests());
    assertThat(imports)
        .as(
            "imports of nested types that have a top-level type's name; write Outer.Nested:%n%s",
            String.join("\n", imports))
        .isEmpty();
  }

  @Test
  void anImportOfAnUnambiguousNestedTypeIsAllowed() throws IOException {
    List<CompilationUnitTree> units = new ArrayList<>();
    units.addAll(SourceUnits.of("A", "package a; class Outer { enum Verdict {} enum Side {} }"));
    units.addAll(SourceUnits.of("B", "package b; enum Verdict {}"));
    units.addAll(
        SourceUnits.of(
            "C", "import a.Outer; import a.Outer.Side; import a.Outer.Verdict; import b.Verdict;"));
    assertThat(ambiguousImports(units, units)).containsExactly("C: a.Outer.Verdict");
  }

  private static List<String> bareWords(List<CompilationUnitTree> units) {
    List<String> bare = new ArrayList<>();
    for (CompilationUnitTree unit : units) {
      for (String name : topLevelNames(unit)) {
        if (BARE_WORDS.contains(name)) {
          bare.add(unit.getPackageName() + "." + name);
        }
      }
    }
    return bare;
  }

  /** Imports of nested types in some units whose simple name is a top-level type's. */
  private static List<String> ambiguousImports(
      List<CompilationUnitTree> main, List<CompilationUnitTree> importing) {
    Set<String> names = new HashSet<>();
    main.forEach(unit -> names.addAll(topLevelNames(unit)));
    List<String> imports = new ArrayList<>();
    for (CompilationUnitTree unit : importing) {
      for (ImportTree declaration : unit.getImports()) {
        String type = declaration.getQualifiedIdentifier().toString();
        String outer = type.substring(0, type.lastIndexOf('.'));
        boolean nested = Character.isUpperCase(outer.charAt(outer.lastIndexOf('.') + 1));
        boolean ours = names.contains(outer.substring(outer.lastIndexOf('.') + 1));
        if (!declaration.isStatic()
            && nested
            && ours
            && names.contains(type.substring(type.lastIndexOf('.') + 1))) {
          imports.add(unit.getSourceFile().getName() + ": " + type);
        }
      }
    }
    return imports;
  }

  private static List<String> topLevelNames(CompilationUnitTree unit) {
    List<String> names = new ArrayList<>();
    for (Tree type : unit.getTypeDecls()) {
      if (type instanceof ClassTree declaration) {
        names.add(declaration.getSimpleName().toString());
      }
    }
    return names;
  }

  /** Each shared simple name, with the packages that it stands in. */
  private static List<String> sharedNames(List<CompilationUnitTree> units) {
    Map<String, List<String>> packages = new TreeMap<>();
    for (CompilationUnitTree unit : units) {
      for (String name : topLevelNames(unit)) {
        packages
            .computeIfAbsent(name, absent -> new ArrayList<>())
            .add(String.valueOf(unit.getPackageName()));
      }
    }
    return packages.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(entry -> entry.getKey() + ": " + String.join(", ", entry.getValue()))
        .toList();
  }
}
