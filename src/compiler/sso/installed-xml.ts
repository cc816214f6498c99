import { type Place, type XmlParameter, parameterText, parametersIn } from "../../kernel/index.ts";
import type { InstalledXml, SignInXmlRole } from "../model/sign-in-files.ts";
import type { Fact, SecretFact } from "./fact.ts";
import type { SignInFacts } from "./facts.ts";
import { isSecret, type Parameter, PARAMETERS } from "./parameters.ts";

/** Why a parameter of the site's own file cannot be set without guessing. */
export type XmlParameterFault = { readonly file: InstalledXml; readonly at: Place } & (
  | { readonly seen: "unreadable"; readonly fault: string }
  | { readonly seen: "absent"; readonly name: string }
  | { readonly seen: "twice"; readonly name: string; readonly others: readonly Place[] }
  | { readonly seen: "form"; readonly name: string }
);

/** A parameter with the one place of a file where it stands. */
export interface PlacedParameter {
  readonly parameter: Parameter;
  readonly target: Fact | SecretFact;
  readonly found: XmlParameter;
}

export interface XmlPlan {
  readonly edits: readonly PlacedParameter[];
  readonly faults: readonly XmlParameterFault[];
}

export const installedXml = (facts: SignInFacts, role: SignInXmlRole): InstalledXml | null =>
  facts.installed.xml.find((file) => file.role === role) ?? null;

/** Where an offset of such a file is: columns in characters. */
export function placeIn({ source, xml }: InstalledXml, start: number, end: number = start): Place {
  const at = (offset: number) => {
    const { line, column } = source.positionOf(offset);
    const before = source.text.slice(offset - (column - 1), offset);
    const mark = line === 1 && before.startsWith("\xef\xbb\xbf") ? 3 : 0;
    return { line, column: (xml.encoding?.decode(before.slice(mark)) ?? before.slice(mark)).length + 1 };
  };
  const [from, to] = [at(start), at(end)];
  return { file: source.path, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

/** What of a parameter is to stand in a file; null: nothing, or what the file says itself stays. */
function targetOf(parameter: Parameter, facts: SignInFacts): Fact | SecretFact | null {
  const value = parameter.value(facts);
  return value && parameter.keeps && !isSecret(value) && !value.stated ? null : value;
}

/** True when this file has to have the parameter: the first of its files, or each; a file further on only where that one is not there. */
function isNeeded(parameter: Parameter, role: SignInXmlRole, elsewhere: boolean): boolean {
  if (!parameter.files.includes(role)) return false;
  return parameter.inEach ? true : parameter.files[0] === role && !elsewhere;
}

const standsIn = (file: InstalledXml | null, name: string): boolean =>
  file?.xml.root ? parametersIn(file.xml.root, file.source.text, new Set([name])).length > 0 : false;

/** What is to be set in the site's own file, and what cannot be. */
export function planXml(facts: SignInFacts, role: SignInXmlRole): XmlPlan | null {
  const file = installedXml(facts, role);
  if (!file) return null;
  const { root, problem } = file.xml;
  if (!root)
    return {
      edits: [],
      faults: [{ file, at: placeIn(file, problem?.offset ?? 0), seen: "unreadable", fault: problem?.message ?? "" }],
    };
  const wanted = PARAMETERS.filter(({ files }) => files.includes(role));
  const all = parametersIn(root, file.source.text, new Set(wanted.map(({ name }) => name)));
  const other = installedXml(facts, role === "login" ? "identity" : "login");
  const edits: PlacedParameter[] = [];
  const faults: XmlParameterFault[] = [];
  for (const parameter of wanted) {
    const target = targetOf(parameter, facts);
    const [found, ...others] = all.filter(({ name }) => name === parameter.name);
    const { name } = parameter;
    if (!target) continue;
    if (!found) {
      if (isNeeded(parameter, role, parameter.files.length > 1 && standsIn(other, name)))
        faults.push({ file, at: placeIn(file, root.start), seen: "absent", name });
    } else if (others.length > 0) {
      faults.push({
        file,
        at: placeIn(file, found.start),
        seen: "twice",
        name,
        others: others.map(({ start }) => placeIn(file, start)),
      });
    } else if (!found.range) faults.push({ file, at: placeIn(file, found.start), seen: "form", name });
    else edits.push({ parameter, target, found });
  }
  return { edits, faults };
}

/** The file with its parameters set: every byte outside of their values stays, and so does a value that is there already. */
export function editedXml(
  file: InstalledXml,
  edits: readonly PlacedParameter[],
  textOf: (target: Fact | SecretFact) => string,
): Buffer {
  const { text } = file.source;
  const encode = file.xml.encoding?.encode ?? (() => null);
  let out = "";
  let from = 0;
  for (const { target, found } of [...edits].sort((a, b) => (a.found.range?.start ?? 0) - (b.found.range?.start ?? 0))) {
    const value = textOf(target);
    if (!found.range || found.value === value) continue;
    out += text.slice(from, found.range.start) + parameterText(value, found.range, text, encode);
    from = found.range.end;
  }
  return Buffer.from(out + text.slice(from), "latin1");
}
