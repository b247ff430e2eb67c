package dev.syncopate.study.chart;

import dev.syncopate.study.chart.MeshMap.End;
import dev.syncopate.study.chart.MeshMap.Link;
import java.util.List;
import java.util.Locale;

/** Draws a {@link MeshMap}. */
final class MeshMapSvg {
  private static final double LEFT = 24;
  private static final double TOP = 84;
  private static final double NODE_WIDTH = 104;
  private static final double NODE_HEIGHT = 92;

  /** Length of a link. */
  private static final double GAP = 64;

  /** Width of a band, and from the middle of the link's ways to that of each. */
  private static final double BAND = 14;

  private static final double APART = 17;
  private static final double HEAD = 9;
  private static final double ROW = 20;
  private static final double SCALE_WIDTH = 240;

  /** Pale, then dark; the steps between are mixed. */
  private static final int[][] COLOURS = {
    {0xf3, 0xf4, 0xf6}, {0xfd, 0xd4, 0x9e}, {0xf1, 0x69, 0x13}, {0x8c, 0x1d, 0x04}
  };

  /** A share of the scale from which text on it is white. */
  private static final double DARK = 0.6;

  private static final String STYLE =
      """
      <style>
      text { font-family: Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif; fill: #1a1a1a; }
      .title { font-size: 19px; font-weight: bold; }
      .subtitle { font-size: 13px; fill: #555; }
      .node { font-size: 12px; fill: #444; }
      .local { font-size: 11.5px; fill: #1a1a1a; }
      .share { font-size: 10.5px; fill: #1a1a1a; }
      .beside { font-size: 10.5px; }
      .pale { font-size: 10.5px; fill: #ffffff; }
      .paleLocal { font-size: 11.5px; fill: #ffffff; }
      .tick { font-size: 12px; fill: #444; }
      </style>
      """;

  private final MeshMap map;
  private final AxisScale scale;
  private final SvgMarkup svg = new SvgMarkup();

  MeshMapSvg(MeshMap map) {
    this.map = map;
    scale = AxisScale.upTo(100 * map.links().stream().mapToDouble(Link::share).max().orElse(0));
  }

  String draw() {
    double width = 2 * LEFT + map.columns() * (NODE_WIDTH + GAP) - GAP;
    double height = TOP + map.rows() * (NODE_HEIGHT + GAP) - GAP + 76;
    width = Math.max(width, 2 * LEFT + SCALE_WIDTH + 160);
    svg.open(width, height, STYLE, LEFT, map.title(), map.subtitle());
    for (int node = 0; node < map.columns() * map.rows(); node++) {
      node(node);
    }
    map.links().stream().filter(link -> link.end() != End.HERE).forEach(this::band);
    legend(height - 46);
    svg.line("</svg>");
    return svg.toString();
  }

  private double x(int node) {
    return LEFT + node % map.columns() * (NODE_WIDTH + GAP);
  }

  private double y(int node) {
    int row = node / map.columns();
    return TOP + row * (NODE_HEIGHT + GAP);
  }

  private void node(int node) {
    double x = x(node);
    double y = y(node);
    svg.rectangle(
        x,
        y,
        NODE_WIDTH,
        NODE_HEIGHT,
        "rx=\"5\" fill=\"#ffffff\" stroke=\"#888888\" class=\"box\"");
    svg.text(x + 8, y + 17, "start", "node", Integer.toString(node));
    List<Link> ownLinks =
        map.links().stream().filter(link -> link.node() == node && link.end() == End.HERE).toList();
    for (int i = 0; i < ownLinks.size(); i++) {
      Link link = ownLinks.get(i);
      double top = y + 25 + i * ROW;
      boolean dark = onScale(link) > DARK;
      hinted(
          link,
          () -> {
            svg.rectangle(
                x + 6, top, NODE_WIDTH - 12, ROW - 3, "rx=\"2\" fill=\"" + colour(link) + "\"");
            String style = dark ? "paleLocal" : "local";
            svg.text(x + 10, top + 12.5, "start", style, link.label());
            svg.text(x + NODE_WIDTH - 10, top + 12.5, "end", style, percent(link.share()));
          });
    }
  }

  /** An arrow from its node to the next, parallel to the one that comes from there. */
  private void band(Link link) {
    boolean level = link.end() == End.EAST || link.end() == End.WEST;
    boolean forward = link.end() == End.EAST || link.end() == End.SOUTH;
    double side = link.end() == End.EAST || link.end() == End.NORTH ? -APART : APART;
    double x = x(link.node()) + (level ? forward ? NODE_WIDTH : -GAP : NODE_WIDTH / 2 + side);
    double y = y(link.node()) + (level ? NODE_HEIGHT / 2 + side : forward ? NODE_HEIGHT : -GAP);
    double degrees =
        switch (link.end()) {
          case EAST, HERE -> 0;
          case SOUTH -> 90;
          case WEST -> 180;
          case NORTH -> 270;
        };
    double middleX = level ? x + GAP / 2 : x;
    double middleY = level ? y : y + GAP / 2;
    double half = GAP / 2 - 3;
    hinted(
        link,
        () -> {
          svg.line(
              String.format(
                  Locale.ROOT,
                  "<path d=\"M%.1f,%.1f h%.1f l%.1f,%.1f l%.1f,%.1f h%.1f z\" fill=\"%s\""
                      + " stroke=\"#999999\" stroke-width=\"0.6\" transform=\"translate(%.1f %.1f)"
                      + " rotate(%.0f)\"/>",
                  -half,
                  -BAND / 2,
                  2 * half - HEAD,
                  HEAD,
                  BAND / 2,
                  -HEAD,
                  BAND / 2,
                  -(2 * half - HEAD),
                  colour(link),
                  middleX,
                  middleY,
                  degrees));
          if (level) {
            String style = onScale(link) > DARK ? "pale" : "share";
            svg.text(middleX, middleY + 3.7, "middle", style, percent(link.share()));
          } else {
            boolean isLeft = side < 0;
            svg.text(
                middleX + (isLeft ? -BAND / 2 - 3 : BAND / 2 + 3),
                middleY + 4,
                isLeft ? "end" : "start",
                "beside",
                percent(link.share()));
          }
        });
  }

  private void hinted(Link link, Runnable drawing) {
    svg.line("<g><title>" + SvgMarkup.escape(link.hint()) + "</title>");
    drawing.run();
    svg.line("</g>");
  }

  private void legend(double y) {
    int steps = 48;
    for (int i = 0; i < steps; i++) {
      double start = LEFT + i * SCALE_WIDTH / steps;
      svg.rectangle(
          start, y, SCALE_WIDTH / steps + 0.5, 12, "fill=\"" + colour((i + 0.5) / steps) + "\"");
    }
    List<String> labels = scale.labels();
    for (int i = 0; i < labels.size(); i++) {
      double x = LEFT + SCALE_WIDTH * i / scale.ticks();
      svg.text(x, y + 28, "middle", "tick", labels.get(i) + "%");
    }
    svg.text(LEFT + SCALE_WIDTH + 24, y + 11, "start", "tick", map.measure());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.0995 ? "%.1f%%" : "%.0f%%", 100 * share);
  }

  private double onScale(Link link) {
    return 100 * link.share() / scale.top();
  }

  private String colour(Link link) {
    return colour(onScale(link));
  }

  private static String colour(double share) {
    double place = Math.clamp(share, 0, 1) * (COLOURS.length - 1);
    int below = Math.min((int) place, COLOURS.length - 2);
    StringBuilder hex = new StringBuilder("#");
    for (int i = 0; i < COLOURS[below].length; i++) {
      double value =
          COLOURS[below][i] + (place - below) * (COLOURS[below + 1][i] - COLOURS[below][i]);
      hex.append(String.format(Locale.ROOT, "%02x", Math.round(value)));
    }
    return hex.toString();
  }
}
