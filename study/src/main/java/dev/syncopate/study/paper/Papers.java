package dev.syncopate.study.paper;

import java.util.List;

/** The papers whose evaluation can be run. */
public final class Papers {
  private Papers() {}

  /** In the order of their publication. */
  public static List<Paper> all() {
    return List.of(new RspPaper(), new SrspPaper());
  }
}
