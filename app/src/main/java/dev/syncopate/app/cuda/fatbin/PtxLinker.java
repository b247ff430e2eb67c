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

  /** Names of the device runtime's variables, which nobody needs to define. */
  private final Set<String> provided;

  private final Set<String> written = new HashSet<>();
  private final StringBuilder variables = new StringBuilder();
  private final StringBuilder declarations = new StringBuilder();
  private final StringBuilder functions = new StringBuilder();

  /** What a name means to all modules. */
  private record Definition(int module, PtxStatement statement) {
    /** Whether it is this statement of a module. */
    boolean is(PtxStatement each, int of) {
      return module == of && each.isDefinition();
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
    List<String> kept = new ArrayList<>();
    Set<String> provided = new HashSet<>();
    for (String text : texts) {
      List<PtxStatement> statements = PtxStatement.of(text, kept.size());
      if (statements.stream().anyMatch(PtxLinker::isDeviceRuntime)) {
        statements.forEach(each -> provided.add(each.name()));
      } else {
        modules.add(statements);
        kept.add(text);
      }
    }
    return switch (kept.size()) {
      case 0 -> "";
      case 1 -> kept.getFirst();
      default -> new PtxLinker(modules, provided).link();
    };
  }

  private static boolean isDeviceRuntime(PtxStatement each) {
    return DEVICE_RUNTIME.contains(each.name()) && each.isDefinition();
  }

  private String link() {
    for (int module = 0; module < modules.size(); module++) {
      for (PtxStatement each : modules.get(module)) {
        if (each.isDefinition() && isForAll(each, module)) {
          define(module, each);
        }
      }
    }
    for (int module = 0; module < modules.size(); module++) {
      for (PtxStatement each : modules.get(module)) {
        check(each, module);
      }
    }
    Set<String> taken = new HashSet<>(declared);
    for (int module = 0; module < modules.size(); module++) {
      write(module, ownNames(module, taken));
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
    boolean all =
        statement.kind() == Kind.ALIAS
            ? modules.get(module).stream()
                .anyMatch(
                    each -> each.name().equals(statement.name()) && each.linkage() != Linkage.LOCAL)
            : !statement.name().isEmpty() && statement.linkage() != Linkage.LOCAL;
    if (all) {
      declared.add(statement.name());
    }
    return all;
  }

  private void define(int module, PtxStatement statement) {
    Definition known = definitions.get(statement.name());
    if (known == null) {
      definitions.put(statement.name(), new Definition(module, statement));
      return;
    }
    Linkage linkage = statement.linkage();
    Linkage before = known.statement.linkage();
    if (linkage == Linkage.VISIBLE && before == Linkage.VISIBLE) {
      throw problem("%s is defined in %s and in %s", statement.name(), known.module, module);
    }
    boolean larger =
        linkage == Linkage.COMMON
            && before == Linkage.COMMON
            && statement.bytes().orElse(0) > known.statement.bytes().orElse(0);
    if (larger || linkage.compareTo(before) > 0) {
      definitions.put(statement.name(), new Definition(module, statement));
    }
  }

  /** Refuses what says something else of a name than its definition does. */
  private void check(PtxStatement each, int module) {
    if (each.name().isEmpty() || each.linkage() == Linkage.LOCAL) {
      return;
    }
    declared.add(each.name());
    Definition definition = definitions.get(each.name());
    boolean variable = each.kind() == Kind.VARIABLE;
    if (definition == null) {
      boolean dynamic = each.space().equals(".shared");
      if (variable && !dynamic && !provided.contains(each.name())) {
        throw problem("%s is declared in %s and defined nowhere", each.name(), module, module);
      }
      return;
    }
    PtxStatement defined = definition.statement;
    if (definition.is(each, module) || defined.kind() == Kind.ALIAS) {
      return;
    }
    int other = definition.module;
    if (each.kind() != defined.kind()) {
      throw problem("%s is something else in %s than in %s", each.name(), module, other);
    }
    if (!variable) {
      if (!each.shape().equals(defined.shape())) {
        throw problem("%s has other parameters in %s than in %s", each.name(), module, other);
      }
    } else if (!each.space().equals(defined.space())) {
      throw problem("%s is in another state space in %s than in %s", each.name(), module, other);
    } else if (!isOfSize(each, defined)) {
      throw problem("%s has another size in %s than in %s", each.name(), module, other);
    }
  }

  /** A common variable may be smaller than the definition. */
  private static boolean isOfSize(PtxStatement each, PtxStatement defined) {
    if (each.bytes().isEmpty() || defined.bytes().isEmpty()) {
      return true;
    }
    long bytes = each.bytes().getAsLong();
    long wanted = defined.bytes().getAsLong();
    return each.linkage() == Linkage.COMMON ? bytes <= wanted : bytes == wanted;
  }

  private FatBinaryException problem(String text, String name, int module, int other) {
    return new FatBinaryException(
        "device code cannot be linked: "
            + text.formatted("`" + name + "`", object(module), object(other)));
  }

  private String object(int module) {
    return "object %d of %d".formatted(module + 1, modules.size());
  }

  /** New names for those of a module's own that another module has. */
  private Map<String, String> ownNames(int module, Set<String> taken) {
    Set<String> own = new LinkedHashSet<>();
    modules.get(module).forEach(each -> own.add(each.name()));
    modules.get(module).stream()
        .filter(each -> each.linkage() != Linkage.LOCAL)
        .forEach(each -> own.remove(each.name()));
    own.remove("");
    Map<String, String> names = new HashMap<>();
    for (String name : own) {
      String renamed = name;
      while (taken.contains(renamed) || (own.contains(renamed) && !renamed.equals(name))) {
        renamed += "$" + module;
      }
      if (!renamed.equals(name)) {
        names.put(name, renamed);
      }
      taken.add(renamed);
    }
    return names;
  }

  private void write(int module, Map<String, String> names) {
    for (PtxStatement each : modules.get(module)) {
      if (each.isHeader()) {
        continue;
      }
      Definition definition = names.containsKey(each.name()) ? null : definitions.get(each.name());
      boolean wins = definition == null || definition.is(each, module);
      PtxStatement renamed = each.renamed(names);
      switch (each.kind()) {
        case FUNCTION, KERNEL -> {
          if (!each.isDefinition()) {
            declare(renamed, definition);
          } else if (wins) {
            functions.append(renamed.text()).append('\n');
          }
        }
        case VARIABLE -> {
          if (!wins) {
            continue;
          }
          if (each.isDefinition()) {
            variables.append(renamed.text()).append('\n');
          } else if (written.add(each.name())) {
            variables.append(strictest(each).text()).append('\n');
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
    int most = 0;
    for (List<PtxStatement> module : modules) {
      for (PtxStatement each : module) {
        if (each.name().equals(variable.name()) && each.linkage() == Linkage.EXTERN) {
          most = Math.max(most, each.alignment());
        }
      }
    }
    return variable.alignment() == 0 ? variable : variable.aligned(most);
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
    long most = -1;
    for (List<PtxStatement> module : modules) {
      for (PtxStatement each : module) {
        if (each.text().startsWith(directive)) {
          String digits = NUMBER.matcher(each.text().split(",", -1)[0]).replaceAll("");
          long number = digits.isEmpty() ? 0 : Long.parseLong(digits);
          if (number > most) {
            most = number;
            best = each.text() + "\n";
          }
        }
      }
    }
    return best;
  }
}
