import { expect, test } from "vitest";
import { parse } from "yaml";
import { blocksOf, fileOf, readPage } from "./page.ts";
import { repositoryFiles } from "../../src/author/init/repository.ts";

const page = readPage("docs/pull-requests.md");
const made = repositoryFiles({
  release: "2506",
  tool: "2024x Refresh3",
  until: "2027-02-20",
  ghes: false,
  probe: false,
  vendored: null,
  package: "file:vendor/tierwright-tierwright-0.1.0.tgz",
  version: "0.1.0",
});
const text = (path: string) => Buffer.from(made.get(path) ?? []).toString();

/* The console blocks are executed by test/oracle/recipes-pages.oracle.test.ts; this holds the rest of the page to what init writes. */

test("[B7] the ruleset of docs/pull-requests.md requires the job that init's workflow has, and the workflow runs for a merge queue", () => {
  const ruleset = JSON.parse(blocksOf(page).find((block) => fileOf(block) === "ruleset.json")?.body ?? "");
  const checks = ruleset.rules.flatMap(({ parameters }: { parameters?: { required_status_checks?: { context: string }[] } }) =>
    (parameters?.required_status_checks ?? []).map(({ context }) => context),
  );
  const workflow = parse(text(".github/workflows/tierwright.yml"));
  expect(checks).toEqual(Object.entries(workflow.jobs).map(([id, job]) => (job as { name?: string }).name ?? id));
  expect(Object.keys(workflow.on)).toEqual(expect.arrayContaining(["pull_request", "merge_group"]));
  expect(ruleset).toMatchObject({ enforcement: "active", bypass_actors: [] });
});

test("[C4] who owns matrix, exceptions, workflows and the tool is not who changes environments, as the page says", () => {
  const owners = Object.fromEntries(
    text(".github/CODEOWNERS")
      .split("\n")
      .filter((line) => line.startsWith("/"))
      .map((line) => line.split(/\s+/)),
  );
  for (const path of ["/releases/matrix.yaml", "/releases/exceptions.yaml", "/.github/", "/package.json", "/package-lock.json"])
    expect({ path, owner: owners[path] }).not.toEqual({ path, owner: owners["/environments/"] });
});

test("the job for GitLab is a job, and its gate hides no exit code", () => {
  const [block] = blocksOf(page).filter(({ language }) => language === "yaml");
  const { tierwright } = parse(block?.body ?? "") as { tierwright: { script: string[]; variables: { GIT_DEPTH: string } } };
  expect(tierwright.script.at(-1)).toMatch(/^npx --no-install tierwright plan --base "\$CI_\w+" --gate new$/);
  expect(tierwright.variables.GIT_DEPTH).toBe("0");
});
