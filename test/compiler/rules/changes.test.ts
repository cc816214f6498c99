import { environmentNames } from "../../../src/compiler/load/environment-names.ts";
import { compileEnvironment } from "../../../src/compiler/compile/compile.ts";
import type { CompiledEnvironment, RunOptions } from "../../../src/compiler/compile/compiled.ts";
import { parseHostsFile } from "../../../src/compiler/compile/hosts-file.ts";
import { type RepositoryView, summaryOf } from "../../../src/compiler/compile/summary.ts";
import type { Problem } from "../../../src/kernel/diagnostic/finding.ts";
import { diskTree } from "../../../src/platform/disk-tree.ts";
import type { SourceTree } from "../../../src/platform/source-tree.ts";
import { readDocument } from "../../../src/compiler/load/document.ts";
import { loadEnvironment } from "../../../src/compiler/load/environment.ts";
import { type LoadedShared, loadShared } from "../../../src/compiler/load/shared.ts";
import { EnvironmentNames } from "../../../src/compiler/model/environment-names.ts";
import { environmentPath } from "../../../src/kernel/text/paths.ts";
import type { Rule } from "../../../src/compiler/rules/rule.ts";
import { edit, exampleRepository, writeFiles } from "../../support/repository.ts";
import type { Change, Edit } from "./changes/change.ts";
import { COMPAT_CHANGES } from "./changes/compat.ts";
import { CONF_CHANGES } from "./changes/conf.ts";
import { IDP_CHANGES } from "./changes/idp.ts";
import { KIT_CHANGES } from "./changes/kit.ts";
import { LOGGING_CHANGES } from "./changes/logging.ts";
import { REPO_CHANGES } from "./changes/repo.ts";
import { SSO_CHANGES } from "./changes/sso.ts";
import { TIER_CHANGES } from "./changes/tier.ts";
import { effects, expectWritten, inWords } from "./in-words.ts";

/*
 * Every branch of a rule about environments, releases and the site, on the example repository with a change of its own. The rule alone is
 * asked, without a run around it; what it says is written down in messages/, silence, too (`npm run update test/compiler/rules/changes.test.ts`).
 */

interface Repository {
  readonly environments: readonly CompiledEnvironment[];
  readonly view: RepositoryView;
}

/** What all environments share, by the edits that it was read with: most changes are about the environment alone. */
const sharedParts = new Map<string, LoadedShared>();
function sharedOf(files: SourceTree, edits: readonly Edit[]): LoadedShared {
  const key = JSON.stringify(edits.filter(([path]) => !path.startsWith("environments/demo/")));
  const shared = sharedParts.get(key) ?? loadShared(files);
  sharedParts.set(key, shared);
  return shared;
}

function repositoryOf({ edits, today = "2026-11-21", requireProof = false, hosts }: Change): Repository {
  const folder = exampleRepository();
  for (const [path, replace, text] of edits) {
    if (text === undefined) writeFiles(folder, { [path]: replace });
    else edit(folder, path, replace, text);
  }
  const files = diskTree(folder);
  const shared = sharedOf(files, edits);
  const names = environmentNames(files);
  const neighbours = {
    names: new EnvironmentNames(names),
    document: (name: string) => readDocument(files, environmentPath(name), "Environment"),
  };
  const hostsFile = hosts === undefined ? null : parseHostsFile("hosts", hosts);
  const options: RunOptions = { today, requireProof, hostsFile, resolved: null };
  const environments = names.flatMap((name) => {
    const loaded = loadEnvironment(files, name, shared.model, neighbours);
    return compileEnvironment(loaded, shared.model, options) ?? [];
  });
  return { environments, view: { ...shared.model, environments: environments.map(summaryOf), environmentNames: names, today } };
}

function* problemsOf(rule: Rule, { environments, view }: Repository): Iterable<Problem & { readonly environment?: string }> {
  for (const environment of environments) {
    if (rule.scope === "environment") yield* rule.check(environment);
    yield* rule.checkCompiled?.(environment) ?? [];
  }
  if (rule.scope === "repository") yield* rule.check(view);
  if (rule.scope === "environment") yield* rule.checkShared?.(view) ?? [];
}

function told(rule: Rule, change: Change): string {
  const found = [...problemsOf(rule, repositoryOf(change))];
  const lines = found.map((problem) => inWords({ severity: rule.severity, ...problem }) + effects(problem));
  return `${rule.id}: ${change.title}\n${lines.join("") || "  nothing\n"}`;
}

const ALL: Readonly<Record<string, readonly Change[]>> = {
  ...COMPAT_CHANGES,
  ...CONF_CHANGES,
  ...IDP_CHANGES,
  ...KIT_CHANGES,
  ...LOGGING_CHANGES,
  ...REPO_CHANGES,
  ...SSO_CHANGES,
  ...TIER_CHANGES,
};

expectWritten("changes", Object.entries(ALL), (rule, one) => told(rule, one));
