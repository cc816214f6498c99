import {
  VERSION,
  commandInSentence,
  contentRefused,
  path as operand,
  plural,
  shellCommand,
  wrongUse,
} from "../../../kernel/index.ts";
import { basename } from "node:path";
import { serialText } from "../../bundle/names.ts";
import { openVerified, verifyBundle } from "../../bundle/open.ts";
import { type ReceiptFile, readingFile } from "../../../platform/index.ts";
import { type CompiledSide, type FileRole, type PlanBase, installedSide } from "../../../compiler/index.ts";
import { Installations, isUncommitted, type KnownInstallation, type KnownRun } from "../../workstation/installations.ts";

export interface InstalledBase {
  readonly kind: "installed";
  readonly base: PlanBase;
  readonly sides: readonly CompiledSide[];
}

const otherCompiler = (compilers: readonly string[]): string | null =>
  [...new Set(compilers)].filter((compiler) => compiler !== `tierwright ${VERSION}`).join(", ") || null;

/** Returns a text that names the files that a plan cannot compare, so that nobody takes them for unchanged; empty if there are none. */
const notCompared = (paths: readonly string[], why: string): string =>
  paths.length === 0 ? "" : `; not compared: ${paths.join(", ")}, which ${why}`;

/** Returns the files and values that a bundle would install. Throws a refusal if the bundle has faults. */
export function bundleBase(path: string, name: string): InstalledBase {
  return readingFile(path, (source) => {
    const found = verifyBundle(source, null, null);
    const reader = openVerified(source, found);
    if (!reader) {
      const [fault] = found.faults;
      const said = fault && fault.entry !== null ? `${fault.entry} ${fault.problem}` : `it ${fault?.problem ?? "is no bundle"}`;
      throw contentRefused(
        `the bundle ${name} is not sound: ${said}`,
        null,
        `${commandInSentence(shellCommand`tierwright bundle verify ${operand(name)}`)} lists all faults; get it again from where it was published`,
      );
    }
    const { manifest } = reader;
    const conf = basename(manifest.plugin.conf);
    const entries: readonly (readonly [string, string, FileRole | null])[] = [
      [`plugin/${manifest.plugin.conf}`, `connector/${conf}`, "connector"],
      [`plugin/${manifest.plugin.logger}`, "connector/logger.properties", "logger"],
      ["client/CommonClient.properties", "client/CommonClient.properties", "client"],
      ["client/log4j2.xml", "client/log4j2.xml", null],
    ];
    const files = entries.flatMap(([entry, path, role]) =>
      reader.entries.has(entry) ? [{ path, role, bytes: Buffer.concat([...reader.read(entry)]) }] : [],
    );
    const values = manifest.values.map(({ file, key, value }) => ({ file, key, value: value ?? null }));
    const { environment, connector } = manifest;
    const side = installedSide({ environment, connector, conf, files, values, whole: [], machine: null });
    const held = new Set([...files.map((file) => file.path), ...side.files.map((file) => file.path)]);
    const missing = entries.flatMap(([, path]) => (held.has(path) ? [] : [path]));
    const says = `the bundle ${name} (${manifest.kind} of ${environment}, connector ${connector}, ${serialText(manifest.serial)}${manifest.source.changed ? ", built with uncommitted changes" : ""})${notCompared(missing, "it does not contain")}`;
    const { commit } = manifest.source;
    const base: PlanBase = { kind: "bundle", name, says, commit, compiler: otherCompiler([manifest.compiler]) };
    return { kind: "installed", base, sides: [side] };
  });
}

/**
 * Returns the installed states of all workstations, each different state once with its workstations, in the order of each state's first
 * workstation.
 */
function statesOf(runs: readonly KnownRun[]): readonly CompiledSide[] {
  const machines = new Map<CompiledSide, string[]>();
  for (const { side, machine } of runs) {
    if (side === null) continue;
    const own = machines.get(side);
    if (own) own.push(machine);
    else machines.set(side, [machine]);
  }
  return [...machines].map(([side, own]) => ({ ...side, machines: own.sort() }));
}

/** Returns how many workstations have no bundle, a bundle with uncommitted changes, or an unknown state, as text; "" if there are none. */
function doubtfulBundles(all: readonly KnownInstallation[]): string {
  const count = (test: (one: KnownInstallation) => boolean) => new Set(all.filter(test).map(({ last }) => last.machine)).size;
  const [none, uncommitted, unknown] = [
    count(({ stands }) => stands !== null && stands.side === null),
    count(({ stands }) => isUncommitted(stands)),
    count(({ stands }) => stands === null),
  ];
  const parts = [
    ...(none > 0 ? [`${plural(none, "workstation")} without a bundle`] : []),
    ...(uncommitted > 0 ? [`${plural(uncommitted, "workstation")} with a bundle built with uncommitted changes`] : []),
    ...(unknown > 0 ? [`${plural(unknown, "workstation")} of which no receipt describes the installed files`] : []),
  ];
  return parts.map((part) => `; ${part}`).join("");
}

/**
 * Returns the installed state from the newest receipt of each installation. Throws a refusal if a receipt cannot be read or none describes
 * a bundle.
 */
export function receiptsBase(files: Iterable<ReceiptFile>, name: string): InstalledBase {
  const installations = new Installations();
  for (const file of files) {
    const problem = installations.addFile(file);
    if (problem !== null)
      throw wrongUse(
        `the receipt ${file.name} cannot be read: ${problem}`,
        "its installation would be missing from the comparison: remove it, or copy it again from the workstation",
      );
  }
  const all = installations.all();
  const last = all.flatMap(({ stands }) => stands ?? []);
  last.sort((a, b) => (a.machine < b.machine ? -1 : a.machine > b.machine ? 1 : 0));
  const sides = statesOf(last);
  if (sides.length === 0)
    throw wrongUse(
      `${name} has no receipt of an installed bundle`,
      "name a folder of receipts, as `deploy --receipt-copy` fills it",
    );
  const installed = last.filter(({ side }) => side !== null);
  const count = new Set(installed.map(({ machine }) => machine)).size;
  const where = count === 1 ? (installed[0]?.machine ?? "a workstation") : `${count} workstations`;
  const says = `what is installed on ${where} (receipts in ${name})${doubtfulBundles(all)}${notCompared(["client/log4j2.xml"], "a receipt does not contain")}`;
  const compiler = otherCompiler(installed.flatMap(({ bundle }) => bundle?.compiler ?? []));
  const commits = [...new Set(installed.map(({ bundle }) => bundle?.commit ?? null))];
  return {
    kind: "installed",
    base: { kind: "receipts", name, says, commit: commits.length === 1 ? (commits[0] ?? null) : null, compiler },
    sides,
  };
}
