package dev.syncopate.sim.config;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Descriptions of configuration records, stored by the build, so that a start reads no annotations:
 * the JVM makes a class for the type of each. A record that is not stored is described by its
 * annotations.
 *
 * <pre>
 *   number of records (4 bytes), then for each: class name (UTF), {@link RecordDescription}
 * </pre>
 */
public final class StoredSettings {
  private static final String ENTRY = "settings.bin";

  private StoredSettings() {}

  /** What is stored, read when a record is described first. */
  private static final class Stored {
    static final Map<String, RecordDescription> BY_CLASS = load();

    private static Map<String, RecordDescription> load() {
      try (InputStream input = StoredSettings.class.getResourceAsStream(ENTRY)) {
        return input == null ? Map.of() : read(input.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Map<String, RecordDescription> read(byte[] bytes) throws IOException {
    DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes));
    Map<String, RecordDescription> byClass = new HashMap<>();
    for (int remaining = input.readInt(); remaining > 0; remaining--) {
      byClass.put(input.readUTF(), RecordDescription.read(input));
    }
    return byClass;
  }

  /**
   * The description of a configuration record.
   *
   * @throws IllegalArgumentException for a component without {@link Setting}
   */
  static RecordDescription of(Class<?> recordType) {
    RecordDescription stored = Stored.BY_CLASS.get(recordType.getName());
    return stored == null ? RecordDescription.annotated(recordType) : stored;
  }

  /**
   * Stores what the annotations of configurations say where {@link #of} finds it.
   *
   * @param classes folder of the program's classes
   * @param configs the configurations
   * @param sections the members of their open sections
   */
  public static void write(
      Path classes, List<Class<? extends Record>> configs, SectionTypes sections)
      throws IOException {
    Map<String, RecordDescription> byClass = new LinkedHashMap<>();
    for (Class<? extends Record> config : configs) {
      describe(config, byClass);
    }
    for (Class<? extends Record> section : sections.types()) {
      describe(section, byClass);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(byClass.size());
    for (Map.Entry<String, RecordDescription> description : byClass.entrySet()) {
      out.writeUTF(description.getKey());
      description.getValue().write(out);
    }
    Path file = file(classes);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes.toByteArray());
  }

  /** Removes what an earlier build has stored, so that annotations are read. */
  public static void remove(Path classes) throws IOException {
    Files.deleteIfExists(file(classes));
  }

  private static Path file(Path classes) {
    return classes.resolve(StoredSettings.class.getPackageName().replace('.', '/')).resolve(ENTRY);
  }

  private static void describe(Class<?> recordType, Map<String, RecordDescription> byClass) {
    byClass.put(recordType.getName(), RecordDescription.annotated(recordType));
    for (RecordComponent component : recordType.getRecordComponents()) {
      if (component.getType().isRecord()) {
        describe(component.getType(), byClass);
      }
    }
  }
}
