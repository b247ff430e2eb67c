package dev.syncopate.study.paper.catalogue;

import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.RspPaper;
import dev.syncopate.study.paper.SrspPaper;
import dev.syncopate.study.paper.heterosync.HeteroSyncPaper;
import dev.syncopate.study.paper.lab.LabPaper;
import dev.syncopate.study.paper.localtm.LocalTmPaper;
import java.util.List;

/** The papers whose evaluation can be run. */
public final class Papers {
  private Papers() {}

  /** In the order in which the program names them. */
  public static List<Paper> all() {
    return List.of(
        new RspPaper(), new SrspPaper(), new HeteroSyncPaper(), new LocalTmPaper(), new LabPaper());
  }
}
