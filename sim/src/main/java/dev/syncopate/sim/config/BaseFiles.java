package dev.syncopate.sim.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files that others may build on with {@code extends: NAME}. */
public interface BaseFiles {
  /** There are none. */
  BaseFiles NONE =
      new BaseFiles() {
        @Override
        public @Nullable ConfigSource find(String name, ConfigSource extending) {
          return null;
        }

        @Override
        public List<String> names() {
          return List.of();
        }
      };

  /**
   * The file of a name, or null when there is none.
   *
   * @param extending the file in which the name is
   */
  @Nullable ConfigSource find(String name, ConfigSource extending);

  /** Known names, for error messages. */
  List<String> names();
}
