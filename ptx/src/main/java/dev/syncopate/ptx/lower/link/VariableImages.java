package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.ir.ModuleVariable;
import dev.syncopate.ptx.ir.ModuleVariable.Relocation;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.module.AddressSpaces;
import dev.syncopate.ptx.lower.module.Literals;
import dev.syncopate.ptx.lower.module.ModuleContext;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import dev.syncopate.ptx.syntax.VariableSyntax.InitialValue;
import java.util.ArrayList;
import java.util.List;

/** The first bytes of the module's variables, and the addresses to be written into them. */
public final class VariableImages {
  private final ModuleContext module;

  public VariableImages(ModuleContext module) {
    this.module = module;
  }

  /** Gives addresses to the functions that initialisers name. */
  public void takeAddresses() {
    for (VariableSyntax variable : module.syntax.variables()) {
      for (InitialValue value : variable.initial()) {
        if (value.symbol() != null
            && module.syntax.scope().find(value.symbol()) instanceof Symbol.Function function) {
          module.takeAddress(module.function(function.function()));
        }
      }
    }
  }

  /** The variables of global and constant memory that are defined. */
  public List<ModuleVariable> build() {
    List<ModuleVariable> images = new ArrayList<>();
    for (VariableSyntax variable : module.syntax.variables()) {
      if (variable.space() != StateSpace.SHARED && !variable.isExternal()) {
        images.add(image(variable));
      }
    }
    return List.copyOf(images);
  }

  private ModuleVariable image(VariableSyntax variable) {
    int width = variable.type().bytes();
    List<InitialValue> values = variable.initial();
    long end = values.isEmpty() ? 0 : (values.get(values.size() - 1).index() + 1) * width;
    byte[] bytes = new byte[(int) end];
    List<Relocation> relocations = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      InitialValue value = values.get(i);
      int offset = (int) value.index() * width;
      if (value.symbol() == null) {
        long bits =
            Literals.encode(
                module.source, value.sourceOffset(), value.form(), value.bits(), variable.type());
        put(bytes, offset, bits, width);
      } else if (value.shift() < 0) {
        if (width != 8) {
          throw module.source.unexpected(
              value.sourceOffset(), "an address", "a type of 64 bits to hold it");
        }
        address(bytes, relocations, offset, value);
      } else {
        i = addressInBytes(variable, i, bytes, relocations);
      }
    }
    return new ModuleVariable(
        variable.name(),
        variable.space(),
        variable.bytes(),
        variable.alignment(),
        variable.isManaged(),
        bytes,
        List.copyOf(relocations));
  }

  private static void put(byte[] bytes, int offset, long bits, int width) {
    for (int b = 0; b < Math.min(width, Long.BYTES); b++) {
      bytes[offset + b] = (byte) (bits >>> (8 * b));
    }
  }

  private void address(byte[] bytes, List<Relocation> relocations, int offset, InitialValue value) {
    String name = String.valueOf(value.symbol());
    Symbol symbol = module.syntax.scope().find(name);
    if (symbol instanceof Symbol.Function function) {
      put(bytes, offset, AddressSpaces.ofFunction(module.function(function.function())), 8);
    } else if (symbol instanceof Symbol.Variable variable
        && variable.variable().space() != StateSpace.SHARED
        && !variable.variable().isExternal()) {
      relocations.add(new Relocation(offset, name, value.bits(), value.generic()));
    } else {
      throw module.source.unexpected(
          value.sourceOffset(),
          "`" + name + "`",
          symbol == null
              ? module.syntax.scope().suggestion(name)
              : "a function, or a variable in `.global` or `.const` that is defined");
    }
  }

  /** The bytes of an address one by one, lowest first; the index of the last of them. */
  private int addressInBytes(
      VariableSyntax variable, int first, byte[] bytes, List<Relocation> relocations) {
    List<InitialValue> values = variable.initial();
    InitialValue start = values.get(first);
    for (int b = 0; b < 8; b++) {
      int i = first + b;
      InitialValue value = i < values.size() ? values.get(i) : null;
      if (value == null
          || variable.type().bits() != ScalarType.B8.bits()
          || value.shift() != 8 * b
          || !String.valueOf(start.symbol()).equals(value.symbol())
          || value.bits() != start.bits()
          || value.index() != start.index() + b) {
        throw module.source.unexpected(
            start.sourceOffset(),
            "a part of an address",
            "its 8 bytes, the lowest first, in an array of bytes");
      }
    }
    address(bytes, relocations, (int) start.index(), start);
    return first + 7;
  }
}
