import { type Place, type XmlParameter, parameterText, parametersIn } from "../../kernel/index.ts";
import type { InstalledXml, SignInXmlRole } from "../model/sign-in-files.ts";
import type { Fact, SecretFact } from "./fact.ts";
import type { SignInFacts } from "./facts.ts";
import { isSecret, type Parameter, PARAMETERS } from "./parameters.ts";

/**
 * The reason why a parameter cannot be set in an installed login.xml or identity.xml without guessing: the file is unreadable, or the
 * parameter is absent, there twice or of an unknown form.
 */
export type XmlParameterFault = { readonly file: InstalledXml; readonly at: Place } & (
  | { readonly seen: "unreadable"; readonly fault: string }
  | { readonly seen: "absent"; readonly name: string }
  | { readonly seen: "twice"; readonly name: string; readonly others: readonly Place[] }
  | { readonly seen: "form"; readonly name: string }
);

/** A parameter with its only occurrence in an XML file (`found`) and the value to set (`target`). */
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

/** Returns the place of a range of bytes in an installed XML file, with columns counted in characters. */
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

/**
 * Returns the value to set for a parameter; null if it has none, or if the installed file's value remains because sso.yaml does not set the
 * parameter.
 */
function targetOf(parameter: Parameter, facts: SignInFacts): Fact | SecretFact | null {
  const value = parameter.value(facts);
  return value && parameter.keeps && !isSecret(value) && !value.stated ? null : value;
}

/**
 * Returns true if the XML file with this role must have a parameter: with `inEach`, each of the parameter's files must; otherwise only the
 * first of them must, and only if the other XML file does not have the parameter (`elsewhere` is false).
 */
function isNeeded(parameter: Parameter, role: SignInXmlRole, elsewhere: boolean): boolean {
  if (!parameter.files.includes(role)) return false;
  return parameter.inEach ? true : parameter.files[0] === role && !elsewhere;
}

const standsIn = (file: InstalledXml | null, name: string): boolean =>
  file?.xml.root ? parametersIn(file.xml.root, file.source.text, new Set([name])).length > 0 : false;

/**
 * Returns the edits of the installed login.xml or identity.xml, and the faults because of which other parameters cannot be set; null if
 * there is no such installed file.
 */
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

/** Returns an installed XML file with its parameters set. All bytes outside the changed values remain; an equal value is not rewritten. */
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
