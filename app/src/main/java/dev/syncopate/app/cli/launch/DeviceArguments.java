package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.argument.BufferContents;
import dev.syncopate.app.argument.BufferSelection;
import dev.syncopate.app.argument.ElementType;
import dev.syncopate.app.argument.KernelArgument;
import dev.syncopate.app.argument.VariableArgument;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.runtime.Struct;
import dev.syncopate.workload.runtime.TensorMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Arguments once they are on a device. */
final class DeviceArguments {
  private static final long MEMBER_SEEDS = 1_000_003;

  /** Stands for a tensor map until all buffers have their places. */
  private static final byte[] NOT_YET = {};

  private final List<Object> values = new ArrayList<>();
  private final Map<String, Buffer> buffers = new TreeMap<>();
  private final Map<String, ElementType> types = new TreeMap<>();
  private final Device device;

  private DeviceArguments(Device device) {
    this.device = device;
  }

  /** Allocates and fills the buffers. */
  static DeviceArguments place(Device device, List<KernelArgument> arguments)
      throws ArgumentSyntaxException {
    DeviceArguments placed = new DeviceArguments(device);
    for (int i = 0; i < arguments.size(); i++) {
      placed.values.add(
          arguments.get(i) instanceof KernelArgument.Map
              ? NOT_YET
              : placed.value(arguments.get(i), Integer.toString(i), device.seed() + i));
    }
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i) instanceof KernelArgument.Map map) {
        placed.values.set(i, placed.map(map)); // of a buffer that may stand behind it
      }
    }
    return placed;
  }

  private byte[] map(KernelArgument.Map map) {
    Buffer buffer = buffers.get(map.buffer());
    if (buffer == null) {
      throw new UserErrorException(
          "--arg %s: there is no buffer %s before or behind it"
              .formatted(map.text(), map.buffer()));
    }
    TensorMap tensor =
        TensorMap.of(
                map.type(),
                buffer.address(),
                map.sizes().stream().mapToLong(Long::longValue).toArray())
            .box(map.box().stream().mapToInt(Integer::intValue).toArray())
            .swizzle(map.swizzle());
    return (map.fillsNan() ? tensor.fillNan() : tensor).toBytes();
  }

  /**
   * What the kernel gets for an argument.
   *
   * @param place as {@link BufferSelection} names it
   * @param seed of random contents that state no seed
   */
  private Object value(KernelArgument argument, String place, long seed)
      throws ArgumentSyntaxException {
    return switch (argument) {
      case KernelArgument.Scalar scalar -> boxed(scalar);
      case KernelArgument.Memory memory -> {
        long bytes = (long) memory.count() * memory.type().bytes();
        String name = "argument " + place;
        Buffer buffer =
            memory.contents() instanceof BufferContents.Unwritten
                ? device.allocateUnwritten(name, bytes, 1)
                : device.allocate(name, bytes);
        BufferContents.pass(memory.contents(), memory.type(), memory.count(), seed, buffer::write);
        buffers.put(place, buffer);
        types.put(place, memory.type());
        yield buffer;
      }
      case KernelArgument.Raw raw ->
          BufferContents.make(raw.contents(), ElementType.U8, raw.count(), seed);
      case KernelArgument.Map map -> map(map);
      case KernelArgument.Structure structure -> {
        Object[] members = new Object[structure.members().size()];
        for (int i = 0; i < members.length; i++) {
          // Members of one structure, and of neighbouring ones, differ.
          long memberSeed = MEMBER_SEEDS * seed + i;
          members[i] =
              value(structure.members().get(i), BufferSelection.place(place, i), memberSeed);
        }
        yield Struct.of(members);
      }
    };
  }

  /**
   * Writes variables of a module, and keeps where they are for {@link #read}.
   *
   * @param seed of random contents that state no seed, of the first variable
   */
  void write(Module module, List<VariableArgument> variables, long seed)
      throws ArgumentSyntaxException {
    long variableSeed = seed;
    for (VariableArgument variable : variables) {
      Buffer buffer = module.variable(variable.name());
      byte[] bytes = bytes(variable, variableSeed++);
      if (bytes.length != buffer.bytes()) {
        throw new UserErrorException(
            "--var %s: the variable has %d bytes, found %s, which has %d"
                .formatted(variable.name(), buffer.bytes(), variable.value().text(), bytes.length));
      }
      if (variable.written()) {
        buffer.write(bytes);
      }
      buffers.put(variable.name(), buffer);
    }
  }

  private byte[] bytes(VariableArgument variable, long seed) throws ArgumentSyntaxException {
    return switch (variable.value()) {
      case KernelArgument.Memory memory ->
          BufferContents.make(memory.contents(), memory.type(), memory.count(), seed);
      case KernelArgument.Structure structure ->
          ((Struct) value(structure, variable.name(), seed)).toBytes();
      case KernelArgument.Scalar scalar -> Struct.of(boxed(scalar)).toBytes();
      case KernelArgument.Raw raw ->
          BufferContents.make(raw.contents(), ElementType.U8, raw.count(), seed);
      case KernelArgument.Map map -> map(map);
    };
  }

  private static Object boxed(KernelArgument.Scalar scalar) {
    long bits = scalar.bits();
    return switch (scalar.type()) {
      case S8, U8 -> (byte) bits;
      case S16, U16, F16, BF16 -> (short) bits;
      case S32, U32 -> (int) bits;
      case S64, U64 -> bits;
      case F32 -> Float.intBitsToFloat((int) bits);
      case F64 -> Double.longBitsToDouble(bits);
    };
  }

  /** What the kernel is given. */
  Object[] values() {
    return values.toArray();
  }

  /** The types of the arguments' buffers, by place. */
  Map<String, ElementType> buffers() {
    return Collections.unmodifiableMap(types);
  }

  /** What a buffer holds now. */
  byte[] read(BufferSelection.Target target) {
    return read(target.place());
  }

  /** The same by its place. */
  byte[] read(String place) {
    return Objects.requireNonNull(buffers.get(place), place).readBytes();
  }
}
