import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";
import { HANGS_AFTER } from "./built.ts";

/** Words behind a command's name that it cannot do without. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  adopt: ["--from", "environments/demo"],
  bundle: ["demo", "--settings", "--serial", "1"],
  "bundle verify": ["environments/site.yaml"],
  "capture list": ["--store", "environments"],
  "capture export": ["last", "--store", "environments", "--har", "x.har", "--disclose"],
  "capture read": ["last", "--store", "environments"],
  "capture prune": ["--older-than", "30", "--store", "environments"],
  completion: ["bash"],
  "completion candidates": ["--", "check", "d"],
  cutover: ["https://nowhere.example.com:8443"],
  deploy: ["environments/site.yaml", "--root", "scratch"],
  diagnose: ["environments/site.yaml"],
  doctor: ["demo", "--root", "scratch"],
  explain: ["tier/half-switch"],
  help: ["check"],
  "idp apply": ["environments/site.yaml"],
  "idp plan": ["demo"],
  "idp users": ["demo"],
  init: ["new"],
  lsp: ["--help"],
  mcp: ["--help"],
  "kit carry": ["demo"],
  "kit diff": ["2506", "2506"],
  "kit import": ["environments", "--release", "9"],
  "logs growth": ["releases/2506/base/log4j2.xml"],
  "log4j2 lint": ["releases/2506/base/log4j2.xml"],
  "log4j2 set-level": ["releases/2506/base/log4j2.xml", "x", "debug"],
  "log4j2 set-trigger": ["releases/2506/base/log4j2.xml", "x", "1 MB"],
  "log4j2 show": ["releases/2506/base/log4j2.xml"],
  "logs sweep": ["--root", "scratch"],
  probe: ["demo", "--only", "tier/same-address"],
  "properties get": ["releases/2506/base/connector.properties", "Transport"],
  "properties lint": ["releases/2506/base/connector.properties"],
  "properties list": ["releases/2506/base/connector.properties"],
  "properties set": ["releases/2506/base/connector.properties", "Transport=http"],
  "properties unset": ["releases/2506/base/connector.properties", "Nothing"],
  "record start": ["--listen", "0.0.0.0:0", "--to", "127.0.0.1:9"],
  "record status": ["--store", "environments"],
  "record stop": ["--store", "environments"],
  rehearse: ["environments/site.yaml"],
  rollback: ["--root", "scratch"],
  "sso pin": ["demo"],
  "sso verify": ["demo", "--deployed", "environments"],
  why: ["demo", "Transport"],
};

/** Every command, in the words that a user types. */
export const LINES: readonly (readonly string[])[] = [
  ...COMMANDS.map(({ name }) => [...name.split(" "), ...(WORDS[name] ?? [])]),
  ["--version"],
  ["--help"],
  ["check", "--help"],
  ["no-such-command"],
  [],
];

/** A situation: how a shell brings it about before it starts "$@", and whether the command must fail with 2. */
export const SITUATIONS = [
  ["the current folder is gone", 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', "unless help"],
  ["standard output is full", 'exec "$@" > /dev/full', "when it writes"],
  ["both outputs are full", 'exec "$@" > /dev/full 2> /dev/full', "when it writes"],
  ["standard error is full", 'exec "$@" 2> /dev/full', "never"],
  ["nobody reads", '"$@" 2>&1 | true; exit 0', "never"],
  ["the outputs are closed", 'exec "$@" >&- 2>&-', "never"],
  ["there is no folder for temporary files", 'TMPDIR=/nowhere/at/all exec "$@"', "never"],
  ["there is no home", 'unset HOME XDG_CACHE_HOME XDG_CONFIG_HOME; exec "$@"', "never"],
  ["home is a file", 'HOME=/dev/null XDG_CACHE_HOME=/dev/null exec "$@"', "never"],
] as const;

/** Runs a command line in a situation; nothing that comes out may be the runtime's own words. */
export function inSituation(command: string, script: string, argv: readonly string[]): number | null {
  const folder = join(temporaryFolder(), "here");
  cpSync(exampleRepository(), folder, { recursive: true });
  mkdirSync(join(folder, "scratch"));
  const found = spawnSync("sh", ["-c", script, "sh", process.execPath, command, ...argv], {
    cwd: folder,
    timeout: HANGS_AFTER * 2,
    killSignal: "SIGKILL",
    encoding: "utf8",
  });
  // the page tells the messages that people meet, names of Java's errors among them
  const printed = (found.stdout ?? "").replace(/<section id="symptoms".*?<\/section>/s, "");
  const said = `${printed}${found.stderr ?? ""}`;
  expect(said, argv.join(" ")).not.toMatch(
    /^\s+at \S.*:\d+\)?$|node:|internal error \(|\bundefined\b|\b[A-Z]\w*Error\b|\bE[A-Z]{4,}\b.*syscall|uv_/m,
  );
  return found.status;
}
