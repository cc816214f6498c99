import type { Event, Fault } from "./fault.ts";

/** The command line of the deploy family, for any runner. */
export interface Options {
  /** Empty: none is given. */
  readonly root: string;
  readonly install?: string;
  readonly clientFile?: string;
  readonly key?: string;
  readonly acceptDrift?: boolean;
  readonly switchEnvironment?: boolean;
  readonly allowDowngrade?: string;
  readonly whatIf?: boolean;
  readonly stage?: boolean;
  readonly receiptCopy?: string;
  /** A file with references to secrets. */
  readonly secrets?: string;
  /** Of a rollback: the receipts and nothing else. */
  readonly list?: boolean;
}

export interface Outcome {
  /** As the protocol has it (1618, not 82); null: killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** What was done in which order; empty where the runner does not tell. */
  readonly events: readonly Event[];
}

/** One implementation of the swap protocol. */
export interface Runner {
  readonly name: string;
  deploy(bundle: string, options: Options, fault?: Fault): Promise<Outcome>;
  rollback(options: Options, fault?: Fault): Promise<Outcome>;
  verify(options: Options, fault?: Fault): Promise<Outcome>;
}

/** The built-in runner's words for the options. */
export function words(options: Options): string[] {
  const given: [string, string | boolean | undefined][] = [
    ["install", options.install],
    ["client-file", options.clientFile],
    ["key", options.key],
    ["accept-drift", options.acceptDrift],
    ["switch-environment", options.switchEnvironment],
    ["allow-downgrade", options.allowDowngrade],
    ["what-if", options.whatIf],
    ["stage", options.stage],
    ["receipt-copy", options.receiptCopy],
    ["secrets", options.secrets],
    ["list", options.list],
  ];
  const rest = given.flatMap(([name, value]) =>
    value === undefined || value === false ? [] : value === true ? [`--${name}`] : [`--${name}=${value}`],
  );
  return [...(options.root === "" ? [] : [`--root=${options.root}`]), ...rest];
}
