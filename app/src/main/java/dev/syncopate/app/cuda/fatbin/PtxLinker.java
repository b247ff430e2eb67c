package dev.syncopate.app.cuda.fatbin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes one module of several whose device code is linked with each other ({@code nvcc -rdc=true}).
 * What a module declares {@code .extern} and another defines is that one's; names that are a
 * module's own stay its own.
 */
public final class PtxLinker {
  private static final Pattern NUMBER = Pattern.compile("\\D+");

  private final List<List<PtxStatement>> modules;

  /** Names that some module defines for all. */
  private final Map<String, Integer> defined = new HashMap<>();

  /** Names that are written already. */
  private final Set<String> written = new HashSet<>();

  private final StringBuilder variables = new StringBuilder();
  private final StringBuilder declarations = new StringBuilder();
  private final StringBuilder functions = new StringBuilder();

  private PtxLinker(List<List<PtxStatement>> modules) {
    this.modules = modules;
  }

  /**
   * Links modules.
   *
   * @param texts PTX of each
   * @throws FatBinaryException if two define the same name for all
   */
  public static String link(List<String> texts) {
    List<List<PtxStatement>> modules = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      modules.add(PtxStatement.of(texts.get(i), i));
    }
    return new PtxLinker(modules).link();
  }

  private String link() {
    for (int module = 0; module < modules.size(); module++) {
      for (PtxStatement each : modules.get(module)) {
        if (each.isForAll() && each.isDefinition()) {
          Integer other = defined.putIfAbsent(each.name(), module);
          if (other != null && other != module && !each.isWeak()) {
            throw new FatBinaryException(
                "two objects with device code that are linked define " + each.name());
          }
        }
      }
    }
    for (int module = 0; module < modules.size(); module++) {
      write(module);
    }
    return newest(".version")
        + newest(".target")
        + ".address_size 64\n"
        + variables
        + declarations
        + functions;
  }

  private void write(int module) {
    Map<String, String> own = new HashMap<>();
    for (PtxStatement each : modules.get(module)) {
      if (!each.name().isEmpty() && !each.isForAll() && !each.isExtern()) {
        own.put(each.name(), each.name() + "$" + module);
      }
    }
    for (PtxStatement each : modules.get(module)) {
      if (each.isHeader()) {
        continue;
      }
      PtxStatement renamed = each.renamed(own);
      if (each.isFunction()) {
        function(renamed, module);
      } else if (each.name().isEmpty()) {
        declarations.append(renamed.text()).append('\n');
      } else if (!each.isExtern() || !defined.containsKey(each.name())) {
        variable(renamed, module);
      }
    }
  }

  private void variable(PtxStatement variable, int module) {
    boolean elsewhere =
        variable.isForAll() && !Integer.valueOf(module).equals(defined.get(variable.name()));
    if (!elsewhere && written.add(variable.name())) {
      variables.append(variable.text()).append('\n');
    }
  }

  private void function(PtxStatement function, int module) {
    if (!function.isDefinition()) {
      boolean here = defined.containsKey(function.name());
      if (written.add("declared " + function.name())) {
        declarations.append(here ? function.asVisible() : function.text()).append('\n');
      }
    } else if (!function.isForAll()
        || Integer.valueOf(module).equals(defined.get(function.name()))) {
      functions.append(function.text()).append('\n');
    }
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
