package dev.syncopate.study.paper;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import java.util.List;
import java.util.Optional;

/** A published evaluation: what it ran, what it shows, what it says. */
public interface Paper {
  /** What people type, for example {@code srsp}. */
  String name();

  /** Title of the study, one line. */
  String title();

  /** Its workloads and inputs, in the paper's order. */
  List<StudySubject> subjects();

  /** What there is to simulate, in the paper's order. */
  List<ResultCell> cells(StudySetup setup);

  /** Its figures and tables, from the available results. */
  List<Figure> figures(ResultGrid grid);

  /** The paper's claims, judged by those results. */
  List<Claim> claims(ResultGrid grid);

  /**
   * Ids of the claims that carry the paper: those of its abstract and conclusion, or of the means.
   */
  List<String> headlines();

  /**
   * The study on readings of its machine, of the names that were asked for; what the paper leaves
   * open there is filled in otherwise.
   *
   * @param names of {@link #machines()}
   */
  default List<StudyVariant> variants(StudySetup setup, List<String> names) {
    return List.of();
  }

  /** Names of the readings of its machine; empty where it has none. */
  default List<String> machines() {
    return List.of();
  }

  /** Its own programs, where they are public; a user's copy of them can be run. */
  default Optional<PublishedSuite> suite() {
    return Optional.empty();
  }

  /** Sentences about how the study is run at this scale. */
  List<String> facts(StudySetup setup);

  /** The same study under other readings of what the paper leaves open, if there are any. */
  default Optional<Paper> readings() {
    return Optional.empty();
  }
}
