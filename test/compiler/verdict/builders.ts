import { BUILT_IN_CONNECTOR } from "../../../src/compiler/model/connector-profile.ts";
import type { AcceptedException, Exceptions, Matrix, MatrixRow } from "../../../src/compiler/model/matrix.ts";
import type { Release } from "../../../src/compiler/model/release.ts";
import { SourceText } from "../../../src/kernel/source/text.ts";
import type { Scalar, Span } from "../../../src/kernel/source/tree.ts";

/** Model parts from plain data; every leaf stands at the start of a file of its own text. */

function spanOf(text: string, file: string): Span {
  return { source: new SourceText(file, text), start: 0, end: text.length };
}

export function scalar(text: string, file = "test.yaml"): Scalar {
  return { type: "scalar", text, value: text, style: "plain", span: spanOf(text, file), pointer: "" };
}

export interface CodeData {
  readonly gate: string;
  readonly means?: string;
  readonly acceptable?: boolean;
}

export interface RowData {
  readonly tool: string;
  readonly java?: string;
  readonly connectors: Readonly<Record<string, string>>;
}

/** The legend of the sample: A passes, P is acceptable, X is not. */
export const LEGEND: Readonly<Record<string, CodeData>> = {
  A: { gate: "pass" },
  P: { gate: "block", means: "Planned", acceptable: true },
  X: { gate: "block" },
};

function rowOf({ tool, java, connectors }: RowData): MatrixRow {
  const cells = Object.entries(connectors).map(
    ([connector, code]) => [connector, { connector, keySpan: spanOf(connector, "matrix.yaml"), code: scalar(code) }] as const,
  );
  return { tool: scalar(tool), java: java === undefined ? null : scalar(java), cells: new Map(cells) };
}

export function matrix(rows: readonly RowData[], legend: Readonly<Record<string, CodeData>> = LEGEND): Matrix {
  const codes = Object.entries(legend).map(
    ([code, { gate, means, acceptable }]) =>
      [
        code,
        {
          code,
          keySpan: spanOf(code, "matrix.yaml"),
          gate: scalar(gate),
          means: means === undefined ? null : scalar(means),
          acceptable: acceptable ?? false,
        },
      ] as const,
  );
  const source = { title: scalar("matrix"), revision: scalar("7"), date: scalar("2026-09-01") };
  return { path: "releases/matrix.yaml", source, codes: new Map(codes), rows: rows.map(rowOf) };
}

export interface ReleaseData {
  readonly name: string;
  readonly certified?: readonly string[];
  readonly java?: string;
  readonly claims?: readonly { readonly source: string; readonly tools: readonly string[]; readonly tiers: readonly string[] }[];
  readonly jars?: Readonly<Record<string, number>>;
}

export function release({ name, certified = [], java, claims = [], jars = {} }: ReleaseData): Release {
  const path = `releases/${name}/release.yaml`;
  return {
    name,
    path,
    release: scalar(name, path),
    profile: BUILT_IN_CONNECTOR,
    profilePath: null,
    java: java === undefined ? null : scalar(java, path),
    certifiedTiers: certified.map((tier) => scalar(tier, path)),
    claims: claims.map((claim) => ({
      source: scalar(claim.source, path),
      tools: claim.tools.map((tool) => scalar(tool, path)),
      tiers: claim.tiers.map((tier) => scalar(tier, path)),
    })),
    writes: [],
    writesSpan: spanOf("", path),
    directories: [],
    known: [],
    kit: new Map(),
    base: { connector: null, client: null, logger: null, log4j2: null },
    lockedJars: Object.entries(jars).map(([jar, classVersion]) => ({
      path: jar,
      classVersion,
      span: spanOf(jar, "kit.lock.yaml"),
    })),
  };
}

export interface ExceptionData {
  readonly tool?: string;
  readonly connector?: string;
  readonly verdict?: string;
  readonly environments?: readonly string[];
  readonly until?: string;
  readonly reason?: string;
  readonly owner?: string;
}

/** Left out: the pair 2024x Refresh3 × 2606, P, environment pilot, through 2036-12-31. */
function exceptionOf(data: ExceptionData): AcceptedException {
  return {
    tool: scalar(data.tool ?? "2024x Refresh3"),
    connector: scalar(data.connector ?? "2606"),
    verdict: scalar(data.verdict ?? "P"),
    environments: (data.environments ?? ["pilot"]).map((name) => scalar(name)),
    reason: scalar(data.reason ?? "pilot of 2606"),
    owner: scalar(data.owner ?? "plm-team"),
    until: scalar(data.until ?? "2036-12-31"),
    span: spanOf("", "releases/exceptions.yaml"),
  };
}

export function exceptions(...entries: readonly ExceptionData[]): Exceptions {
  return { path: "releases/exceptions.yaml", exceptions: entries.map(exceptionOf) };
}
