package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Transfers between random accounts: the host finds an order that explains all that was seen. */
public final class BankTransfers extends GroupWorkload {
  private static final int MOST_ACCOUNTS = 512;
  private static final int MOST_TRANSFERS = 16;
  private static final int INITIAL = 100;
  private static final int MOST_AMOUNT = 60;

  private static final WorkloadOption.Whole ACCOUNTS =
      new WorkloadOption.Whole("accounts", "Accounts of a CTA.", 256, 2, MOST_ACCOUNTS);
  private static final WorkloadOption.Whole TRANSFERS =
      new WorkloadOption.Whole("transfers", "Transfers of a thread.", 2, 1, MOST_TRANSFERS);

  /** With the program's kernels. */
  public BankTransfers(KernelLibrary kernels) {
    // An account counts in 16 bits how often it was touched: at most once a transfer.
    super(kernels, "bank", 256, 1024);
  }

  @Override
  public String name() {
    return "bank";
  }

  @Override
  public String description() {
    return "Transfers amounts between random accounts in shared memory where the balance suffices.";
  }

  @Override
  List<WorkloadOption> ownOptions() {
    return List.of(ACCOUNTS, TRANSFERS);
  }

  @Override
  WorkloadOutcome run(TransactionRun groups) {
    int accounts = groups.number(ACCOUNTS);
    int steps = groups.number(TRANSFERS);
    int transfers = steps * groups.threads();
    int[] input = new int[transfers * groups.count()];
    for (int i = 0; i < input.length; i++) {
      int source = groups.random().nextInt(accounts);
      int target = (source + 1 + groups.random().nextInt(accounts - 1)) % accounts;
      input[i] = source | target << 12 | (1 + groups.random().nextInt(MOST_AMOUNT)) << 24;
    }
    Device device = groups.device();
    Buffer visitBuffer = device.copyOf(new int[input.length]);
    Buffer out = device.copyOf(new int[accounts * groups.count()]);
    groups.launch(
        new KernelStruct()
            .pointer(device.copyOf(input))
            .pointer(visitBuffer)
            .pointer(out)
            .word(accounts)
            .word(steps)
            .word(INITIAL),
        accounts,
        accounts);
    int[] visitPlaces = visitBuffer.readInts();
    int[] finalBalances = out.readInts();
    boolean atomic = !groups.variant().equals("atomics");
    List<ResultComparison> comparisons = new ArrayList<>();
    for (int g = 0; g < groups.count(); g++) {
      int[] balances = Arrays.copyOfRange(finalBalances, g * accounts, (g + 1) * accounts);
      int firstTransfer = g * transfers;
      comparisons.add(
          new TransferOrder(
                  Arrays.copyOfRange(input, firstTransfer, firstTransfer + transfers),
                  Arrays.copyOfRange(visitPlaces, firstTransfer, firstTransfer + transfers),
                  atomic)
              .explain("CTA " + g, balances, INITIAL));
    }
    return TransactionVerdict.of(
        comparisons,
        "%d transfers one after the other explain every balance".formatted(input.length),
        groups.figures(input.length));
  }
}
