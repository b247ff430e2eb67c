package dev.syncopate.memory.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PortTest {
  private final PortCounters counters = new PortCounters();

  @Test
  void anInjectionTakesAsManyCyclesAsItsBytesNeed() {
    InjectionPort port = new InjectionPort(32, counters);
    assertThat(port.depart(10, 32)).isEqualTo(11);
    assertThat(port.depart(20, 33)).isEqualTo(22);
    assertThat(port.depart(30, 0)).as("even nothing takes a slot").isEqualTo(31);
    assertThat(counters.injectionCycles).isEqualTo(4);
    assertThat(counters.injectionWaitCycles).isZero();
  }

  @Test
  void injectionsQueueInOrder() {
    InjectionPort port = new InjectionPort(32, counters);
    assertThat(port.depart(10, 160)).isEqualTo(15);
    assertThat(port.depart(10, 32)).isEqualTo(16);
    assertThat(port.depart(12, 64)).isEqualTo(18);
    assertThat(counters.injectionWaitCycles).isEqualTo(0 + 5 + 4);
  }

  @Test
  void anEjectionOnAFreePortIsNotDelayed() {
    EjectionPort port = new EjectionPort(32, counters);
    assertThat(port.arrive(0, 160)).isZero();
    assertThat(port.arrive(5, 160)).isEqualTo(5);
    assertThat(counters.ejectionWaitCycles).isZero();
    assertThat(counters.ejectionCycles).isEqualTo(10);
  }

  @Test
  void ejectionsThatMeetQueueInOrder() {
    EjectionPort port = new EjectionPort(32, counters);
    assertThat(port.arrive(100, 160)).isEqualTo(100);
    assertThat(port.arrive(100, 160)).isEqualTo(105);
    assertThat(port.arrive(101, 32)).isEqualTo(106);
    assertThat(counters.ejectionWaitCycles).isEqualTo(0 + 5 + 5);
  }

  @Test
  void noStretchOfTimeCarriesMoreThanTheBandwidth() {
    long seed = 5;
    Random random = new Random(seed);
    InjectionPort injection = new InjectionPort(40, counters);
    EjectionPort ejection = new EjectionPort(40, counters);
    long now = 0;
    long previousDeparture = 0;
    long previousArrival = -100;
    for (int i = 0; i < 1000; i++) {
      now += random.nextInt(5);
      int bytes = 8 + random.nextInt(150);
      int cycles = (bytes + 39) / 40;
      long departure = injection.depart(now, bytes);
      assertThat(departure)
          .as("seed %s", seed)
          .isEqualTo(Math.max(now, previousDeparture) + cycles);
      previousDeparture = departure;
      long arrival = ejection.arrive(now, bytes);
      assertThat(arrival).as("seed %s", seed).isGreaterThanOrEqualTo(previousArrival + cycles);
      assertThat(arrival).as("seed %s", seed).isGreaterThanOrEqualTo(now);
      previousArrival = arrival;
    }
  }
}
