import { resolve } from "node:path";
import { dispatch } from "../../../src/cli/dispatch.ts";
import type { Host } from "../../../src/platform/host.ts";
import { cacheFolder, NO_MACHINE } from "../../support/host.ts";

export interface CheckResult {
  readonly code: number;
  readonly summary: {
    readonly environments: number;
    readonly errors: number;
    readonly warnings: number;
    readonly suppressed: number;
  };
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly message: string;
    readonly notes?: readonly string[];
    readonly file: string | null;
  }[];
  readonly verdicts: readonly { readonly environment: string; readonly matrix: string | null; readonly gate: string }[];
  readonly tiers: readonly {
    readonly environment: string;
    readonly hosts: readonly { readonly host: string; readonly verdict: string }[];
  }[];
}

/** `check --format json` on a folder, on a fixed day, without network, clock or environment. */
export async function check(folder: string): Promise<CheckResult> {
  const out: string[] = [];
  const host: Host = {
    cwd: folder,
    stdout: { write: (data) => void out.push(String(data)), color: false, width: null },
    stderr: { write: () => undefined, color: false, width: null },
    env: cacheFolder,
    now: () => new Date("2026-12-01T00:00:00Z"),
    ...NO_MACHINE,
  };
  const code = await dispatch(["check", "--format", "json"], host, resolve);
  const document = JSON.parse(out.join(""));
  if (document.schema !== "tierwright/findings/v1") throw new Error(`check ended with ${code}: ${out.join("")}`);
  return { code, ...document };
}
