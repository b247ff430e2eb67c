package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.ModuleSyntax;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import dev.syncopate.ptx.syntax.VariableSyntax.InitialValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of a module's variables and functions. The numbers are not those of the machine: a
 * kernel whose result depends on them has no defined result.
 */
final class MemoryImage {
  /** Bytes between two variables or buffers in global memory. */
  private static final long GAP = 1 << 20;

  private static final long FIRST_BUFFER = 0x3_0000_0000L;
  private static final long FIRST_VARIABLE = 0x2_0000_0000L;
  private static final long FUNCTIONS = 0x6000_0000_0000L;

  private final Map<VariableSyntax, Long> addresses = new HashMap<>();
  private final List<FunctionSyntax> functions;
  final List<Block> global = new ArrayList<>();
  final byte[] constants;
  final int sharedBytes;

  /** Bytes of global memory that belong together. */
  record Block(long address, byte[] bytes) {}

  MemoryImage(ModuleSyntax module, byte[][] buffers) {
    functions = module.functions();
    for (byte[] buffer : buffers) {
      global.add(new Block(FIRST_BUFFER + GAP * global.size(), buffer));
    }
    long constantBytes = 0;
    long shared = 0;
    long next = FIRST_VARIABLE;
    for (VariableSyntax variable : module.variables()) {
      switch (variable.space()) {
        case CONST -> {
          constantBytes = place(variable, constantBytes);
        }
        case SHARED -> shared = place(variable, shared);
        default -> {
          addresses.put(variable, next);
          global.add(new Block(next, new byte[variable.bytes()]));
          next += Math.ceilDiv(variable.bytes() + GAP, GAP) * GAP;
        }
      }
    }
    for (FunctionSyntax function : functions) {
      for (VariableSyntax variable : function.variables()) {
        if (variable.space() == StateSpace.SHARED) {
          shared = place(variable, shared);
        }
      }
    }
    sharedBytes = (int) shared;
    constants = new byte[(int) constantBytes];
    for (VariableSyntax variable : module.variables()) {
      initialise(module, variable);
    }
  }

  private long place(VariableSyntax variable, long minimumAddress) {
    long address = Math.ceilDiv(minimumAddress, variable.alignment()) * variable.alignment();
    addresses.put(variable, address);
    return address + variable.bytes();
  }

  private void initialise(ModuleSyntax module, VariableSyntax variable) {
    for (InitialValue value : variable.initial()) {
      long bits = value.bits();
      if (value.symbol() != null) {
        bits += address(module.scope().find(value.symbol()), value.generic());
        bits = value.shift() < 0 ? bits : bits >>> value.shift() & 0xff;
      }
      int bytes = variable.type().bytes();
      int byteOffset = (int) value.index() * bytes;
      if (variable.space() == StateSpace.CONST) {
        LittleEndianBytes.write(constants, Math.toIntExact(of(variable)) + byteOffset, bytes, bits);
      } else if (variable.space() != StateSpace.SHARED) {
        for (Block block : global) {
          if (block.address == of(variable)) {
            LittleEndianBytes.write(block.bytes, byteOffset, bytes, bits);
          }
        }
      }
    }
  }

  private long address(@Nullable Symbol symbol, boolean generic) {
    return switch (symbol) {
      case Symbol.Function function -> of(function.function());
      case Symbol.Variable named ->
          of(named.variable()) + (generic ? ReferenceSpaces.window(named.variable().space()) : 0);
      case null, default -> throw new ReferenceException("an initial value is no address");
    };
  }

  /** The address of a variable in its space. */
  long of(VariableSyntax variable) {
    Long address = addresses.get(variable);
    if (address == null) {
      throw new ReferenceException("`" + variable.name() + "` has no address in its space");
    }
    return address;
  }

  /** Whether a variable is the module's or in shared memory, and not a thread's own. */
  boolean has(VariableSyntax variable) {
    return addresses.containsKey(variable);
  }

  /** The address of a function. */
  long of(FunctionSyntax function) {
    for (int i = 0; i < functions.size(); i++) {
      if (functions.get(i).name().equals(function.name())) {
        return FUNCTIONS + 16L * i;
      }
    }
    throw new ReferenceException("there is no function `" + function.name() + "`");
  }

  /** The function at an address. */
  FunctionSyntax function(long address) {
    long index = (address - FUNCTIONS) / 16;
    if (index < 0 || index >= functions.size() || address % 16 != 0) {
      throw new ReferenceException("a call to %#x, where no function is".formatted(address));
    }
    return functions.get((int) index);
  }

  /** The body that belongs to a name, wherever it is defined. */
  FunctionSyntax defined(String name) {
    for (FunctionSyntax function : functions) {
      if (function.name().equals(name) && function.defined()) {
        return function;
      }
    }
    throw new ReferenceException("`" + name + "` has no body");
  }
}
