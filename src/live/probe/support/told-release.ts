import { append } from "../../../kernel/index.ts";
import type { ExchangeAnswer } from "../../../platform/index.ts";
import { readAnswer } from "../../soa/answer.ts";
import { decodeBody } from "../../soa/charset.ts";
import { releasesIn } from "../../soa/release.ts";
import { signedInBy } from "../../soa/session.ts";
import { attributeOf, childText, type Element } from "../../soa/xml.ts";
import { readPage } from "./html-page.ts";

/** Names of fields or attributes that contain a version. */
const NAMES_VERSION = /(?:^|[^n])(?:version|release|build(?!ing))/i;
/** Pattern of a version in a text: a name for a version, a separator and a value. "conversion" and "building" do not match. */
const JOINED = /(?<!con)(?:version|release|build(?!ing))["']?\s{0,3}[:=>]\s{0,3}["']?([^"'<>,;}\n]{1,60})/gi;
/** Pattern of a version that follows its name without a separator, in brackets or not. */
const FOLLOWS = /(?:(?<!con)version|release|build)\s{1,3}\(?v?([\d.]{4,40})/gi;
/** Pattern of a release that follows the name of the PLM product. */
const PRODUCT = /(?:teamcenter|active workspace)(?:[®™]|&reg;|&trade;)?[\s/_(-]{1,3}v?([\d.]{4,40})/gi;
/** The most values of a server's answer that are searched for a release; no answer about a version has more. */
const MOST_LEAVES = 5_000;
const DEEPEST = 30;
const LARGEST = 200_000;

const inText = (text: string): readonly string[] =>
  [JOINED, FOLLOWS, PRODUCT].flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(([, value = ""]) => releasesIn(value));

/** A value in an answer's headers, JSON or XML, with the names of the fields or elements around it. */
type Leaf = readonly [path: string, value: string];

function* jsonLeaves(value: unknown, path: string, depth = 0): Generator<Leaf> {
  if (typeof value === "string" || typeof value === "number") return yield [path, String(value)];
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  const { key, name, value: own } = value as { readonly key?: unknown; readonly name?: unknown; readonly value?: unknown };
  for (const named of [key, name]) if (typeof named === "string") yield* jsonLeaves(own, `${path} ${named}`, depth + 1);
  for (const [at, inner] of Object.entries(value)) yield* jsonLeaves(inner, `${path} ${at}`, depth + 1);
}

function* xmlLeaves(element: Element, path: string, depth = 0): Generator<Leaf> {
  if (depth > DEEPEST) return;
  const here = `${path} ${element.local}`;
  yield [here, element.text];
  for (const { local, value } of element.attributes) yield [`${here} ${local}`, value];
  const key =
    attributeOf(element, "key") ?? attributeOf(element, "name") ?? childText(element, "key") ?? childText(element, "name");
  if (key !== null) yield [`${here} ${key}`, attributeOf(element, "value") ?? childText(element, "value") ?? element.text];
  for (const child of element.children) yield* xmlLeaves(child, here, depth + 1);
}

function inLeaves(leaves: Iterable<Leaf>): readonly string[] {
  const found: string[] = [];
  let count = 0;
  for (const [path, value] of leaves) {
    if (++count > MOST_LEAVES) break;
    append(found, NAMES_VERSION.test(path) ? releasesIn(value) : inText(value));
  }
  return found;
}

/** Returns every PLM release that an answer names in a header, a page, JSON, XML or plain text, each once. */
export function toldReleases(answer: ExchangeAnswer): readonly string[] {
  const headers = [...answer.headers].flatMap(([key, values]) => values.map((value): Leaf => [key, value]));
  const read = readAnswer(answer);
  const { version = null, displayVersion = null } = signedInBy(read)?.release ?? {};
  const found = [inLeaves(headers), releasesIn(version ?? ""), releasesIn(displayVersion ?? "")];
  if (read.kind === "json") found.push(inLeaves(jsonLeaves(read.value, "")));
  else if (read.kind === "xml") found.push(inLeaves(xmlLeaves(read.root, "")));
  else {
    const decoded = decodeBody(answer.body.subarray(0, LARGEST), answer.charset);
    const text = "fault" in decoded ? answer.body.subarray(0, LARGEST).toString("latin1") : decoded.text;
    const page = readPage(text);
    found.push(inText(text), inText(page.text), releasesIn(page.title));
  }
  return [...new Set(found.flat())];
}
