package dev.syncopate.workload.runtime;

import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.ptx.ir.ModuleVariable;
import dev.syncopate.ptx.ir.StateSpace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A module's variables once they have addresses.
 *
 * @param addresses of every variable: device addresses for {@code .global}, offsets into {@code
 *     constants} for {@code .const}
 * @param buffers memory of every variable, in order
 * @param constants contents of constant memory, which the buffers of {@code .const} variables are
 *     parts of
 */
record ModuleImage(Map<String, Long> addresses, Map<String, Buffer> buffers, byte[] constants) {
  /** A device's services for a module. */
  interface Memory {
    /**
     * Room for a global variable, which messages call by this name.
     *
     * @param managed whether the host maps it as well
     */
    Buffer allocate(String name, long bytes, int alignment, boolean managed);
  }

  /** Constant memory of a CUDA device (PTX ISA, "Constant State Space"). */
  private static final int MOST_CONSTANTS = 64 << 10;

  /**
   * Gives every variable its place, then writes initial values with the addresses in them.
   *
   * @param file for messages
   */
  static ModuleImage place(String file, List<ModuleVariable> variables, Memory memory) {
    Map<String, Long> addresses = new HashMap<>();
    Map<String, Buffer> buffers = new LinkedHashMap<>();
    long constantBytes = 0;
    for (ModuleVariable variable : variables) {
      if (variable.space() == StateSpace.CONST) {
        constantBytes = Math.ceilDiv(constantBytes, variable.alignment()) * variable.alignment();
        addresses.put(variable.name(), constantBytes);
        constantBytes += variable.bytes();
      } else {
        Buffer buffer =
            memory.allocate(
                "variable " + variable.name(),
                Math.max(1, variable.bytes()),
                variable.alignment(),
                variable.managed());
        buffers.put(variable.name(), buffer);
        addresses.put(variable.name(), buffer.address());
      }
    }
    if (constantBytes > MOST_CONSTANTS) {
      throw new LaunchException(
          "%s declares %d bytes of .const; constant memory has %d"
              .formatted(file, constantBytes, MOST_CONSTANTS));
    }
    byte[] constants = new byte[(int) constantBytes];
    ConstantMemory image = new ConstantMemory(constants);
    for (ModuleVariable variable : variables) {
      Buffer buffer =
          buffers.computeIfAbsent(
              variable.name(),
              name ->
                  new Buffer(
                      image,
                      AddressMap.CONSTANT_BASE + addresses.getOrDefault(name, 0L),
                      variable.bytes()));
      buffer.write(relocate(file, variable, variables, addresses));
    }
    return new ModuleImage(Map.copyOf(addresses), Collections.unmodifiableMap(buffers), constants);
  }

  private static byte[] relocate(
      String file,
      ModuleVariable variable,
      List<ModuleVariable> variables,
      Map<String, Long> addresses) {
    byte[] bytes = Arrays.copyOf(variable.initial(), variable.bytes());
    ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (ModuleVariable.Relocation relocation : variable.relocations()) {
      Long address = addresses.get(relocation.symbol());
      if (address == null) {
        throw new LaunchException(
            "%s: the initial value of %s holds the address of %s, which is no variable of the module"
                .formatted(file, variable.name(), relocation.symbol()));
      }
      boolean constant =
          relocation.generic()
              && variables.stream()
                  .anyMatch(target ->
                      target.name().equals(relocation.symbol())
                          && target.space() == StateSpace.CONST);
      long window = constant ? AddressMap.CONSTANT_BASE : 0;
      view.putLong(relocation.offset(), window + address + relocation.addend());
    }
    return bytes;
  }
}
