import { contentRefused, isRefusal, type Refusal } from "../../diagnostic/refusal.ts";
import type { XmlElement } from "../xml/types.ts";
import { deleteElement, deletionOf, insertion } from "./deletion.ts";
import type { Log4j2Document, Splice } from "./document.ts";
import { durationOf } from "./rolling.ts";

/** The Delete action of a bundle's log4j2.xml, as a deploy transfers it to the log4j2.xml of a workstation. */
export interface BroughtDeletion {
  /**
   * The filePattern that the appender on the workstation must have for this action to be inserted; null for an action that the kit's
   * log4j2.xml already has: it is not inserted, only its age is set.
   */
  readonly pattern: string | null;
  readonly basePath: string;
  readonly maxDepth: number;
  readonly glob: string;
}

/** Returns true for an age of letters and digits that log4j reads as a duration above zero, such as 30d. */
export const isDeletionAge = (age: string): boolean => /^[0-9A-Za-z]*$/.test(age) && (durationOf(age) ?? 0) > 0;

/** Returns true if the XML `action` is exactly the Delete action that `deletionOf` returns for the appender `name`. */
function isInserted(document: Log4j2Document, name: string, age: string, action: string): boolean {
  try {
    return deletionOf(document, name, age) === action;
  } catch (error) {
    if (!isRefusal(error, 1)) throw error;
    return false;
  }
}

/** Returns the Delete action that the appender `name` has in a document that `deletionSplice` has edited. Throws Error if it has none. */
export function broughtDeletion(document: Log4j2Document, name: string, age: string): BroughtDeletion {
  const appender = document.appenders.find((one) => one.name === name);
  const action = appender?.rolls?.deletes[0];
  if (!appender || !action) throw new Error(`${name} has no Delete action`);
  const { basePath, maxDepth = 1, required } = action;
  const parts = { basePath: basePath ?? "", maxDepth: Number.isFinite(maxDepth) ? maxDepth : 0, glob: required[0] ?? "" };
  const inserted = isInserted(document, name, age, deleteElement(parts, age));
  return { pattern: inserted ? appender.filePattern : null, ...parts };
}

const is = (element: XmlElement, name: RegExp): boolean => name.test(element.name);

/** Returns an element's attributes by lower-case name; null if two names differ only in case, of which log4j can use either. */
function attributesOf({ attributes }: XmlElement): ReadonlyMap<string, XmlElement["attributes"][number]> | null {
  const found = new Map(attributes.map((one) => [one.name.toLowerCase(), one]));
  return found.size === attributes.length ? found : null;
}

function* below(element: XmlElement): Generator<XmlElement> {
  const stack = [...element.children].reverse();
  for (let one = stack.pop(); one; one = stack.pop()) {
    yield one;
    for (let i = one.children.length - 1; i >= 0; i--) stack.push(one.children[i] as XmlElement);
  }
}

function theElement(root: XmlElement, name: string, refused: (why: string) => Refusal): XmlElement {
  const own = (one: XmlElement) => attributesOf(one)?.get("name")?.value === name;
  const found = [...below(root)].filter(own).filter((one) => is(one, /^rolling(?:randomaccess)?file$/i));
  const [only, another] = found;
  const direct = root.children.filter((one) => is(one, /^appenders$/i)).flatMap(({ children }) => children);
  if (!only || another || !direct.includes(only)) throw refused("is not exactly one RollingFile directly in <Appenders>");
  if (attributesOf(root)?.get("strict")?.value.toLowerCase() === "true") throw refused("is in a file of the strict form");
  if ([only, ...below(only)].some((one) => is(one, /(?:^|:)include$/i) || !attributesOf(one)))
    throw refused("is partly in another file (xi:include), or has an attribute twice");
  return only;
}

/** Returns the attribute `age` of a Delete action that otherwise has exactly the parts of `BroughtDeletion`; null for any other action. */
function ageOf(action: XmlElement, { basePath, maxDepth, glob }: BroughtDeletion) {
  const own = attributesOf(action);
  const [one, two, more] = action.children;
  if (!own || !one || !two || more || one.children.length > 0 || two.children.length > 0) return null;
  const [files, modified] = is(one, /^iffilename$/i) ? [one, two] : [two, one];
  if (!is(files, /^iffilename$/i) || !is(modified, /^iflastmodified$/i)) return null;
  const only = (element: XmlElement, name: string) => (element.attributes.length === 1 ? attributesOf(element)?.get(name) : null);
  const depth = own.get("maxdepth");
  const known = 1 + (depth ? 1 : 0);
  const same =
    own.get("basepath")?.value === basePath &&
    (depth?.value ?? "1") === `${maxDepth}` &&
    own.size === known &&
    only(files, "glob")?.value === glob;
  return (same && only(modified, "age")) || null;
}

/**
 * Returns the replacement that gives an appender of a workstation's log4j2.xml the Delete action `brought` of the bundle, or sets its age
 * there. Throws Refusal for every file that it cannot edit with certainty: for more files than `deletionSplice`, because the PowerShell of
 * deploy.ps1 must make exactly the same edit (powershell/parts/31-log4j2-deletion.ps1).
 */
export function broughtDeletionSplice(document: Log4j2Document, name: string, age: string, brought: BroughtDeletion): Splice {
  const refused = (why: string) => contentRefused(`the appender '${name}' ${why}`, { line: 1, column: 1 });
  const { root } = document;
  if (document.error || !root) throw refused("is in a file that has a document type or cannot be read");
  const { pattern } = brought;
  if (![name, pattern ?? "", brought.basePath, brought.glob].every((text) => /^[ -~]*$/.test(text)))
    throw refused("has a name or files with other characters than ASCII");
  const element = theElement(root, name, refused);
  const strategies = element.children.filter((one) => is(one, /^(?:default|directwrite)rolloverstrategy$/i));
  const [strategy = null, another] = strategies;
  if (another) throw refused(`has ${strategies.length} rollover strategies`);
  const [action, further] = (strategy?.children ?? []).filter((one) => is(one, /^delete$/i));
  if (action) {
    const written = further ? null : ageOf(action, brought);
    if (!written) throw refused("has another Delete action already");
    const { valueStart: start, valueEnd: end, value } = written;
    if (value.includes("${")) throw refused(`has the age '${value}', a property or lookup`);
    return document.valueSplice({ start, end, value }, age);
  }
  if (pattern === null) throw refused("has no Delete action, and the bundle has the kit's own, which is not inserted");
  const own = attributesOf(element);
  if (own?.get("filepattern")?.value !== pattern) throw refused(`has another filePattern than '${pattern}'`);
  if (element.openEnd === element.end) throw refused("is an empty element without policies, so that it never rolls");
  const place = { end: element.end, fileName: own.get("filename")?.value ?? null };
  return insertion(document.text, place, strategy, deleteElement(brought, age));
}
