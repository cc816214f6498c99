import type { ArchiveFault } from "./types.ts";

/** The results of reading a zip: faults, for which every archive is refused, and deviations, for which only a swap bundle is refused. */
export class FaultList {
  readonly faults: ArchiveFault[] = [];
  readonly deviations: ArchiveFault[] = [];

  fault(entry: string | null, problem: string): void {
    this.faults.push({ entry, problem });
  }

  deviation(entry: string | null, problem: string): void {
    this.deviations.push({ entry, problem });
  }
}
