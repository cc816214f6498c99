import type { ProvenBundle } from "../protocol/bundle.ts";
import type { Allowed } from "../inspect/bindings.ts";
import type { Targets, Where } from "../protocol/targets.ts";
import type { SwapPlan } from "../protocol/plan.ts";
import type { SuppliedSecrets } from "../protocol/supplied-secrets.ts";
import type { Found } from "../inspect/preflight.ts";
import type { Receipt } from "../protocol/receipt.ts";
import type { Recovered } from "./recover.ts";

export interface DeployOptions {
  readonly where: Where;
  readonly allowed: Allowed;
  readonly whatIf: boolean;
  /** Only puts the new tree beside, for a cutover later. */
  readonly stageOnly: boolean;
  /** Program and version, for receipts. */
  readonly runner: string;
  /** What `--secrets FILE` gives; left out: nothing was named. */
  readonly secrets?: SuppliedSecrets;
  /** Copies the receipt to the folder that was named and says so; left out: none was. */
  readonly copyReceipt?: ((receipt: Receipt) => string) | null;
}

/** Proves a bundle, keeps it open while `use` works on it, and closes it. */
export type Opening = (use: (bundle: ProvenBundle) => Promise<void>) => Promise<void>;

/** Of a bundle that is open and proven already. */
export const opened =
  (bundle: ProvenBundle): Opening =>
  (use) =>
    use(bundle);

/** How a run ended well. */
export interface Deployed {
  readonly kind: "installed" | "already" | "what-if" | "staged";
  readonly targets: Targets;
  readonly receipt: Receipt | null;
  readonly recovered: Recovered | null;
  readonly found: Found | null;
  readonly plan: SwapPlan | null;
  readonly notes: readonly string[];
}
