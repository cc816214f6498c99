import { adopt } from "../../../src/author/adopt/adopt.ts";
import { emit } from "../../../src/compiler/artifacts/emit.ts";
import { diskTree } from "../../../src/platform/disk-tree.ts";
import { overlayTree } from "../../../src/platform/open-tree.ts";
import { log4j2File, propertiesFile } from "../../../src/compiler/load/files.ts";
import { loadShared } from "../../../src/compiler/load/shared.ts";
import type { FileRole } from "../../../src/compiler/model/files.ts";
import { checkEnvironment } from "../../../src/compiler/run/check-environment.ts";
import { neighboursOf } from "../../../src/compiler/commands/neighbours.ts";
import { exampleRepository } from "../../support/repository.ts";
import type { OwnFiles } from "./law.ts";
import { decoded } from "./scene.ts";

const world = (() => {
  let made: { folder: string; shared: ReturnType<typeof loadShared> } | null = null;
  return () => {
    if (made) return made;
    const folder = exampleRepository();
    made = { folder, shared: loadShared(diskTree(folder)) };
    return made;
  };
})();

const OPTIONS = { today: "2026-11-21", requireProof: false, hostsFile: null, resolved: null };

/** One workstation's files adopted into the example repository, in memory; what compiling then gives, as bytes and as Java reads them. */
export function adoptFiles(files: OwnFiles) {
  const { folder, shared } = world();
  const { site, releases } = shared.model;
  const check = (name: string, written: ReadonlyMap<string, Buffer>) => {
    const planned = overlayTree(diskTree(folder), written);
    const { result, compiled } = checkEnvironment(name, {
      files: planned,
      shared,
      neighbours: neighboursOf(planned, ["demo", name]),
      options: OPTIONS,
    });
    return { compiled, findings: result.findings };
  };
  const file = (role: FileRole) =>
    propertiesFile(`ws/${role}.properties`, Buffer.from(files[role], "latin1"), "installed", role, new Set());
  const workstation = {
    name: "ws",
    properties: { connector: file("connector"), client: file("client"), logger: file("logger") },
    log4j2: log4j2File("ws/log4j2.xml", Buffer.from("<Configuration/>"), "installed"),
    release: "2506",
    tool: "2024x Refresh3",
    says: null,
    install: null,
  };
  if (!site) throw new Error("the example repository has a site");
  const adopted = adopt([workstation], {
    site,
    releases,
    schemas: "../../schemas",
    claims: [],
    tierRelease: "2506",
    name: "adopted",
    like: [],
    keep: [],
    check,
  });
  const [environment] = adopted.environments;
  const model = environment && environment.files.size > 0 ? check("adopted", environment.files).compiled : null;
  const emitted = model ? emit(model, { version: "0.1.0", template: () => null }) : null;
  const bytesOf = (role: FileRole): Buffer => {
    const path = role === "client" ? "client/CommonClient.properties" : `connector/${role}.properties`;
    const found = emitted?.files.find((item) => item.path === path);
    if (!found) throw new Error(`nothing was compiled for ${path}: ${JSON.stringify(emitted?.faults)}`);
    return Buffer.from(found.bytes);
  };
  return {
    environment,
    problems: [...adopted.problems, ...adopted.findings],
    document: environment?.files.get("environments/adopted/environment.yaml")?.toString() ?? "",
    bytesOf,
    compiled: (role: FileRole) => decoded(bytesOf(role)),
  };
}
