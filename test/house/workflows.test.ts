import { describe, expect, test } from "vitest";
import { below, read, readData } from "./project.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
}
interface Job {
  readonly "runs-on"?: string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: unknown;
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: Record<string, readonly string[]> };
}

const FILES = below(".github/workflows", /\.ya?ml$/);

describe.each(FILES)("%s", (file) => {
  const workflow = readData(file);
  const jobs = Object.values(workflow.jobs as Record<string, Job>);
  const steps = jobs.flatMap((job) => job.steps ?? []);

  test("pins every action by full commit with its version in a comment", () => {
    const uses = read(file).match(/^\s*(?:- )?uses: .*$/gm) ?? [];
    expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("grants reading and nothing else, and no code of a stranger meets a secret", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const job of jobs) expect(job.permissions).toBeUndefined();
    expect(Object.keys(workflow.on as object)).not.toContain("pull_request_target");
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  test("leaves no credential in the checkout and bounds every job", () => {
    const checkouts = steps.filter((step) => step.uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(checkouts.map(() => false));
    for (const job of jobs) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });
});

describe("ci.yml", () => {
  const { jobs } = readData(".github/workflows/ci.yml") as unknown as { jobs: Record<string, Job> };

  test("runs on Linux and Windows with the oldest supported Node, 22 and 24", () => {
    const { engines } = readData("package.json") as { engines: { node: string } };
    const oldest = engines.node.replace(">=", "");
    expect(jobs.test?.strategy?.matrix).toEqual({ os: ["ubuntu-latest", "windows-latest"], node: [`${oldest}.0`, "22", "24"] });
  });

  test("runs the whole proof with Java", () => {
    const steps = jobs.proof?.steps ?? [];
    expect(steps.map((step) => step.run)).toContain("bash .ci/run");
    expect(steps.some((step) => step.uses?.startsWith("actions/setup-java@"))).toBe(true);
  });
});
