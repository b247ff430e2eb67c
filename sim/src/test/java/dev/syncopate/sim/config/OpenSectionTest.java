package dev.syncopate.sim.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.syncopate.sim.config.Setting.Unit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A group whose members a registry lists is read, changed, printed and checked like any other. */
class OpenSectionTest {
  /** A configuration with an open section. */
  public record House(
      @Setting("Name.") String name,
      @Setting("What is in it.") OpenSection things,
      @Setting("The garden.") Garden garden) {}

  /** A group of the configuration itself. */
  public record Garden(@Setting(value = "Trees.", max = 9) int trees) {}

  /** A member that must be given. */
  @Section(name = "oven", value = "An oven.")
  public record Oven(
      @Setting(value = "Hobs.", unit = Unit.COUNT, min = 1, max = 6) int hobs,
      @Setting(value = "Hobs that are hot.", unit = Unit.COUNT, max = 6, absent = "0") int hot)
      implements CheckedConfig {
    @Override
    public List<Problem> problems() {
      return hot <= hobs ? List.of() : List.of(new Problem("hot", hot + " are more than " + hobs));
    }
  }

  /** A member that no file has to give. */
  @Section(name = "lamp", value = "A lamp.")
  public record Lamp(
      @Setting(value = "Whether it is on.", absent = "false") boolean on,
      @Setting("What is in it.") Bulb bulb) {}

  /** A group inside a member. */
  public record Bulb(
      @Setting(value = "Watts.", unit = Unit.COUNT, max = 100, absent = "60") int watts) {}

  /** No member. */
  @Section(name = "door", value = "A door.")
  public record Door(@Setting("Key.") int key) {}

  private static final SectionTypes THINGS =
      new SectionTypes(List.of(Oven.class, Lamp.class, Oven.class));

  private static final String YAML =
      "name: a\nthings:\n  oven:\n    hobs: 4\ngarden:\n  trees: 2\n";

  private static House read(String yaml) {
    return ConfigReader.read(new ConfigSource("h.yaml", yaml), House.class, BaseFiles.NONE, THINGS);
  }

  private static String error(String yaml) {
    Throwable thrown = catchThrowable(() -> read(yaml));
    assertThat(thrown).isInstanceOf(ConfigException.class);
    return String.valueOf(thrown.getMessage());
  }

  private static String refusal(String... overrides) {
    Throwable thrown = catchThrowable(() -> ConfigOverrides.apply(read(YAML), List.of(overrides)));
    assertThat(thrown).isInstanceOf(ConfigException.class);
    return String.valueOf(thrown.getMessage());
  }

  @Test
  void membersAreReadByTheirNamesAndTheRestIsAsDescribed() {
    House house = read(YAML);
    assertThat(house.things().get(Oven.class)).isEqualTo(new Oven(4, 0));
    assertThat(house.things().get(Lamp.class)).isEqualTo(new Lamp(false, new Bulb(60)));
    assertThat(house.things().members().keySet()).containsExactly("oven", "lamp");
    assertThat(house.things().toString()).startsWith("{oven=Oven[hobs=4");
  }

  @Test
  void aClassThatNobodyHasRegisteredIsNoMember() {
    assertThatThrownBy(() -> read(YAML).things().get(Door.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            Door.class.getName() + " is no member of the open section, which has [oven, lamp]");
    assertThatThrownBy(() -> read(YAML).things().get(Garden.class))
        .hasMessage(Garden.class.getName() + " lacks @Section");
  }

  /** A second oven. */
  @Section(name = "oven", value = "Another.")
  public record Stove(@Setting("Hobs.") int hobs) {}

  @Test
  void twoClassesOfOneNameAreRefused() {
    assertThatThrownBy(() -> new SectionTypes(List.of(Oven.class, Stove.class)))
        .hasMessage(
            Oven.class.getName() + " and " + Stove.class.getName() + " are both section oven");
  }

  @Test
  void anUnknownMemberIsRefusedWithThoseThereAre() {
    assertThat(error("name: a\nthings:\n  ofen:\n    hobs: 4\ngarden:\n  trees: 2\n"))
        .isEqualTo(
            """
            h.yaml:3:3: found things.ofen, expected one of oven, lamp; did you mean oven?
                  ofen:
                  ^\
            """);
    assertThat(error(YAML.replace("hobs", "hops")))
        .startsWith(
            "h.yaml:4:5: found things.oven.hops, expected one of hobs, hot; did you mean hobs?");
  }

  @Test
  void membersThatMustBeGivenAreMissed() {
    assertThat(error("name: a\ngarden:\n  trees: 2\n"))
        .startsWith("h.yaml:1:1: things.oven lacks hobs\n");
    assertThat(error(YAML.replace("hobs: 4", "hot: 1")))
        .startsWith("h.yaml:3:3: things.oven lacks hobs\n");
  }

  @Test
  void withNothingRegisteredTheSectionMayBeLeftOut() {
    House empty = ConfigReader.read("h.yaml", "name: a\ngarden:\n  trees: 2\n", House.class);
    assertThat(empty.things().members()).isEmpty();
  }

  @Test
  void whatSpansTheFieldsOfAMemberIsChecked() {
    assertThat(error(YAML.replace("hobs: 4", "hobs: 4\n    hot: 5")))
        .startsWith("h.yaml:5:10: things.oven.hot: 5 are more than 4\n");
    assertThat(refusal("things.oven.hot=5")).isEqualTo("things.oven.hot=5: 5 are more than 4");
    OpenSection wrong =
        new OpenSection(
            THINGS, Map.of("oven", new Oven(1, 2), "lamp", new Lamp(true, new Bulb(1))));
    assertThatThrownBy(() -> CheckedConfig.check(new House("a", wrong, new Garden(1))))
        .hasMessage("things.oven.hot: 2 are more than 1");
  }

  @Test
  void aMemberIsChangedByItsPath() {
    House house =
        ConfigOverrides.apply(
            read(YAML), List.of("things.lamp.bulb.watts=40", "things.oven.hot=2"));
    assertThat(house.things().get(Lamp.class).bulb().watts()).isEqualTo(40);
    assertThat(house.things().get(Oven.class)).isEqualTo(new Oven(4, 2));
    assertThat(house).isNotEqualTo(read(YAML));
    assertThat(
            ConfigOverrides.apply(house, List.of("things.lamp.bulb.watts=60", "things.oven.hot=0")))
        .isEqualTo(read(YAML))
        .hasSameHashCodeAs(read(YAML));
    assertThat(refusal("things.oven.hobs=7"))
        .isEqualTo("things.oven.hobs=7: found 7, expected from 1 to 6");
  }

  @Test
  void aPathThatIsTheEndOfAnotherIsRefusedWithThat() {
    assertThat(refusal("lamp.bulb.watts=4"))
        .isEqualTo(
            "lamp.bulb.watts=4: there is no field lamp.bulb.watts; did you mean things.lamp.bulb.watts?");
    assertThat(refusal("stove.hot=4"))
        .isEqualTo("stove.hot=4: there is no field stove.hot; did you mean things.oven.hot?");
    assertThat(refusal("things=4"))
        .isEqualTo(
            "things=4: things is a group, expected one of things.oven.hobs, things.oven.hot,"
                + " things.lamp.on, things.lamp.bulb.watts");
    assertThat(error("lamp:\n  on: true\n" + YAML))
        .startsWith(
            "h.yaml:1:1: found lamp, expected one of name, things, garden; did you mean things.lamp?\n");
  }

  @Test
  void aGroupThatIsGoneIsRefusedWithWhereItsFieldsAre() {
    assertThat(error("kitchen:\n  hobs: 4\n  watts: 3\n  size: 1\n" + YAML))
        .startsWith(
            "h.yaml:1:1: found kitchen, expected one of name, things, garden; its fields are in"
                + " things.oven and things.lamp.bulb\n");
  }

  @Test
  void whatIsPrintedIsReadBackEqual() {
    House house = ConfigOverrides.apply(read(YAML), List.of("things.lamp.on=true"));
    String yaml = ConfigWriter.print(house);
    assertThat(yaml)
        .contains("\n# What is in it.\nthings:\n\n  # An oven.\n  oven:\n    hobs: 4 ")
        .contains("\n  # A lamp.\n  lamp:\n    on: true ");
    assertThat(read(yaml)).isEqualTo(house);
  }

  @Test
  void eachMemberHasASectionOfThePage() {
    assertThat(ConfigPage.sections(House.class, new TreeMap<>(Map.of("mine", read(YAML)))))
        .contains(
            """

            ## things.oven

            An oven.

            | field | meaning | value | mine |
            |---|---|---|---|
            | `things.oven.hobs` | Hobs. | from 1 to 6 | 4 |
            """)
        .contains("| `things.lamp.bulb.watts` | Watts. | from 0 to 100 | 60 |\n")
        .contains("\n## garden\n")
        .doesNotContain("\n## things\n");
  }
}
