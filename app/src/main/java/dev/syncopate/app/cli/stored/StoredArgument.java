package dev.syncopate.app.cli.stored;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Range;
import picocli.CommandLine.ScopeType;

/**
 * What parsing needs to know of an option or of a positional parameter.
 *
 * @param names of an option; empty for a positional parameter
 * @param index positions of a positional parameter; empty for an option
 * @param arity number of values
 * @param label name of the value in messages
 * @param types class of the field, then those of its elements
 * @param split regular expression between the values of one argument; empty for none
 * @param defaultValue value where the command line has none; null for the field's own
 * @param fallback value of an option without one
 * @param consumer class that takes the values; empty for picocli
 * @param flags bits of {@link Flag}
 * @param owner object that has the field: 0 is the command, others are mixins from 1 on
 * @param field receiver of the value; null for an option that only help answers
 */
record StoredArgument(
    List<String> names,
    String index,
    String arity,
    String label,
    List<String> types,
    String split,
    @Nullable String defaultValue,
    String fallback,
    String consumer,
    int flags,
    int owner,
    @Nullable StoredField field) {

  /** Properties that an argument has or has not. */
  private enum Flag {
    REQUIRED(1),
    HIDDEN(2),
    INHERITED(4),
    UNSPECIFIED_ARITY(8),
    ASKS_FOR_HELP(16),
    ASKS_FOR_VERSION(32),
    IS_HELP(64);

    private final int mask;

    Flag(int mask) {
      this.mask = mask;
    }

    int bit(boolean present) {
      return present ? mask : 0;
    }

    boolean in(int flags) {
      return (flags & mask) != 0;
    }
  }

  /** Describes an argument whose value goes to a field of an owner. */
  static StoredArgument of(ArgSpec argument, int owner, @Nullable StoredField field) {
    List<String> types = new ArrayList<>();
    types.add(argument.type().getName());
    for (Class<?> type : argument.auxiliaryTypes()) {
      types.add(type.getName());
    }
    IParameterConsumer consumer = argument.parameterConsumer();
    int flags =
        Flag.REQUIRED.bit(argument.required())
            | Flag.HIDDEN.bit(argument.hidden())
            | Flag.INHERITED.bit(argument.scopeType() == ScopeType.INHERIT)
            | Flag.UNSPECIFIED_ARITY.bit(argument.arity().isUnspecified());
    if (argument instanceof OptionSpec option) {
      flags |= Flag.ASKS_FOR_HELP.bit(option.usageHelp());
      flags |= Flag.ASKS_FOR_VERSION.bit(option.versionHelp());
      flags |= Flag.IS_HELP.bit(isHelp(option));
    }
    return new StoredArgument(
        argument instanceof OptionSpec option ? List.of(option.names()) : List.of(),
        argument instanceof PositionalParamSpec positional ? positional.index().toString() : "",
        argument.arity().toString(),
        argument.paramLabel(),
        types,
        argument.splitRegex(),
        argument.defaultValue(),
        argument instanceof OptionSpec option ? option.fallbackValue() : "",
        consumer == null ? "" : consumer.getClass().getName(),
        flags,
        owner,
        field);
  }

  @SuppressWarnings("deprecation") // the attribute that HelpCommand has
  private static boolean isHelp(OptionSpec option) {
    return option.help();
  }

  static StoredArgument read(DataInput input) throws IOException {
    return new StoredArgument(
        readTexts(input),
        input.readUTF(),
        input.readUTF(),
        input.readUTF(),
        readTexts(input),
        input.readUTF(),
        input.readBoolean() ? input.readUTF() : null,
        input.readUTF(),
        input.readUTF(),
        input.readInt(),
        input.readInt(),
        input.readBoolean() ? StoredField.read(input) : null);
  }

  void write(DataOutput out) throws IOException {
    write(out, names);
    out.writeUTF(index);
    out.writeUTF(arity);
    out.writeUTF(label);
    write(out, types);
    out.writeUTF(split);
    out.writeBoolean(defaultValue != null);
    if (defaultValue != null) {
      out.writeUTF(defaultValue);
    }
    out.writeUTF(fallback);
    out.writeUTF(consumer);
    out.writeInt(flags);
    out.writeInt(owner);
    out.writeBoolean(field != null);
    if (field != null) {
      field.write(out);
    }
  }

  private static List<String> readTexts(DataInput input) throws IOException {
    int count = input.readInt();
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(input.readUTF());
    }
    return texts;
  }

  private static void write(DataOutput out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  /**
   * The argument as picocli parses it.
   *
   * @param owners objects that have the fields, by number
   */
  ArgSpec restore(List<Object> owners) throws ReflectiveOperationException {
    StoredField.Binding binding = field == null ? null : field.in(owners.get(owner));
    return names.isEmpty() ? positional(binding) : option(binding);
  }

  // The builders' common superclass is not public, so that what both have is said twice.

  private PositionalParamSpec positional(StoredField.@Nullable Binding binding)
      throws ReflectiveOperationException {
    PositionalParamSpec.Builder positional =
        PositionalParamSpec.builder()
            .index(Range.valueOf(index))
            .arity(range())
            .type(type(types.getFirst()))
            .auxiliaryTypes(elementTypes())
            .paramLabel(label)
            .splitRegex(split)
            .required(Flag.REQUIRED.in(flags))
            .hidden(Flag.HIDDEN.in(flags))
            .hasInitialValue(false) // the field is initialised
            .scopeType(scope());
    if (defaultValue != null) {
      positional.defaultValue(defaultValue);
    }
    if (!consumer.isEmpty()) {
      positional.parameterConsumer(create(consumer));
    }
    if (binding != null) {
      positional.getter(binding).setter(binding);
    }
    return positional.build();
  }

  @SuppressWarnings("deprecation") // as in isHelp
  private OptionSpec option(StoredField.@Nullable Binding binding)
      throws ReflectiveOperationException {
    OptionSpec.Builder option =
        OptionSpec.builder(names.toArray(String[]::new))
            .usageHelp(Flag.ASKS_FOR_HELP.in(flags))
            .versionHelp(Flag.ASKS_FOR_VERSION.in(flags))
            .help(Flag.IS_HELP.in(flags))
            .fallbackValue(fallback)
            .arity(range())
            .type(type(types.getFirst()))
            .auxiliaryTypes(elementTypes())
            .paramLabel(label)
            .splitRegex(split)
            .required(Flag.REQUIRED.in(flags))
            .hidden(Flag.HIDDEN.in(flags))
            .hasInitialValue(false) // the field is initialised
            .scopeType(scope());
    if (defaultValue != null) {
      option.defaultValue(defaultValue);
    }
    if (!consumer.isEmpty()) {
      option.parameterConsumer(create(consumer));
    }
    if (binding != null) {
      option.getter(binding).setter(binding);
    }
    return option.build();
  }

  private Range range() {
    return Range.valueOf(arity).unspecified(Flag.UNSPECIFIED_ARITY.in(flags));
  }

  private ScopeType scope() {
    return Flag.INHERITED.in(flags) ? ScopeType.INHERIT : ScopeType.LOCAL;
  }

  private Class<?>[] elementTypes() throws ClassNotFoundException {
    Class<?>[] elements = new Class<?>[types.size() - 1];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = type(types.get(i + 1));
    }
    return elements;
  }

  private static IParameterConsumer create(String name) throws ReflectiveOperationException {
    try {
      return (IParameterConsumer) CommandLine.defaultFactory().create(Class.forName(name));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw e;
    } catch (Exception e) { // the factory may throw any
      throw new ReflectiveOperationException(name, e);
    }
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return switch (name) {
      case "boolean" -> boolean.class;
      case "int" -> int.class;
      case "long" -> long.class;
      case "double" -> double.class;
      case "java.lang.String" -> String.class;
      case "java.util.List" -> List.class;
      default -> Class.forName(name);
    };
  }
}
