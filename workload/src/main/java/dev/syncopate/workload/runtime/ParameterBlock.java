package dev.syncopate.workload.runtime;

import dev.syncopate.ptx.ir.Parameter;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.ScalarType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Lays a launch's arguments out as the kernel's parameter memory, checking each against its
 * parameter.
 */
final class ParameterBlock {
  private final String kernel;
  private final ByteBuffer block;

  private ParameterBlock(String kernel, int bytes) {
    this.kernel = kernel;
    block = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * @param kernel name for messages
   * @param parameters what it takes
   * @param bytes size of parameter memory
   * @param arguments see {@link Kernel#launch}
   */
  static byte[] pack(String kernel, List<Parameter> parameters, int bytes, Object[] arguments) {
    if (arguments.length != parameters.size()) {
      throw new LaunchException(
          "%s takes %s, found %d%s"
              .formatted(
                  kernel,
                  parameters.size() == 1 ? "1 argument" : parameters.size() + " arguments",
                  arguments.length,
                  parameters.isEmpty() ? "" : "; its parameters are " + describe(parameters)));
    }
    ParameterBlock pack = new ParameterBlock(kernel, bytes);
    for (int i = 0; i < arguments.length; i++) {
      pack.put(i, parameters.get(i), arguments[i]);
    }
    return pack.block.array();
  }

  /** Arguments that make a block: 64-bit integers, which may be pointers, and bytes. */
  static Object[] unpack(Program program, byte[] block) {
    if (block.length != program.parameterBytes()) {
      throw new LaunchException(
          "%s takes %d bytes of parameters, found %d"
              .formatted(program.name(), program.parameterBytes(), block.length));
    }
    ByteBuffer view = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    return program.parameters().stream()
        .map(parameter -> {
          boolean pointer =
              parameter.bytes() == Long.BYTES
                  && !aggregate(parameter)
                  && parameter.type().kind() != ScalarType.Class.FLOAT;
          byte[] bytes = new byte[parameter.bytes()];
          view.get(parameter.offset(), bytes);
          return pointer ? (Object) view.getLong(parameter.offset()) : bytes;
        })
        .toArray();
  }

  /** The parameters as PTX declares them. */
  static String describe(List<Parameter> parameters) {
    return String.join(", ", parameters.stream().map(ParameterBlock::describe).toList());
  }

  private static String describe(Parameter parameter) {
    return aggregate(parameter)
        ? ".%s %s[%d]"
            .formatted(
                parameter.type().spelling(),
                parameter.name(),
                parameter.bytes() / Math.max(1, parameter.type().bytes()))
        : "." + parameter.type().spelling() + " " + parameter.name();
  }

  private static boolean aggregate(Parameter parameter) {
    return parameter.bytes() != parameter.type().bytes();
  }

  private void put(int index, Parameter parameter, Object argument) {
    int offset = parameter.offset();
    switch (argument) {
      case Buffer buffer -> {
        check(index, parameter, "a buffer", 8, false);
        block.putLong(offset, buffer.address());
      }
      case Long value -> {
        check(index, parameter, "the 64-bit integer " + value, 8, false);
        block.putLong(offset, value);
      }
      case Integer value -> {
        check(index, parameter, "the 32-bit integer " + value, 4, false);
        block.putInt(offset, value);
      }
      case Short value -> {
        check(index, parameter, "the 16-bit integer " + value, 2, false);
        block.putShort(offset, value);
      }
      case Byte value -> {
        check(index, parameter, "the 8-bit integer " + value, 1, false);
        block.put(offset, value);
      }
      case Float value -> {
        check(index, parameter, "the single-precision number " + value, 4, true);
        block.putFloat(offset, value);
      }
      case Double value -> {
        check(index, parameter, "the double-precision number " + value, 8, true);
        block.putDouble(offset, value);
      }
      case byte[] bytes -> {
        if (bytes.length != parameter.bytes()) {
          throw mismatch(index, parameter, bytes.length + " bytes");
        }
        block.put(offset, bytes);
      }
      case Struct struct -> {
        if (struct.bytes().length != parameter.bytes()
            || struct.alignment() > parameter.alignment()) {
          throw mismatch(index, parameter, struct.describe());
        }
        block.put(offset, struct.bytes());
      }
      default -> throw mismatch(index, parameter, "an object of " + argument.getClass().getName());
    }
  }

  private void check(int index, Parameter parameter, String actual, int bytes, boolean real) {
    ScalarType.Class kind = parameter.type().kind();
    boolean suits = kind == ScalarType.Class.BITS || (kind == ScalarType.Class.FLOAT) == real;
    if (parameter.bytes() != bytes || aggregate(parameter) || !suits) {
      throw mismatch(index, parameter, actual);
    }
  }

  private LaunchException mismatch(int index, Parameter parameter, String actual) {
    return new LaunchException(
        "argument %d of %s: the kernel's parameter is %s (%d bytes%s), found %s"
            .formatted(
                index,
                kernel,
                describe(parameter),
                parameter.bytes(),
                aggregate(parameter) ? " aligned to " + parameter.alignment() : "",
                actual));
  }
}
