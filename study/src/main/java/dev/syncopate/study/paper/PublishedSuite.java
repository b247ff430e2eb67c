package dev.syncopate.study.paper;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The programs that a paper ran, as the authors published them. They are no part of this project; a
 * user's own copy runs unmodified.
 */
public interface PublishedSuite {
  /**
   * A program's source.
   *
   * @param program name of what it is compiled to
   * @param path of its CUDA source in the suite's folder
   */
  record Source(String program, String path) {}

  /** Where the suite is published. */
  String home();

  /** What the study needs of it. */
  List<Source> sources();

  /**
   * The study with the programs in place of our kernels: each as it states its orders, then with
   * the orders by which the paper's simulator read it.
   *
   * @param programs compiled, by {@link Source#program}; those that are missing are left out
   */
  List<StudyVariant> variants(StudySetup setup, Map<String, Path> programs);
}
