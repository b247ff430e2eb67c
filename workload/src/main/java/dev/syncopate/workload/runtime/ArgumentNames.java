package dev.syncopate.workload.runtime;

import dev.syncopate.machine.core.AddressNames;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a launch calls device memory: by the argument that points into it, else by the module's
 * variable. Looked up only when a report or a fault wants a name.
 */
final class ArgumentNames implements AddressNames {
  /** An address so far from an allocation is no slip of an index into it. */
  private static final long NEAR = 4096;

  private final Object[] arguments;
  private final Map<String, Buffer> variables;
  private final List<Buffer> allocations;

  /**
   * @param arguments of the launch
   * @param variables of its module
   * @param allocations of the device, ascending
   */
  ArgumentNames(Object[] arguments, Map<String, Buffer> variables, List<Buffer> allocations) {
    this.arguments = arguments;
    this.variables = variables;
    this.allocations = allocations;
  }

  @Override
  public @Nullable String name(long address, int bytes) {
    Buffer in = containing(address);
    Buffer near = in == null ? nearest(address) : in;
    if (near == null) {
      return null;
    }
    String name = element(near, address, bytes);
    return name == null || in != null
        ? name
        : name + (address < near.address() ? ", before its start" : ", past its end");
  }

  private @Nullable String element(Buffer buffer, long address, int bytes) {
    for (int i = 0; i < arguments.length; i++) {
      String name = find(arguments[i], "argument " + i, buffer, address, bytes);
      if (name != null) {
        return name;
      }
    }
    for (Map.Entry<String, Buffer> variable : variables.entrySet()) {
      if (variable.getValue().address() == buffer.address()) {
        boolean whole = buffer.bytes() == bytes && address == buffer.address();
        String name = "variable " + variable.getKey();
        return whole ? name : index(name, address - buffer.address(), bytes);
      }
    }
    return null;
  }

  /** The element if the argument, or a member of it, points into the buffer. */
  private @Nullable String find(
      @Nullable Object argument, String name, Buffer buffer, long address, int bytes) {
    if (argument instanceof Struct struct) {
      for (int i = 0; i < struct.members().size(); i++) {
        String found = find(struct.members().get(i), name + "." + i, buffer, address, bytes);
        if (found != null) {
          return found;
        }
      }
      return null;
    }
    long pointer =
        argument instanceof Buffer own
            ? own.address()
            : argument instanceof Long number ? number : 0;
    return holds(buffer, pointer) ? index(name, address - pointer, bytes) : null;
  }

  private static String index(String name, long offset, int bytes) {
    return offset % bytes == 0
        ? "%s[%d]".formatted(name, offset / bytes)
        : "byte %d of %s".formatted(offset, name);
  }

  private static boolean holds(Buffer buffer, long address) {
    return address >= buffer.address() && address < buffer.address() + buffer.bytes();
  }

  private @Nullable Buffer containing(long address) {
    for (Buffer buffer : allocations) {
      if (holds(buffer, address)) {
        return buffer;
      }
    }
    return null;
  }

  /** The allocation that ends, else the one that begins, closest to an address. */
  private @Nullable Buffer nearest(long address) {
    Buffer behind = null;
    for (Buffer buffer : allocations) {
      long past = address - (buffer.address() + buffer.bytes());
      if (past >= 0 && past < NEAR) {
        behind = buffer; // later ones end closer to it
      } else if (behind == null && past < 0 && buffer.address() - address < NEAR) {
        return buffer;
      }
    }
    return behind;
  }
}
