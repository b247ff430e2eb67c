package dev.syncopate.machine.tile;

import dev.syncopate.machine.warp.Grid;
import dev.syncopate.sim.engine.Message;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Launches of a stream that may overlap (programmatic dependent launches). A launch starts when
 * each CTA of the one before has let it ({@code griddepcontrol.launch_dependents}) or has ended. It
 * is complete when it is over in every tile and the one before is complete; then threads of the
 * next one go on that wait for it ({@code griddepcontrol.wait}).
 *
 * <p>So a launch starts only when all CTAs of the one before have started: of two launches one at
 * most has CTAs to come.
 */
final class LaunchSequence extends Part {
  private final int latency;
  private final List<Tile> tiles;
  private final List<Progress> launches = new ArrayList<>();
  private int complete;

  /** How far a launch is. */
  private static final class Progress {
    final long ctas;

    /** CTAs that have let the next launch start, or have ended. */
    long releasing;

    int endedTiles;

    Progress(long ctas) {
      this.ctas = ctas;
    }
  }

  /**
   * @param latency cycles that a message travels between a tile and it
   */
  LaunchSequence(int latency, List<Tile> tiles) {
    super("launchSequence");
    this.latency = latency;
    this.tiles = tiles;
  }

  /** Prepares for launches, of which the first one starts by itself. */
  void launch(List<Grid> grids) {
    launches.clear();
    complete = 0;
    grids.forEach(grid -> launches.add(new Progress(grid.subset().count())));
  }

  /** Launches that are complete, of those that overlap. */
  int complete() {
    return complete;
  }

  /** Something has happened in a tile to the launch of a place. */
  private abstract static class Report extends Message {
    final int place;

    Report(int place) {
      this.place = place;
    }
  }

  /** A CTA lets the next launch start, or has ended without. To be called in the tile. */
  void releases(Tile tile, int place) {
    tile.send(
        new Report(place) {
          @Override
          protected void fire(long now) {
            Progress launch = launches.get(place);
            if (++launch.releasing == launch.ctas && place + 1 < launches.size()) {
              tiles.forEach(started -> send(new Start(started, place + 1), started, now + latency));
            }
          }
        },
        this,
        tile.now() + latency);
  }

  /** A launch is over in a tile. To be called there. */
  void ended(Tile tile, int place) {
    tile.send(
        new Report(place) {
          @Override
          protected void fire(long now) {
            launches.get(place).endedTiles++;
            while (complete < launches.size()
                && launches.get(complete).endedTiles == tiles.size()) {
              complete++;
              int next = complete;
              if (next < launches.size()) {
                tiles.forEach(target -> send(new Complete(target, next), target, now + latency));
              }
            }
          }
        },
        this,
        tile.now() + latency);
  }

  /** The launch of a place starts in a tile. */
  private static final class Start extends Message {
    private final Tile tile;
    private final int place;

    Start(Tile tile, int place) {
      this.tile = tile;
      this.place = place;
    }

    @Override
    protected void fire(long now) {
      tile.begin(place);
    }
  }

  /** The launches before that of a place are complete. */
  private static final class Complete extends Message {
    private final Tile tile;
    private final int place;

    Complete(Tile tile, int place) {
      this.tile = tile;
      this.place = place;
    }

    @Override
    protected void fire(long now) {
      tile.predecessorsComplete(place);
    }
  }
}
