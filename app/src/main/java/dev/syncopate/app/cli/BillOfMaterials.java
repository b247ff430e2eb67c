package dev.syncopate.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.syncopate.study.json.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * CycloneDX bill of materials of a release: the components of the jar as the build lists them, the
 * JavaScript libraries in the jar's resources, and the Java run-time. It bears neither a time nor a
 * serial number, so that one source tree and one JDK give the same text.
 */
final class BillOfMaterials {
  /** Folder of the JavaScript libraries among the resources. */
  private static final String LIBRARIES = "/dev/syncopate/study/report/vega/";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private BillOfMaterials() {}

  /**
   * A Java run-time.
   *
   * @param version for example 25.0.3+9
   * @param modules names of its modules, sorted
   */
  record JavaRuntime(String version, String vendor, List<String> modules) {
    JavaRuntime {
      modules = List.copyOf(modules);
    }

    /** The run-time that executes this. */
    static JavaRuntime current() {
      List<String> modules =
          ModuleFinder.ofSystem().findAll().stream()
              .map(module -> module.descriptor().name())
              .sorted()
              .toList();
      return new JavaRuntime(
          Runtime.version().toString(), System.getProperty("java.vendor"), modules);
    }
  }

  /**
   * Writes the bill of materials.
   *
   * @param arguments the build's own bill of materials, and the file to write
   */
  public static void main(String[] arguments) throws IOException {
    JsonNode built = MAPPER.readTree(Path.of(arguments[0]).toFile());
    Files.writeString(Path.of(arguments[1]), Json.write(complete(built, JavaRuntime.current())));
  }

  /**
   * Completes the build's bill of materials.
   *
   * @param built the bill of materials of the jar's Maven artifacts
   * @param runtime the Java run-time of the release
   */
  static ObjectNode complete(JsonNode built, JavaRuntime runtime) throws IOException {
    ObjectNode bill = built.deepCopy();
    ObjectNode program = (ObjectNode) bill.get("metadata").get("component");
    program.put("name", "syncopate");
    ArrayNode components = (ArrayNode) bill.get("components");
    for (JsonNode component : components) {
      ((ObjectNode) component).put("type", "library"); // the build says "application" of modules
    }
    ArrayNode below = dependencies(bill, program.get("bom-ref").asText());
    for (JsonNode library : MAPPER.readTree(resource("components.json"))) {
      ObjectNode component = library.deepCopy();
      byte[] content = resource(component.remove("file").asText());
      component
          .putArray("hashes")
          .addObject()
          .put("alg", "SHA-256")
          .put("content", sha256(content));
      add(component, components, below, bill);
    }
    add(component(runtime), components, below, bill);
    return bill;
  }

  private static void add(
      ObjectNode component, ArrayNode components, ArrayNode below, ObjectNode bill) {
    components.add(component);
    JsonNode reference = component.get("bom-ref");
    below.add(reference);
    ObjectNode leaf = ((ArrayNode) bill.get("dependencies")).addObject();
    leaf.set("ref", reference);
    leaf.putArray("dependsOn");
  }

  /** What a component depends on. */
  private static ArrayNode dependencies(ObjectNode bill, String reference) {
    for (JsonNode dependency : bill.get("dependencies")) {
      if (dependency.get("ref").asText().equals(reference)) {
        return (ArrayNode) dependency.get("dependsOn");
      }
    }
    throw new IllegalArgumentException(reference + " is not among the dependencies");
  }

  private static ObjectNode component(JavaRuntime runtime) {
    ObjectNode component = MAPPER.createObjectNode();
    component.put("type", "platform");
    component.put("bom-ref", "openjdk@" + runtime.version());
    component.put("publisher", runtime.vendor());
    component.put("name", "openjdk");
    component.put("version", runtime.version());
    component
        .putArray("licenses")
        .addObject()
        .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
    ArrayNode properties = component.putArray("properties");
    for (String module : runtime.modules()) {
      properties.addObject().put("name", "module").put("value", module);
    }
    return component;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream stream = BillOfMaterials.class.getResourceAsStream(LIBRARIES + name)) {
      if (stream == null) {
        throw new FileNotFoundException(LIBRARIES + name);
      }
      return stream.readAllBytes();
    }
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
