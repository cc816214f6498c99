import { parse } from "yaml";

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface Job {
  readonly if?: string;
  readonly name?: string;
  readonly "runs-on": string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: Record<string, readonly string[]> | string };
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress"?: boolean | string };
  readonly defaults?: { readonly run?: { readonly shell?: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

export const readWorkflow = (text: string): Workflow => parse(text) as Workflow;

export const jobsOf = (workflow: Workflow): readonly Job[] => Object.values(workflow.jobs);
export const stepsOf = (workflow: Workflow): readonly Step[] => jobsOf(workflow).flatMap(({ steps }) => steps);

/** Actions with their commit and version as the lines of a text name them: those of the same checkout (`./`) have none. */
export const pinsOf = (text: string): readonly { readonly action: string; readonly commit: string; readonly version: string }[] =>
  [...text.matchAll(/^\s*(?:- )?uses: (?!\.\/)([^@\s]+)@(\S+)(?: # (\S+))?.*$/gm)].map(
    ([, action = "", commit = "", version = ""]) => ({
      action,
      commit,
      version,
    }),
  );
