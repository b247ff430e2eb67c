package dev.syncopate.sim.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names as nvcc and clang have mangled them. */
class KernelNameTest {
  @ParameterizedTest
  @CsvSource({
    "saxpy, saxpy",
    "_Z3mcsi, mcs",
    "_ZL5localPf, local",
    "_ZN4scan6reduceEPfi, scan::reduce",
    "_ZN4scan3one3two6reduceEPfi, scan::one::two::reduce",
    "_Z6reduceIfLi256EEvPT_i, reduce<…>",
    "_ZN3cub17CUB_300001_SM_75016DeviceScanKernelINS_6PolicyEEEvPi,"
        + " cub::CUB_300001_SM_750::DeviceScanKernel<…>",
    "_ZN6matrixIfE8multiplyEv, matrix<…>",
    "_ZN4scan2in3redIfLi3EEEvPT_, scan::in::red<…>",
    "_ZN32_GLOBAL__N__73f3bcc0_4_j_cu_main4anonEPi, anon",
    "_ZN4scanL6reduceEv, scan::reduce"
  })
  void aMangledNameIsReadable(String mangled, String readable) {
    assertThat(KernelName.readable(mangled)).isEqualTo(readable);
  }

  @ParameterizedTest
  @CsvSource({"_Z", "_Z9short", "_ZN4scan", "_ZN4scan6reduce", "_Z0", "_ZS_", "_Z99999x", "_ZNE"})
  void whatIsNoSuchNameStaysAsItIs(String name) {
    assertThat(KernelName.readable(name)).isEqualTo(name);
  }
}
