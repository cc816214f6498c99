import { describe, expect, test } from "vitest";
import { emit } from "../../../src/compiler/artifacts/emit.ts";
import { installedFiles } from "../../../src/compiler/artifacts/installed.ts";
import { ARTIFACTS } from "../../../src/compiler/artifacts/registry.generated.ts";
import { CLIENT_CONF_ENTRY, CLIENT_LOG4J2_ENTRY } from "../../../src/deploy/bundle/manifest-rules.ts";
import { PLUGIN_PREFIX } from "../../../src/deploy/bundle/tree.ts";
import type { CompiledEnvironment } from "../../../src/compiler/compile/compiled.ts";
import { FILE_ROLES } from "../../../src/compiler/model/files.ts";
import { compileOne } from "../../../src/compiler/run/compile-one.ts";
import { ROOT } from "../../house/project.ts";
import { fakeHost } from "../../support/host.ts";
import { repositoryAt } from "../../../src/compiler/run/request.ts";

async function compiledSample(): Promise<CompiledEnvironment> {
  const options = { today: "2026-11-21", requireProof: false, hostsFile: null, resolved: null };
  const request = {
    ...repositoryAt(ROOT),
    version: "0.1.0",
    names: ["pilot", "production", "sandbox"],
    selected: ["production"],
  };
  const { ready } = await compileOne({ ...request, options, resolve: false, output: null }, fakeHost().host);
  if (!ready) throw new Error("the sample does not compile");
  return ready.compiled;
}

describe("an installed artifact names its target", () => {
  test("what is emitted to be installed has the place that its artifact declares, and the note names each", async () => {
    const compiled = await compiledSample();
    const installed = installedFiles(compiled);
    const { files } = emit(compiled, { version: "0.1.0", template: () => null });
    const emitted = files.filter(({ purpose }) => purpose === "install");
    expect(emitted.length).toBeGreaterThan(3);
    expect(emitted.map(({ path, target, entry }) => ({ path, target, entry }))).toEqual(
      [...installed].sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
    const note = files.find(({ path }) => path === "workstation.md")?.bytes.toString("utf8") ?? "";
    expect(installed.filter(({ path, target }) => !note.includes(path) || !note.includes(target))).toEqual([]);
  });

  test("[D1] what a bundle would bring has a name that every runner installs, once", async () => {
    const entries = installedFiles(await compiledSample()).map(({ entry }) => entry);
    const known = (entry: string) => entry.startsWith(PLUGIN_PREFIX) || [CLIENT_CONF_ENTRY, CLIENT_LOG4J2_ENTRY].includes(entry);
    expect(entries.filter((entry) => !known(entry))).toEqual([]);
    expect(new Set(entries).size).toBe(entries.length);
  });

  test("each properties file of the model is one artifact", () => {
    expect(ARTIFACTS.flatMap(({ role }) => role ?? []).sort()).toEqual([...FILE_ROLES].sort());
  });
});
