/** The workstations that the HTML page can export, packed as rows of indexes, because a fleet has few different bundles and differences. */
export interface FleetData {
  readonly repository: string;
  /** The day on which the fleet was compared with the repository, YYYY-MM-DD. */
  readonly asOf: string;
  readonly bundles: readonly FleetBundle[];
  readonly differences: readonly (readonly Difference[])[];
  /** The states of workstations; the row of each workstation has the index of its state in this list. */
  readonly states: readonly string[];
  readonly machines: readonly PackedMachine[];
}

export interface FleetBundle {
  readonly environment: string;
  readonly connector: string;
  readonly serial: number;
  readonly sha256: string;
  readonly commit: string | null;
}

/** One setting whose installed and compiled values differ; a value is null if the key is not set or is secret. */
export interface Difference {
  readonly file: string;
  readonly key: string;
  readonly secret: boolean;
  readonly installed: string | null;
  readonly compiled: string | null;
}

/**
 * Remarks about a workstation. The packed row of a workstation has them as a number, in which the bit at the position of each remark that
 * applies is set.
 */
export const MARKS = [
  "older-bundle",
  "last-run-failed",
  "not-seen",
  "clock-ahead",
  "unexpected",
  "uncommitted",
  "other-environment",
] as const;
export type Mark = (typeof MARKS)[number];

/**
 * A row of the export. State, bundle and differences are indexes into the lists of `FleetData` (-1: none), `marks` has the bits of `MARKS`,
 * and result and error are of the last deploy or rollback ("": none). For a machine that was never seen, `since` is its environment, and
 * `seen` is empty.
 */
export type PackedMachine = readonly [
  machine: string,
  state: number,
  bundle: number,
  differences: number,
  since: string,
  seen: string,
  result: string,
  marks: number,
  error: string,
];

export const NEVER_SEEN = "never-seen";

/** One workstation, as an entry of `workstations` in the exported JSON document. */
export interface FleetEntry {
  readonly machine: string;
  readonly state: string;
  readonly environment: string | null;
  readonly connector: string | null;
  readonly bundle: string | null;
  readonly serial: number | null;
  readonly commit: string | null;
  readonly since: string | null;
  readonly lastReceipt: string | null;
  readonly lastResult: string | null;
  /** The reason why the last deploy or rollback stopped; null if it was done. */
  readonly lastError: string | null;
  readonly marks: readonly Mark[];
  readonly differences: readonly Difference[];
}

export const FLEET_SCHEMA = "tierwright/fleet/v1";

export interface FleetDocument {
  readonly schema: typeof FLEET_SCHEMA;
  readonly repository: string;
  readonly asOf: string;
  readonly workstations: readonly FleetEntry[];
}

export function entryOf(data: FleetData, row: PackedMachine): FleetEntry {
  const [machine, state, at, differences, since, seen, result, marks, error] = row;
  const bundle = data.bundles[at] ?? null;
  const word = data.states[state] ?? "";
  const never = word === NEVER_SEEN;
  return {
    machine,
    state: word,
    environment: never ? since || null : (bundle?.environment ?? null),
    connector: bundle?.connector ?? null,
    bundle: bundle?.sha256 ?? null,
    serial: bundle?.serial ?? null,
    commit: bundle?.commit ?? null,
    since: never ? null : since || null,
    lastReceipt: seen || null,
    lastResult: result || null,
    lastError: error || null,
    marks: MARKS.filter((_, bit) => (marks & (1 << bit)) !== 0),
    differences: data.differences[differences] ?? [],
  };
}

/** Returns the document to export, with the workstations whose row number `isShown` accepts. */
export const documentOf = (data: FleetData, isShown: (row: number) => boolean): FleetDocument => ({
  schema: FLEET_SCHEMA,
  repository: data.repository,
  asOf: data.asOf,
  workstations: data.machines.filter((_, row) => isShown(row)).map((row) => entryOf(data, row)),
});

const COLUMNS = [
  ...["machine", "state", "environment", "connector", "bundle", "serial", "commit", "since", "lastReceipt", "lastResult"],
  ...["marks", "differences", "lastError"],
] as const;

/**
 * Returns a field of a CSV line (RFC 4180), always in quotation marks. A text that a spreadsheet would compute gets an apostrophe before
 * it, which makes it text there: one that begins with `=`, `+`, `-`, `@`, a tab or a line end, also after spaces.
 */
export function csvField(value: string): string {
  const text = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

const value = (text: string | null): string => text ?? "(not set)";

const differenceText = ({ file, key, secret, installed, compiled }: Difference): string =>
  secret ? `${file} ${key}: a secret` : `${file} ${key}: ${value(installed)} -> ${value(compiled)}`;

/**
 * Returns the document to export as CSV with CRLF. It begins with a byte order mark, without which Excel reads UTF-8 as another encoding.
 */
export function csvOf({ workstations }: FleetDocument): string {
  const lines = workstations.map((entry) => {
    const texts: Readonly<Record<string, string | number | null>> = {
      ...entry,
      marks: entry.marks.join(" "),
      differences: entry.differences.map(differenceText).join("\n"),
    };
    return COLUMNS.map((column) => csvField(String(texts[column] ?? ""))).join(",");
  });
  return `\ufeff${[COLUMNS.map(csvField).join(","), ...lines].join("\r\n")}\r\n`;
}
