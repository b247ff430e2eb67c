package dev.syncopate.memory.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.config.DramConfig;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AddressMapTest {
  @Test
  void blocksGoRoundTheBanksAndChannels() {
    ChannelMap map = new ChannelMap(256, 48, 24);
    assertThat(map.bank(255)).isZero();
    assertThat(map.bank(256)).isEqualTo(1);
    assertThat(map.bank(256 * 47)).isEqualTo(47);
    assertThat(map.bank(256 * 48)).isZero();
    assertThat(map.channel(256 * 25)).isEqualTo(1);
    assertThat(map.local(256 * 25 + 7)).isEqualTo(256 + 7);
    for (int i = 0; i < 100; i++) {
      assertThat(map.channel(256L * i)).isEqualTo(map.bank(256L * i) % 24);
    }
  }

  @Test
  void everyChannelsBytesAreNumberedWithoutGapsOrClashes() {
    ChannelMap map = new ChannelMap(64, 6, 3);
    for (int channel = 0; channel < 3; channel++) {
      for (long local = 0; local < 1000; local++) {
        long address = map.address(channel, local);
        assertThat(map.channel(address)).isEqualTo(channel);
        assertThat(map.local(address)).isEqualTo(local);
      }
    }
    long seed = 7;
    Random random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      long address = random.nextLong(1L << 40);
      assertThat(map.address(map.channel(address), map.local(address))).isEqualTo(address);
    }
  }

  /** One L2 bank, or two, in front of several channels. */
  @Test
  void aBankMayHaveSeveralChannelsBehindIt() {
    for (int banks : new int[] {1, 2}) {
      ChannelMap map = new ChannelMap(64, banks, 8);
      assertThat(map.partitions()).isEqualTo(banks);
      for (int i = 0; i < 100; i++) {
        assertThat(map.channel(64L * i)).isEqualTo(i % 8);
        assertThat(map.bank(64L * i)).isEqualTo(map.channel(64L * i) % banks);
        assertThat(map.local(64L * i + 3)).isEqualTo(64L * (i / 8) + 3);
      }
    }
    assertThat(new ChannelMap(64, 16, 8).partitions()).isEqualTo(8);
  }

  @Test
  void unevenSharesAreRefused() {
    assertThatThrownBy(() -> new ChannelMap(256, 10, 4))
        .hasMessage("10 L2 banks cannot be shared out evenly over 4 DRAM channels");
    assertThatThrownBy(() -> new ChannelMap(48, 8, 8))
        .hasMessage("interleave is 48, expected a power of two");
  }

  @Test
  void neighbouringRowsLieInDifferentBanksAndNoTwoBlocksMeet() {
    for (int banks : new int[] {1, 8, 12, 16}) {
      DramConfig config = DramConfigs.with(DramConfigs.HBM2, "banks", banks);
      DramAddress addresses = new DramAddress(config);
      Set<String> places = new HashSet<>();
      for (long block = 0; block < 40L * banks; block++) {
        long local = block * 1024;
        int bank = addresses.bank(local);
        assertThat(bank).isBetween(0, banks - 1);
        assertThat(addresses.bank(local + 1023)).isEqualTo(bank);
        assertThat(addresses.row(local + 1023)).isEqualTo(addresses.row(local));
        assertThat(places.add(bank + "/" + addresses.row(local))).as("block %s", block).isTrue();
      }
    }
  }

  @Test
  void arraysAPowerOfTwoApartDoNotMeetInOneBank() {
    DramAddress addresses = new DramAddress(DramConfigs.HBM2);
    Set<Integer> banks = new HashSet<>();
    for (long array = 0; array < 8; array++) {
      banks.add(addresses.bank(array << 14));
    }
    assertThat(banks).hasSize(8);
  }
}
