import {
  VERSION,
  commandInSentence,
  contentRefused,
  path as operand,
  readForDisplay,
  shellCommand,
  wrongUse,
} from "../../../kernel/index.ts";
import { basename } from "node:path";
import { serialText } from "../../bundle/names.ts";
import { openVerified, verifyBundle } from "../../bundle/open.ts";
import { type ReceiptFile, readingFile } from "../../../platform/index.ts";
import {
  type CompiledSide,
  type FileRole,
  type Installation,
  type PlanBase,
  installedSide,
  mergeSides,
} from "../../../compiler/index.ts";
import type { Receipt } from "../../swap/protocol/receipt.ts";
import { RECEIPT } from "../../swap/records/kinds.ts";

export interface InstalledBase {
  readonly kind: "installed";
  readonly base: PlanBase;
  readonly sides: readonly CompiledSide[];
}

const otherCompiler = (compilers: readonly string[]): string | null =>
  [...new Set(compilers)].filter((compiler) => compiler !== `tierwright ${VERSION}`).join(", ") || null;

/** Returns a text that names the files that cannot be compared, so that a missing difference is not mistaken for equality. */
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
    const says = `the bundle ${name} (${manifest.kind} of ${environment}, connector ${connector}, ${serialText(manifest.serial)})${notCompared(missing, "it does not contain")}`;
    const { commit } = manifest.source;
    const base: PlanBase = { kind: "bundle", name, says, commit, compiler: otherCompiler([manifest.compiler]) };
    return { kind: "installed", base, sides: [side] };
  });
}

/** Returns a key for the installation of a receipt, without regard to case, as Windows compares names. */
export const installedPlace = ({ machine, install, plugin }: Receipt): string =>
  JSON.stringify([machine.toLowerCase(), install.toLowerCase(), plugin.folder.toLowerCase()]);

/** Returns whether receipt `a` is newer than `b`: by sequence number, then by time. */
export const isLater = (a: Receipt, b: Receipt): boolean => a.sequence > b.sequence || (a.sequence === b.sequence && a.at > b.at);

/** Returns whether a receipt describes an installed state: its run completed and recorded the state. Failed and rolled-back runs describe none. */
export const describesState = ({ state, result }: Receipt): boolean => state !== null && result === "done";

/** Returns the newest receipt of each installation that describes a state, sorted by machine. */
function newest(receipts: readonly Receipt[]): readonly Receipt[] {
  const found = new Map<string, Receipt>();
  for (const receipt of receipts) {
    if (!describesState(receipt)) continue;
    const place = installedPlace(receipt);
    const known = found.get(place);
    if (!known || isLater(receipt, known)) found.set(place, receipt);
  }
  return [...found.values()].sort((a, b) => (a.machine < b.machine ? -1 : a.machine > b.machine ? 1 : 0));
}

/** Returns the installation that a receipt describes; empty if it has no bundle. */
export function installationOf({ bundle, plugin, state, machine }: Receipt): readonly Installation[] {
  if (!bundle || !state) return [];
  const secrets = state.secrets.map(({ file, key }) => ({ file, key, value: null }));
  const known = new Set(secrets.map(({ file, key }) => JSON.stringify([file, key])));
  const values = state.values.filter(({ file, key }) => !known.has(JSON.stringify([file, key])));
  const { environment, connector } = bundle;
  const conf = basename(plugin.conf);
  return [{ environment, connector, conf, files: [], values: [...values, ...secrets], whole: ["connector", "logger"], machine }];
}

/**
 * Returns the installed state from the newest receipt of each installation. Throws a refusal if a receipt cannot be read or none describes a bundle.
 */
export function receiptsBase(files: readonly ReceiptFile[], name: string): InstalledBase {
  const receipts = files.map((file): Receipt => {
    const read = "bytes" in file ? readForDisplay(RECEIPT, file.bytes) : { problem: file.why };
    if ("record" in read) return read.record;
    throw wrongUse(
      `the receipt ${file.name} cannot be read: ${read.problem}`,
      "its installation would be missing from the comparison: remove it, or copy it again from the workstation",
    );
  });
  const last = newest(receipts);
  const sides = mergeSides(last.flatMap(installationOf).map(installedSide));
  if (sides.length === 0)
    throw wrongUse(
      `${name} has no receipt of an installed bundle`,
      "name a folder of receipts, as `deploy --receipt-copy` fills it",
    );
  const count = new Set(last.map(({ machine }) => machine)).size;
  const where = count === 1 ? (last[0]?.machine ?? "a workstation") : `${count} workstations`;
  const says = `what is installed on ${where} (receipts in ${name})${notCompared(["client/log4j2.xml"], "a receipt does not contain")}`;
  const compiler = otherCompiler(last.flatMap(({ bundle }) => bundle?.compiler ?? []));
  const commits = [...new Set(last.map(({ bundle }) => bundle?.commit ?? null))];
  return {
    kind: "installed",
    base: { kind: "receipts", name, says, commit: commits.length === 1 ? (commits[0] ?? null) : null, compiler },
    sides,
  };
}
