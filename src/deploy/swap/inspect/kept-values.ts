import { PropertiesDocument, cutWords, mayBeSecret, pathFaults, pathHead, tokens } from "../../../kernel/index.ts";
import { directoryFault } from "../../../compiler/index.ts";
import { refusal } from "../protocol/outcome.ts";
import type { LiveFile } from "./preflight.ts";
import type { Values } from "./values.ts";

/** Pattern of the names of keys whose value is a directory, even if the bundle's value does not look like one. */
const DIRECTORY = /(?:^|_)DIR(?:ECTORY)?$|TCIntImportWorkingDir$/i;

/** One value of the workstation's conf that a deploy keeps but that the connector cannot use, with its line in conf. */
export interface KeptFault {
  readonly key: string;
  readonly line: number;
  readonly text: string;
}

const NAMES: Readonly<Record<string, string>> = { "\t": "<TAB>", "\n": "<LF>", "\r": "<CR>", "\f": "<FF>" };
const shown = (text: string): string => cutWords(text.replace(/[\t\n\r\f]/g, (char) => NAMES[char] ?? char));

/**
 * Checks the values of `keep` in the workstation's conf and returns their faults: a single backslash in a path, a directory that is not a
 * whole path, or a blank value where a directory is expected or the bundle's own value is not empty.
 * @param compiled the values that the bundle would write, which show whether a key is a directory
 */
export function keptFaults(bytes: Buffer, keep: readonly string[], compiled: Values | null): readonly KeptFault[] {
  const document = PropertiesDocument.parse(bytes);
  const { map } = document.load();
  return keep.flatMap((key) => {
    const entry = map.get(key);
    if (!entry) return [];
    const ours = compiled?.get(key) ?? "";
    const directory = DIRECTORY.test(key) || (ours !== "" && directoryFault(ours) === null);
    const spelt = document.text.slice(entry.valueStart, entry.valueEnd);
    const fault = faultOf(document.text, entry, spelt, directory, ours);
    if (fault === null) return [];
    const hidden = mayBeSecret(key, entry.value);
    const words = hidden ? "(hidden)" : `'${shown(spelt)}', which Java reads as '${shown(entry.value)}'`;
    return [{ key, line: entry.line, text: `${key} is written as ${words}: ${fault}` }];
  });
}

function faultOf(
  text: string,
  entry: { readonly value: string; readonly valueStart: number; readonly valueEnd: number },
  spelt: string,
  directory: boolean,
  compiled: string,
): string | null {
  if (entry.value.trim() === "") return directory || compiled !== "" ? "it is empty or only spaces" : null;
  const head = pathHead(spelt);
  const value = tokens(text, entry.valueStart, entry.valueEnd);
  if (directory || head >= 0) {
    const kinds = new Set(pathFaults(text, value, entry.valueStart + Math.max(0, head), directory).map(({ kind }) => kind));
    if (kinds.has("control")) return "a single backslash turns the letter after it into a control character";
    if (kinds.size > 0) return "a single backslash is dropped, so it names another folder than intended";
  }
  const found = directory ? directoryFault(entry.value) : null;
  return found && `${found.fault}: ${found.lies}`;
}

/** Throws a refusal if a value that the deploy would keep cannot work, before anything is written. */
export function refuseKept(live: LiveFile | null, keep: readonly string[], compiled: Values | null): void {
  if (!live) return;
  const faults = keptFaults(live.bytes, keep, compiled);
  if (faults.length === 0) return;
  throw refusal(
    `${live.path} has ${faults.length === 1 ? "a value" : `${faults.length} values`} that this deploy would keep (workstation.keep) but that the connector cannot use`,
    "write the full path there, with its drive and every backslash doubled, as in E:\\\\temp, or remove the key from workstation.keep and build the bundle again; nothing was written",
    faults.map(({ line, text }) => `line ${line}: ${text}`),
  );
}
