import { expect } from "vitest";
import { type Job, jobsOf, pinsOf, stepsOf, type Workflow } from "./files.ts";

/**
 * The commits of the actions that are used anywhere: by this repository, by what `init` writes, in recipes and on pages. Each was looked up as
 * what the tag of its version names in the action's repository. A new version is one line here, and every place follows.
 */
export const PINS: Readonly<Record<string, readonly [commit: string, version: string]>> = {
  "actions/checkout": ["3d3c42e5aac5ba805825da76410c181273ba90b1", "v7.0.1"],
  "actions/setup-node": ["820762786026740c76f36085b0efc47a31fe5020", "v7.0.0"],
  "actions/setup-java": ["b6effb05e454b25005698d916606bdc6ffcbf961", "v5.7.0"],
  "actions/upload-artifact": ["bbbca2ddaa5d8feaa63e36b76fdaad77386f024f", "v7.0.0"],
  "actions/download-artifact": ["3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c", "v8.0.1"],
  "actions/attest": ["1e69f48acb82d1966a394da916b4c1698aa569d6", "v4.2.2"],
};

/** Every action is one that was looked up, at its commit, with the version beside it. */
export function expectPinned(path: string, text: string): void {
  for (const { action, commit, version } of pinsOf(text))
    expect([path, action, commit, version]).toEqual([path, action, ...(PINS[action] ?? [])]);
}

/** Writing rights that a job may have, and by which of its steps each is used. */
const USED_BY: Readonly<Record<string, RegExp>> = {
  contents: /gh release create/,
  issues: /gh api .*--method POST "\$issues"/s,
  "id-token": /actions\/attest@|npm publish .*--provenance/,
  attestations: /actions\/attest@/,
  "pull-requests": /comment: sticky/,
};

function expectLeastRights(path: string, workflow: Workflow, { permissions, steps }: Job): void {
  const rights = permissions ?? (workflow.permissions as Readonly<Record<string, string>>);
  const whole = JSON.stringify(steps).replaceAll('\\"', '"').replaceAll('"comment":"sticky"', "comment: sticky");
  for (const [name, right] of Object.entries(rights)) {
    expect([path, name, right]).toEqual([path, name, expect.stringMatching(/^(read|write)$/)]);
    if (right === "write") expect([path, name, USED_BY[name]?.test(whole)]).toEqual([path, name, true]);
  }
  const checksOut = steps.some(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect([path, checksOut && rights.contents === undefined]).toEqual([path, false]);
  // code that others wrote never runs in a job that may write contents or attest
  const installs = steps.some(({ run }) => /\bnpm (ci|cit|install|test|pack)\b/.test(run ?? ""));
  expect([path, installs && rights["id-token"] === "write"]).toEqual([path, false]);
}

/** What holds for every workflow: rights, triggers, bounds, no text of an event inside of a script, no token left in the checkout. */
export function expectLaws(path: string, workflow: Workflow): void {
  expect([path, workflow.permissions]).toEqual([
    path,
    expect.toSatisfy((given) => ["{}", '{"contents":"read"}'].includes(JSON.stringify(given))),
  ]);
  const triggers = Object.keys(workflow.on);
  for (const never of ["pull_request_target", "workflow_run", "issue_comment"])
    expect([path, triggers]).toEqual([path, expect.not.arrayContaining([never])]);
  expect([path, typeof workflow.concurrency?.group]).toEqual([path, "string"]);
  // a run that writes is never cut off in the middle; a comment is brought up to date by the next run
  const cancels = workflow.concurrency?.["cancel-in-progress"] ?? false;
  if (
    jobsOf(workflow).some(({ permissions }) =>
      Object.entries(permissions ?? {}).some(([name, right]) => right === "write" && name !== "pull-requests"),
    )
  )
    expect([path, cancels]).toEqual([path, false]);
  for (const job of jobsOf(workflow)) {
    expect([path, job["timeout-minutes"]]).toEqual([path, expect.toSatisfy((minutes) => minutes > 0 && minutes <= 60)]);
    expectLeastRights(path, workflow, job);
  }
  for (const { run, uses, with: given } of stepsOf(workflow)) {
    expect([path, run ?? ""]).toEqual([path, expect.not.stringContaining("${{")]);
    if (uses?.startsWith("actions/checkout@")) expect([path, given?.["persist-credentials"]]).toEqual([path, false]);
  }
}
