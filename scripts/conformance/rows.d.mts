export interface Row {
  readonly name: string;
  readonly cases: number;
  readonly faults: Readonly<Record<string, number>>;
}
export interface Counts {
  readonly protocol: string;
  readonly runners: readonly Row[];
}
/** The runners in addition to the built-in one, each with the reason why it was not tried. */
export const OTHERS: Readonly<Record<string, string>>;
export function untried(runners: readonly Row[], inPairs?: boolean): readonly string[];
export function merged(earlier: Counts, run: Counts): readonly Row[] | null;
