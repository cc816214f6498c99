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
  /** True for --stage: writes only the new plug-in folder below .swap/ready, for a later swap. */
  readonly stageOnly: boolean;
  /** The name and version of the runner, Tierwright or deploy.ps1, for receipts. */
  readonly runner: string;
  /** Values from `--secrets FILE`; absent without the option. */
  readonly secrets?: SuppliedSecrets;
  /** Copies the receipt to the folder of --receipt-copy and returns a note; absent without the option. */
  readonly copyReceipt?: ((receipt: Receipt) => string) | null;
}

/** A function that opens and verifies a bundle, passes it to `use`, and closes it afterwards. */
export type Opening = (use: (bundle: ProvenBundle) => Promise<void>) => Promise<void>;

/** Returns the Opening of a bundle that is already open and verified. */
export const openingOf =
  (bundle: ProvenBundle): Opening =>
  (use) =>
    use(bundle);

/** The result of a successful deploy. */
export interface Deployed {
  readonly kind: "installed" | "already" | "what-if" | "staged";
  readonly targets: Targets;
  readonly receipt: Receipt | null;
  readonly recovered: Recovered | null;
  readonly found: Found | null;
  readonly plan: SwapPlan | null;
  readonly notes: readonly string[];
}
