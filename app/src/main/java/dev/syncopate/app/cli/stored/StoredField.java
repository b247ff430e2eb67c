package dev.syncopate.app.cli.stored;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Field;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;

/**
 * A field of a command or of a mixin.
 *
 * @param className class that declares the field
 * @param fieldName its name
 */
record StoredField(String className, String fieldName) {
  static StoredField of(Field field) {
    return new StoredField(field.getDeclaringClass().getName(), field.getName());
  }

  static StoredField read(DataInput input) throws IOException {
    return new StoredField(input.readUTF(), input.readUTF());
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(className);
    out.writeUTF(fieldName);
  }

  /** The value of the field in an object. */
  Object get(Object owner) {
    try {
      return accessible().get(owner);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(this + " is not what the jar says", e);
    }
  }

  /** Gives the field in an object a value. */
  void set(Object owner, Object value) {
    try {
      accessible().set(owner, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(this + " is not what the jar says", e);
    }
  }

  private Field accessible() throws ReflectiveOperationException {
    Field field = Class.forName(className).getDeclaredField(fieldName);
    field.setAccessible(true);
    return field;
  }

  /** The field in one object, looked up when a value is read or written first. */
  Binding in(Object owner) {
    return new Binding(this, owner);
  }

  /**
   * A field of one object, as picocli reads and writes it.
   *
   * @param field of the class
   * @param owner object that has the field
   */
  record Binding(StoredField field, Object owner) implements IGetter, ISetter {
    @Override
    @SuppressWarnings({
      "unchecked",
      "TypeParameterUnusedInFormals"
    }) // the signature is the interface's
    public <T> T get() {
      return (T) field.get(owner);
    }

    @Override
    public <T> T set(T value) {
      field.set(owner, value);
      return value;
    }
  }
}
