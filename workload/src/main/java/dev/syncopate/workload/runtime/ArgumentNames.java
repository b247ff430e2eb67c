package dev.syncopate.workload.runtime;

import dev.syncopate.machine.space.Allocations.Range;
import dev.syncopate.machine.space.PointerNames;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A launch's name of an allocation: the argument that points into it, else the module's variable.
 */
final class ArgumentNames implements PointerNames {
  private final Object[] arguments;
  private final Map<String, Buffer> variables;

  /**
   * @param arguments of the launch
   * @param variables of its module
   */
  ArgumentNames(Object[] arguments, Map<String, Buffer> variables) {
    this.arguments = arguments;
    this.variables = variables;
  }

  @Override
  public @Nullable Name of(Range allocation) {
    for (int i = 0; i < arguments.length; i++) {
      Name name = find(arguments[i], "argument " + i, allocation);
      if (name != null) {
        return name;
      }
    }
    for (Map.Entry<String, Buffer> variable : variables.entrySet()) {
      if (variable.getValue().address() == allocation.start()) {
        return new Name("variable " + variable.getKey(), allocation.start(), true);
      }
    }
    return null;
  }

  /** Whether the argument, or a member of it, points into the allocation. */
  private static @Nullable Name find(@Nullable Object argument, String name, Range allocation) {
    if (argument instanceof Struct struct) {
      for (int i = 0; i < struct.members().size(); i++) {
        Name memberName = find(struct.members().get(i), name + "." + i, allocation);
        if (memberName != null) {
          return memberName;
        }
      }
      return null;
    }
    long pointer =
        argument instanceof Buffer ownBuffer
            ? ownBuffer.address()
            : argument instanceof Long number ? number : 0;
    return pointer >= allocation.start() && pointer < allocation.end()
        ? new Name(name, pointer, false)
        : null;
  }
}
