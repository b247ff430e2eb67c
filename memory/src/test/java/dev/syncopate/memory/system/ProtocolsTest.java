package dev.syncopate.memory.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProtocolsTest {
  /** Loads the build anew and notes each of its classes. */
  private static final class NotingLoader extends URLClassLoader {
    private final Set<String> names = new TreeSet<>();

    NotingLoader() {
      super(classPath(), getPlatformClassLoader());
    }

    private static URL[] classPath() {
      return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(NotingLoader::url)
          .toArray(URL[]::new);
    }

    private static URL url(String entry) {
      try {
        return Path.of(entry).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(entry, e);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      names.add(name);
      return super.findClass(name);
    }
  }

  @Test
  void aLineOfTheRegistryHasTheNameOfItsProtocol() {
    for (String name : Protocols.names()) {
      assertThat(Protocols.named(name).name()).isEqualTo(name);
    }
    assertThat(Stream.concat(Protocols.all().stream(), Protocols.asPublished().stream()))
        .extracting(Protocol::name)
        .containsExactlyElementsOf(Protocols.names());
  }

  @Test
  void everyRunHasTheCountersOfAllMechanisms() {
    Set<String> names = counters("gpu");
    assertThat(names).contains("denovo.grants");
    for (String name : Protocols.names()) {
      assertThat(counters(name)).as(name).isEqualTo(names);
      assertThat(counters(name + "+lab8")).as(name).isEqualTo(names);
    }
  }

  private static Set<String> counters(String protocol) {
    return new Rig(RigConfigs.roomy(), Protocols.named(protocol), ConsistencyModel.HRF, 1)
        .statistics()
        .keySet();
  }

  @Test
  void aProtocolIsMadeWithoutAClassOfAnother() throws ReflectiveOperationException, IOException {
    try (NotingLoader loader = new NotingLoader()) {
      Class<?> registry = loader.loadClass(Protocols.class.getName());
      registry.getMethod("named", String.class).invoke(null, "gpu");
      registry.getMethod("counters").invoke(null);
      registry.getMethod("settings").invoke(null);
      assertThat(loader.names)
          .filteredOn(name -> name.contains(".mechanism."))
          .filteredOn(name -> name.matches(".*(Protocol|Policy|Tables?|Step|L1|L2)"))
          .containsExactly("dev.syncopate.memory.mechanism.gpu.GpuProtocol");
    }
  }
}
