package dev.syncopate.app.cli.stored;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command as parsing needs it: its arguments, and the fields of its object that picocli fills.
 * Texts that only help shows are left out.
 *
 * @param name as typed
 * @param arguments options and positional parameters, in picocli's order
 * @param mixins fields of mixin objects, parents first; entry {@code i} has owner number {@code i +
 *     1}
 * @param spec field that receives the command's specification; null for none
 */
record StoredCommand(
    String name,
    List<StoredArgument> arguments,
    List<MixinField> mixins,
    @Nullable StoredField spec) {

  /**
   * A field that holds a mixin.
   *
   * @param owner number of the object that has the field
   * @param field of its class
   */
  record MixinField(int owner, StoredField field) {}

  /** Describes a command that picocli has read from annotations. */
  static StoredCommand of(CommandSpec command) {
    List<Object> owners = new ArrayList<>(List.of(command.userObject()));
    List<MixinField> mixins = new ArrayList<>();
    for (int i = 0; i < owners.size(); i++) { // grows as mixins are found
      for (Field field : fields(owners.get(i))) {
        if (field.isAnnotationPresent(Mixin.class)) {
          MixinField mixin = new MixinField(i, StoredField.of(field));
          mixins.add(mixin);
          owners.add(mixin.field().get(owners.get(i)));
        }
      }
    }
    List<StoredArgument> arguments = new ArrayList<>();
    for (ArgSpec argument : command.args()) {
      if (argument.inherited()) {
        continue;
      }
      if (argument.userObject() instanceof Field field) {
        int owner = owners.indexOf(owner(argument)); // -1: picocli's own options for help
        StoredField receiver = owner < 0 ? null : StoredField.of(field);
        arguments.add(StoredArgument.of(argument, Math.max(0, owner), receiver));
      }
    }
    return new StoredCommand(command.name(), arguments, mixins, specField(command.userObject()));
  }

  /** Fields of an object's class. */
  private static Field[] fields(Object owner) {
    return owner.getClass().getDeclaredFields();
  }

  private static @Nullable Object owner(ArgSpec argument) {
    try {
      return argument.scope().get();
    } catch (Exception e) { // a scope may throw any
      throw new IllegalStateException("no object has " + argument, e);
    }
  }

  private static @Nullable StoredField specField(Object command) {
    for (Field field : fields(command)) {
      if (field.isAnnotationPresent(Spec.class)) {
        return StoredField.of(field);
      }
    }
    return null;
  }

  static StoredCommand read(DataInput input) throws IOException {
    String name = input.readUTF();
    List<StoredArgument> arguments = new ArrayList<>();
    for (int remaining = input.readInt(); remaining > 0; remaining--) {
      arguments.add(StoredArgument.read(input));
    }
    List<MixinField> mixins = new ArrayList<>();
    for (int remaining = input.readInt(); remaining > 0; remaining--) {
      mixins.add(new MixinField(input.readInt(), StoredField.read(input)));
    }
    return new StoredCommand(
        name, arguments, mixins, input.readBoolean() ? StoredField.read(input) : null);
  }

  byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(name);
    out.writeInt(arguments.size());
    for (StoredArgument argument : arguments) {
      argument.write(out);
    }
    out.writeInt(mixins.size());
    for (MixinField mixin : mixins) {
      out.writeInt(mixin.owner());
      mixin.field().write(out);
    }
    out.writeBoolean(spec != null);
    if (spec != null) {
      spec.write(out);
    }
    return bytes.toByteArray();
  }

  /**
   * The command as picocli executes it.
   *
   * @param command object that executes it, of the class that was described
   */
  CommandSpec restore(Object command) {
    List<Object> owners = new ArrayList<>(List.of(command));
    for (MixinField mixin : mixins) {
      owners.add(mixin.field().get(owners.get(mixin.owner())));
    }
    CommandSpec restored = CommandSpec.wrapWithoutInspection(command).name(name);
    try {
      for (StoredArgument argument : arguments) {
        restored.add(argument.restore(owners));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("command '" + name + "' is not what the jar says", e);
    }
    for (Object owner : owners) {
      if (owner instanceof OptionContributor contributor) {
        contributor.addTo(restored);
      }
    }
    if (spec != null) {
      spec.set(command, restored);
    }
    return restored;
  }
}
