import type { ArchiveFault } from "./types.ts";

/** What the reader collects: faults that no archive may have, deviations that only a bundle may not have. */
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
