import { join, resolve } from "node:path";
import type { SwapWorld } from "../../../../src/platform/machine.ts";
import { PLAN_SCHEMA, type PlannedFile, type SwapPlan } from "../../../../src/deploy/swap/protocol/plan.ts";
import {
  type DeployState,
  type InstalledBundle,
  RECEIPT_SCHEMA,
  type Receipt,
} from "../../../../src/deploy/swap/protocol/receipt.ts";
import type { Anchor } from "../../../../src/kernel/records/places.ts";
import type { Judged } from "../../../../src/kernel/records/read.ts";
import { sha256 } from "./bundle.ts";
import type { MemoryFiles } from "./memory-files.ts";
import { PLUGIN } from "./releases.ts";

export const INSTALL = resolve("/tool");
export const SWAP = join(INSTALL, ".swap");
/** What an invocation names without a root. */
export const NOWHERE: Anchor = { root: null, windows: false, named: [] };
export const LIVE = join(INSTALL, "plugins", PLUGIN.folder);
export const CLIENT = resolve("/client/CommonClient.properties");
export const RUN = "20260101T000000Z-00000a";
export const EARLIER = "20250101T000000Z-00000b";

export const record = (content: string) => ({ size: Buffer.byteLength(content), sha256: sha256(content) });

export const sampleBundle = (more: Partial<InstalledBundle> = {}): InstalledBundle => ({
  name: "production-2506.zip",
  sha256: sha256("zip"),
  manifest: sha256("manifest"),
  environment: "production",
  connector: "2506",
  serial: 10,
  commit: null,
  compiler: "tierwright 0.1.0",
  ...more,
});

export const sampleState = (more: Partial<DeployState> = {}): DeployState => ({
  tree: null,
  values: [],
  files: [],
  secrets: [],
  keep: [],
  ...more,
});

/** A receipt of an install; `more`: what a test is about. */
export const sampleReceipt = (more: Partial<Receipt> = {}): Judged<Receipt> =>
  ({
    schema: RECEIPT_SCHEMA,
    sequence: 1,
    run: EARLIER,
    result: "done",
    code: 0,
    kind: "swap",
    at: "2025-01-01T00:00:00Z",
    machine: "ws1",
    user: "jane",
    runner: "tierwright 0.1.0",
    bundle: sampleBundle(),
    install: INSTALL,
    plugin: PLUGIN,
    paths: { client: CLIENT },
    tool: { expected: "row", found: null, proven: false, java: null },
    key: null,
    state: sampleState(),
    before: null,
    undo: null,
    strays: [],
    kept: [],
    drift: [],
    replaced: [],
    flags: [],
    error: null,
    notes: [],
    ...more,
  }) as Judged<Receipt>;

/** The client file of a plan: `a` was 1 and becomes 2. */
export const plannedClient = (more: Partial<PlannedFile> = {}): PlannedFile => ({
  id: "client",
  path: CLIENT,
  as: "pairs",
  temp: join(CLIENT, "..", ".CommonClient.properties.0123456789abcdef.tierwright-new"),
  before: record("a=1\n"),
  after: record("a=2\n"),
  staged: `${RUN}/files/client.new`,
  backup: `${RUN}/files/client.old`,
  values: [{ key: "a", before: "1", after: "2" }],
  ...more,
});

export const samplePlan = (more: Partial<SwapPlan> = {}): SwapPlan => ({
  schema: PLAN_SCHEMA,
  run: RUN,
  kind: "swap",
  machine: "ws1",
  install: INSTALL,
  tree: {
    live: LIVE,
    staged: `${RUN}/new`,
    backup: `${RUN}/old`,
    before: { sha256: sha256("old"), files: 1 },
    after: { sha256: sha256("new"), files: 1 },
  },
  files: [plannedClient()],
  strays: [],
  made: [],
  ...more,
});

/** A machine of files in memory, on which nothing runs and nobody holds a lock. `told`: the steps that were reached. */
export function memoryWorld(files: MemoryFiles, more: Partial<SwapWorld> = {}): SwapWorld & { readonly told: string[] } {
  const told: string[] = [];
  return {
    files,
    machine: "ws1",
    user: "jane",
    windows: false,
    patience: 0,
    now: () => new Date("2026-01-01T00:00:00Z"),
    token: () => "abcdef",
    pause: () => undefined,
    free: () => null,
    processes: () => Promise.resolve([]),
    lock: () => Promise.resolve(() => undefined),
    lockHolder: () => null,
    leave: () => null,
    reached: (step, detail) => void told.push(detail === null ? step : `${step}:${detail}`),
    ...more,
    told,
  };
}
