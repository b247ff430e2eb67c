package dev.syncopate.app.cuda.fatbin;

import dev.syncopate.app.cuda.fatbin.PtxStatement.Kind;
import dev.syncopate.app.cuda.fatbin.PtxStatement.Linkage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes one module of several whose device code is linked with each other ({@code nvcc -rdc=true},
 * {@code cuLink…}), as {@code nvlink} does. Names that a module keeps to itself stay its own; they
 * are changed only where another module has the same, since the host looks for static kernels and
 * variables by name.
 */
public final class PtxLinker {
  private static final Pattern NUMBER = Pattern.compile("\\D+");

  /**
   * Functions of the library in which compilers put what device code may call of the CUDA runtime
   * ({@code cudadevrt}). It is left out: it ends in calls of the driver by running kernels. Who
   * calls it is told so by name.
   */
  private static final Set<String> DEVICE_RUNTIME =
      Set.of("cudaGetParameterBufferV2", "cudaLaunchDeviceV2");

  private final List<List<PtxStatement>> modules;
  private final Map<String, Definition> definitions = new HashMap<>();
  private final Set<String> declared = new HashSet<>();

  /** Names of the device runtime's variables, which need no definition. */
  private final Set<String> provided;

  private final Set<String> written = new HashSet<>();
  private final StringBuilder variables = new StringBuilder();
  private final StringBuilder declarations = new StringBuilder();
  private final StringBuilder functions = new StringBuilder();

  /** Meaning of a name in all modules. */
  private record Definition(int module, PtxStatement statement) {
    /** Whether it is this statement of a module. */
    boolean is(PtxStatement candidate, int candidateModule) {
      return module == candidateModule && candidate.isDefinition();
    }
  }

  private PtxLinker(List<List<PtxStatement>> modules, Set<String> provided) {
    this.modules = modules;
    this.provided = provided;
  }

  /**
   * Links modules.
   *
   * @param texts PTX of each
   * @return the module's PTX; empty where none is left of which a program could use anything
   * @throws FatBinaryException if they contradict each other, or a variable is defined nowhere
   */
  public static String link(List<String> texts) {
    List<List<PtxStatement>> modules = new ArrayList<>();
    List<String> keptTexts = new ArrayList<>();
    Set<String> provided = new HashSet<>();
    for (String text : texts) {
      List<PtxStatement> statements = PtxStatement.of(text, keptTexts.size());
      if (statements.stream().anyMatch(PtxLinker::isDeviceRuntime)) {
        statements.forEach(statement -> provided.add(statement.name()));
      } else {
        modules.add(statements);
        keptTexts.add(text);
      }
    }
    return switch (keptTexts.size()) {
      case 0 -> "";
      case 1 -> keptTexts.getFirst();
      default -> new PtxLinker(modules, provided).link();
    };
  }

  private static boolean isDeviceRuntime(PtxStatement statement) {
    return DEVICE_RUNTIME.contains(statement.name()) && statement.isDefinition();
  }

  private String link() {
    for (int module = 0; module < modules.size(); module++) {
      for (PtxStatement statement : modules.get(module)) {
        if (statement.isDefinition() && isForAll(statement, module)) {
          define(module, statement);
        }
      }
    }
    for (int module = 0; module < modules.size(); module++) {
      for (PtxStatement statement : modules.get(module)) {
        check(statement, module);
      }
    }
    Set<String> takenNames = new HashSet<>(declared);
    for (int module = 0; module < modules.size(); module++) {
      write(module, ownNames(module, takenNames));
    }
    return newest(".version")
        + newest(".target")
        + ".address_size 64\n"
        + variables
        + declarations
        + functions;
  }

  /** An alias is what the module has declared it to be. */
  private boolean isForAll(PtxStatement statement, int module) {
    boolean forAll =
        statement.kind() == Kind.ALIAS
            ? modules.get(module).stream()
                .anyMatch(candidate ->
                    candidate.name().equals(statement.name())
                        && candidate.linkage() != Linkage.LOCAL)
            : !statement.name().isEmpty() && statement.linkage() != Linkage.LOCAL;
    if (forAll) {
      declared.add(statement.name());
    }
    return forAll;
  }

  private void define(int module, PtxStatement statement) {
    Definition existing = definitions.get(statement.name());
    if (existing == null) {
      definitions.put(statement.name(), new Definition(module, statement));
      return;
    }
    Linkage linkage = statement.linkage();
    Linkage existingLinkage = existing.statement.linkage();
    if (linkage == Linkage.VISIBLE && existingLinkage == Linkage.VISIBLE) {
      throw problem("%s is defined in %s and in %s", statement.name(), existing.module, module);
    }
    boolean larger =
        linkage == Linkage.COMMON
            && existingLinkage == Linkage.COMMON
            && statement.bytes().orElse(0) > existing.statement.bytes().orElse(0);
    if (larger || linkage.compareTo(existingLinkage) > 0) {
      definitions.put(statement.name(), new Definition(module, statement));
    }
  }

  /** Refuses what says something else of a name than its definition does. */
  private void check(PtxStatement statement, int module) {
    if (statement.name().isEmpty() || statement.linkage() == Linkage.LOCAL) {
      return;
    }
    declared.add(statement.name());
    Definition definition = definitions.get(statement.name());
    boolean variable = statement.kind() == Kind.VARIABLE;
    if (definition == null) {
      boolean dynamic = statement.space().equals(".shared");
      if (variable && !dynamic && !provided.contains(statement.name())) {
        throw problem("%s is declared in %s and defined nowhere", statement.name(), module, module);
      }
      return;
    }
    PtxStatement defined = definition.statement;
    if (definition.is(statement, module) || defined.kind() == Kind.ALIAS) {
      return;
    }
    int otherModule = definition.module;
    if (statement.kind() != defined.kind()) {
      throw problem("%s is something else in %s than in %s", statement.name(), module, otherModule);
    }
    if (!variable) {
      if (!statement.shape().equals(defined.shape())) {
        throw problem(
            "%s has other parameters in %s than in %s", statement.name(), module, otherModule);
      }
    } else if (!statement.space().equals(defined.space())) {
      throw problem(
          "%s is in another state space in %s than in %s", statement.name(), module, otherModule);
    } else if (!isOfSize(statement, defined)) {
      throw problem("%s has another size in %s than in %s", statement.name(), module, otherModule);
    }
  }

  /** A common variable may be smaller than the definition. */
  private static boolean isOfSize(PtxStatement statement, PtxStatement defined) {
    if (statement.bytes().isEmpty() || defined.bytes().isEmpty()) {
      return true;
    }
    long bytes = statement.bytes().getAsLong();
    long definedBytes = defined.bytes().getAsLong();
    return statement.linkage() == Linkage.COMMON ? bytes <= definedBytes : bytes == definedBytes;
  }

  private FatBinaryException problem(String text, String name, int module, int otherModule) {
    return new FatBinaryException(
        "device code cannot be linked: "
            + text.formatted("`" + name + "`", object(module), object(otherModule)));
  }

  private String object(int module) {
    return "object %d of %d".formatted(module + 1, modules.size());
  }

  /** New names for those of a module's own that another module has. */
  private Map<String, String> ownNames(int module, Set<String> takenNames) {
    Set<String> ownNames = new LinkedHashSet<>();
    modules.get(module).forEach(statement -> ownNames.add(statement.name()));
    modules.get(module).stream()
        .filter(statement -> statement.linkage() != Linkage.LOCAL)
        .forEach(statement -> ownNames.remove(statement.name()));
    ownNames.remove("");
    Map<String, String> names = new HashMap<>();
    for (String name : ownNames) {
      String renamed = name;
      while (takenNames.contains(renamed)
          || (ownNames.contains(renamed) && !renamed.equals(name))) {
        renamed += "$" + module;
      }
      if (!renamed.equals(name)) {
        names.put(name, renamed);
      }
      takenNames.add(renamed);
    }
    return names;
  }

  private void write(int module, Map<String, String> names) {
    for (PtxStatement statement : modules.get(module)) {
      if (statement.isHeader()) {
        continue;
      }
      Definition definition =
          names.containsKey(statement.name()) ? null : definitions.get(statement.name());
      boolean wins = definition == null || definition.is(statement, module);
      PtxStatement renamed = statement.renamed(names);
      switch (statement.kind()) {
        case FUNCTION, KERNEL -> {
          if (!statement.isDefinition()) {
            declare(renamed, definition);
          } else if (wins) {
            functions.append(renamed.text()).append('\n');
          }
        }
        case VARIABLE -> {
          if (!wins) {
            continue;
          }
          if (statement.isDefinition()) {
            variables.append(renamed.text()).append('\n');
          } else if (written.add(statement.name())) {
            variables.append(strictest(statement).text()).append('\n');
          }
        }
        case ALIAS, NONE -> {
          if (wins) {
            declarations.append(renamed.text()).append('\n');
          }
        }
      }
    }
  }

  /** Dynamic shared memory, which each module may align in its own way. */
  private PtxStatement strictest(PtxStatement variable) {
    int maxAlignment = 0;
    for (List<PtxStatement> module : modules) {
      for (PtxStatement statement : module) {
        if (statement.name().equals(variable.name()) && statement.linkage() == Linkage.EXTERN) {
          maxAlignment = Math.max(maxAlignment, statement.alignment());
        }
      }
    }
    return variable.alignment() == 0 ? variable : variable.aligned(maxAlignment);
  }

  private void declare(PtxStatement function, @Nullable Definition definition) {
    if (!written.add("declared " + function.name())) {
      return;
    }
    if (definition == null) {
      declarations.append(function.text()).append('\n');
      return;
    }
    boolean body = definition.statement.kind() != Kind.ALIAS;
    String text = (body ? definition.statement : function).declaration();
    declarations.append(text.replaceFirst("^\\.extern", ".visible")).append('\n');
  }

  /** The line with the largest number among those that begin like this. */
  private String newest(String directive) {
    String best = "";
    long highest = -1;
    for (List<PtxStatement> module : modules) {
      for (PtxStatement statement : module) {
        if (statement.text().startsWith(directive)) {
          String digits = NUMBER.matcher(statement.text().split(",", -1)[0]).replaceAll("");
          long number = digits.isEmpty() ? 0 : Long.parseLong(digits);
          if (number > highest) {
            highest = number;
            best = statement.text() + "\n";
          }
        }
      }
    }
    return best;
  }
}
