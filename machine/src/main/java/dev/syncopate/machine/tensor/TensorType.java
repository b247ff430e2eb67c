package dev.syncopate.machine.tensor;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import org.jspecify.annotations.Nullable;

/** Element types of tensors, in the order of the numbers that {@code tensormap.replace} has. */
public enum TensorType {
  U8(0, DataType.U8),
  U16(1, DataType.U16),
  U32(2, DataType.U32),
  S32(3, DataType.S32),
  U64(4, DataType.U64),
  S64(5, DataType.S64),
  F16(6, DataType.F16),
  F32(7, DataType.F32),
  /** Denormal numbers become zeros where a copy reduces; copies change no bits. */
  F32_FTZ(8, DataType.F32),
  F64(9, DataType.F64),
  BF16(10, DataType.BF16),
  TF32(11, DataType.F32),
  TF32_FTZ(12, DataType.F32);

  /** Numbers of the driver's enumeration, in its order. */
  private static final TensorType[] OF_DRIVER = {
    U8, U16, U32, S32, U64, S64, F16, F32, F64, BF16, F32_FTZ, TF32, TF32_FTZ
  };

  /** In {@code tensormap.replace}. */
  final int number;

  private final DataType type;

  TensorType(int number, DataType type) {
    this.number = number;
    this.type = type;
  }

  /** The type of a number of {@code CUtensorMapDataType}; null for one of less than a byte. */
  public static @Nullable TensorType ofDriver(long number) {
    return number >= 0 && number < OF_DRIVER.length ? OF_DRIVER[(int) number] : null;
  }

  /** The type of a number of {@code tensormap.replace}; null for one that is not supported. */
  static @Nullable TensorType of(int number) {
    for (TensorType type : values()) {
      if (type.number == number) {
        return type;
      }
    }
    return null;
  }

  public int bytes() {
    return type.bytes();
  }

  public boolean isFloat() {
    return number >= F16.number;
  }

  /** A not-a-number of all ones but the sign, as memory holds it. */
  long nan() {
    return switch (this) {
      case F16, BF16 -> 0x7fff;
      case F64 -> 0x7fff_ffff_ffff_ffffL;
      default -> 0x7fff_ffffL;
    };
  }

  /** The type of an element's update; null where a tensor of this type has none such. */
  public @Nullable DataType updatedBy(AtomicOp operation) {
    boolean is =
        switch (operation) {
          case ADD ->
              this == U32
                  || this == S32
                  || this == U64
                  || this == F32
                  || this == F64
                  || this == F16
                  || this == BF16;
          case MIN, MAX ->
              this == U32
                  || this == S32
                  || this == U64
                  || this == S64
                  || this == F16
                  || this == BF16;
          case INC, DEC -> this == U32;
          case AND, OR, XOR -> this == U32 || this == S32 || this == U64 || this == S64;
          case EXCH, CAS -> false;
        };
    return is ? type : null;
  }
}
