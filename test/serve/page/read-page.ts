import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { queryOfHash } from "../../../src/serve/page/query.ts";
import { MARK } from "../../../src/serve/page/page.ts";

/** A page as a reader of XML sees it, who takes nothing but well-formed markup: one unescaped value, and there is no document. */
export interface ReadPage {
  /** Every element and attribute that occurs: `a@href`. */
  readonly names: readonly string[];
  readonly links: readonly string[];
  readonly ids: readonly string[];
  readonly policy: string;
  readonly script: string;
  readonly style: string;
  /** What is embedded for the script. */
  readonly data: string;
  /** The text of the elements that an XPath finds. */
  text(path: string): readonly string[];
}

const part = (page: string, pattern: RegExp): string => pattern.exec(page)?.[1] ?? "";

const SCRIPT = /<script>([\s\S]*?)<\/script>/;
const STYLE = /<style>([\s\S]*?)<\/style>/;
const DATA = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/;

export function readPage(page: string): ReadPage {
  if (!page.startsWith(MARK)) throw new Error(`the page begins with ${JSON.stringify(page.slice(0, 80))}`);
  const bare = page.replace(STYLE, "").replace(DATA, "").replace(SCRIPT, "");
  using document = XmlDocument.fromString(bare);
  const elements = document.find("//*") as XmlElement[];
  const names = elements.flatMap((element) => [element.name, ...element.attrs.map(({ name }) => `${element.name}@${name}`)]);
  const attributes = (path: string) => document.find(path).map((found) => found.content);
  const texts = new Map<string, readonly string[]>();
  const copy = bare;
  return {
    names: [...new Set(names)].sort(),
    links: attributes("//@href"),
    ids: attributes("//@id"),
    policy: attributes("//meta[@http-equiv='Content-Security-Policy']/@content")[0] ?? "",
    script: part(page, SCRIPT),
    style: part(page, STYLE),
    data: part(page, DATA),
    text(path) {
      const known = texts.get(path);
      if (known) return known;
      using again = XmlDocument.fromString(copy);
      const found = again.find(path).map((element) => element.content.replace(/\s+/g, " ").trim());
      texts.set(path, found);
      return found;
    },
  };
}

/** Links that lead to no place of the page. */
export const deadLinks = ({ links, ids }: ReadPage): readonly string[] =>
  links.filter((link) => !link.startsWith("#") || (!ids.includes(link.slice(1)) && queryOfHash(link) === null));
