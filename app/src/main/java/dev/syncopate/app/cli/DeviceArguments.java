package dev.syncopate.app.cli;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.argument.Contents;
import dev.syncopate.app.argument.KernelArgument;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.ArrayList;
import java.util.List;

/** Arguments once they are on a device. */
final class DeviceArguments {
  private final List<Object> values = new ArrayList<>();

  private DeviceArguments() {}

  /** Allocates and fills the buffers. */
  static DeviceArguments place(Device device, List<KernelArgument> arguments)
      throws ArgumentSyntaxException {
    DeviceArguments placed = new DeviceArguments();
    for (int i = 0; i < arguments.size(); i++) {
      placed.values.add(
          switch (arguments.get(i)) {
            case KernelArgument.Scalar scalar -> boxed(scalar);
            case KernelArgument.Memory memory ->
                device.copyOf(
                    Contents.make(
                        memory.contents(), memory.type(), memory.count(), device.seed() + i));
          });
    }
    return placed;
  }

  private static Object boxed(KernelArgument.Scalar scalar) {
    long bits = scalar.bits();
    return switch (scalar.type()) {
      case S8, U8 -> (byte) bits;
      case S16, U16 -> (short) bits;
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

  /** What buffer argument {@code number} holds now. */
  byte[] read(int number) {
    return ((Buffer) values.get(number)).readBytes();
  }
}
