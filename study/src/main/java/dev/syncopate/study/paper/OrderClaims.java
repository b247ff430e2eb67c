package dev.syncopate.study.paper;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges the shape of a chart in addition to its points: whether the values that a paper states
 * come out in the paper's order, pair by pair. A chart whose every bar is off by the same factor
 * has the paper's shape; one whose bars are near the paper's may not.
 */
public final class OrderClaims {
  /** More swapped pairs than this are not named one by one. */
  private static final int MOST_NAMED = 4;

  private OrderClaims() {}

  /** A bar for which the paper states a value. */
  private record Place(String name, double published, double measured) {}

  /** A claim for each chart in which at least three different values are stated and measured. */
  public static List<Claim> of(List<Figure> figures) {
    return figures.stream()
        .filter(BarFigure.class::isInstance)
        .map(BarFigure.class::cast)
        .map(OrderClaims::of)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Claim> of(BarFigure bars) {
    List<Place> places = places(bars);
    if (places.stream().mapToDouble(Place::published).distinct().count() < 3) {
      return Optional.empty();
    }
    int pairs = 0;
    int measured = 0;
    List<String> swapped = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      for (Place rival : places.subList(i + 1, places.size())) {
        Place place = places.get(i);
        double published = place.published - rival.published;
        double here = place.measured - rival.measured;
        if (published == 0) {
          continue;
        }
        pairs++;
        if (!Double.isNaN(here)) {
          measured++;
          if (published * here <= 0) {
            swapped.add("%s and %s".formatted(place.name, rival.name));
          }
        }
      }
    }
    return Optional.of(
        new Claim(
            "order-" + bars.id(),
            bars.title(),
            "The %d values that the paper states come out in its order".formatted(places.size()),
            Criterion.ORDER,
            "%d pairs".formatted(pairs),
            measured == 0
                ? "-"
                : "%d of %d%s"
                    .formatted(
                        measured - swapped.size(),
                        measured,
                        swapped.isEmpty() || swapped.size() > MOST_NAMED
                            ? ""
                            : ", not " + String.join(", ", swapped)),
            Criterion.order(measured - swapped.size(), measured)));
  }

  /** Bounds are no values. Where several means are shown the first stands for all. */
  private static List<Place> places(BarFigure bars) {
    List<BarFigure.Group> groups = new ArrayList<>(bars.groups());
    if (!bars.means().isEmpty()) {
      groups.add(bars.means().getFirst());
    }
    List<Place> places = new ArrayList<>();
    for (BarFigure.Group group : groups) {
      for (BarFigure.Stated stated : bars.stated()) {
        int series = bars.series().indexOf(stated.series());
        boolean bound = stated.text().startsWith(">") || stated.text().startsWith("<");
        if (stated.group().equals(group.label()) && series >= 0 && !bound) {
          String name =
              bars.series().size() == 1 ? group.label() : group.label() + " " + stated.series();
          places.add(new Place(name, stated.value(), group.values().get(series)));
        }
      }
    }
    return places;
  }
}
