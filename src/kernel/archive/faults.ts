import type { ArchiveFault } from "./types.ts";

/** Results of reading an archive: faults, which are refused everywhere, and deviations, which are refused in a bundle only. */
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
