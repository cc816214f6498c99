import fc from "fast-check";
import { XmlCData, XmlDocument, XmlElement, XmlText } from "libxml2-wasm";
import { type Element, readXml } from "../../../src/live/soa/xml.ts";

/* Documents as a tier could send them, and mutilated ones; what libxml2 reads in them, and what we do. */

interface Tree {
  readonly local: string;
  readonly namespace: string | null;
  readonly attributes: readonly string[];
  readonly text: string;
  readonly children: readonly Tree[];
}

const sorted = (attributes: readonly string[]): readonly string[] => [...attributes].sort();

function theirTree(element: XmlElement): Tree {
  const children: Tree[] = [];
  let text = "";
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) children.push(theirTree(node));
    else if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
  }
  return {
    local: element.name,
    namespace: element.namespaceUri || null,
    attributes: sorted(element.attrs.map(({ name, value }) => `${name}=${value}`)),
    text,
    children,
  };
}

const ourTree = ({ local, namespace, attributes, text, children }: Element): Tree => ({
  local,
  namespace,
  attributes: sorted(attributes.map((one) => `${one.local}=${one.value}`)),
  text,
  children: children.map(ourTree),
});

/** What libxml2 reads; null: it refuses the document. */
function theirs(text: string): Tree | null {
  try {
    using document = XmlDocument.fromString(text);
    return theirTree(document.root);
  } catch {
    return null;
  }
}

/** What we read; null: we refuse it. */
function ours(text: string): Tree | null {
  const read = readXml(text);
  return "fault" in read ? null : ourTree(read.root);
}

const NAMES = ["a", "LoginResponse", "serverInfo", "key", "x-1", "é", "_", "valueOf1", "value"];
const name = fc.constantFrom(...NAMES);
const character = fc.constantFrom(
  "a",
  " ",
  "\n",
  "\t",
  "\r\n",
  "é",
  "😀",
  "'",
  "]",
  ">",
  "&amp;",
  "&lt;",
  "&#65;",
  "&#x10FFFF;",
  "&quot;",
  "&#13;",
  "&#9;",
  "/",
  "=",
  "-",
  "!",
  "?",
  "]]",
  "--",
  "\u0085",
  "\u2028",
  "0012",
  "1e5",
  "true",
);
const characters = fc.array(character, { maxLength: 6 }).map((parts) => parts.join("").replaceAll("]]>", "]] >"));
const quoted = fc
  .tuple(characters, fc.constantFrom('"', "'"))
  .map(([text, quote]) => `${quote}${text.replaceAll(quote, quote === '"' ? "&quot;" : "&apos;")}${quote}`);
const attribute = fc.tuple(name, fc.constantFrom("=", " = ", "=\n"), quoted);
const attributes = fc
  .uniqueArray(attribute, { maxLength: 4, selector: ([key]) => key })
  .map((list) => list.map(([key, sign, value]) => ` ${key}${sign}${value}`).join(""));
const spaces = fc.constantFrom("", "", "", ' xmlns="urn:one"', ' xmlns=""', ' xmlns:p="urn:two"');
const comment = characters.map((text) => `<!--${text.replaceAll("-", ".")}-->`);
const cdata = characters.map((text) => `<![CDATA[<b>&x;${text.replaceAll("]", ".")}]]>`);

const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc
    .tuple(name, fc.boolean(), spaces, attributes, fc.option(tie("content"), { nil: null }), fc.constantFrom("", " ", "\n"))
    .map(([local, prefixed, space, given, content, blank]) => {
      const tag = prefixed && space.includes(":p=") ? `p:${local}` : local;
      return content === null
        ? `<${tag}${space}${given}${blank}/>`
        : `<${tag}${space}${given}${blank}>${content}</${tag}${blank}>`;
    }),
  content: fc
    .array(fc.oneof({ maxDepth: 3, depthIdentifier: "xml" }, characters, comment, cdata, tie("element")), {
      maxLength: 4,
    })
    .map((parts) => parts.join("")),
}));

const head = fc.constantFrom(
  "",
  "",
  '<?xml version="1.0"?>',
  "<?xml version='1.0' encoding='UTF-8'?>\n",
  "<!-- head -->\n",
  '<?xml version="1.0"?><?pi x?>',
);
export const documents = fc
  .tuple(head, element, fc.constantFrom("", "\n", "<!-- end -->", "<?pi x?>"))
  .map((parts) => parts.join(""));

const DAMAGE = [
  "<",
  ">",
  "&",
  '"',
  "'",
  "/",
  "=",
  "]]>",
  "<!--",
  "--",
  "<a>",
  "</a>",
  "<a/>",
  " ",
  "&x;",
  "&#0;",
  "&#xD800;",
  "<![CDATA[",
  "<!DOCTYPE a>",
  "<?xml version='1.0'?>",
  "\u0001",
  "\ufffe",
  ":",
  "xmlns:q=''",
  " a='1' a='2'",
  "x",
  "1",
];

/** A document with pieces put in, taken out or doubled. */
export const damaged = fc
  .tuple(documents, fc.array(fc.tuple(fc.nat(400), fc.nat(3), fc.constantFrom(...DAMAGE)), { minLength: 1, maxLength: 2 }))
  .map(([text, places]) => {
    // by characters: half of a surrogate pair comes out of no decoder
    const all = [...text];
    for (const [at, cut, piece] of places) all.splice(at % (all.length + 1), cut, piece);
    return all.join("");
  });

/**
 * What libxml2 refuses and XML 1.0 with namespaces does not, or what it is asked here beside the question: a namespace's name that is no URI
 * reference, an encoding's name in what is characters already, a name that begins with a colon; and what its wrapper cannot walk through, an
 * instruction inside an element.
 */
const BESIDE: readonly RegExp[] = [
  /xmlns(?::[^=\s]*)?\s*=\s*(["'])(?!(?:urn:one|urn:two)?\1)/,
  /^<\?xml[^>]*encoding\s*=\s*(["'])(?!UTF-8\1)/,
  /<\?(?!xml\s)[^?]*:/,
  /<[^!?][\s\S]*<\?[\s\S]*<\//,
  /[\s<]:/,
];

/** Documents that the two read differently; none is expected. */
export const differences = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => {
    const [our, their] = [ours(text), theirs(text)];
    if (our === null || (their === null && BESIDE.some((one) => one.test(text)))) return false;
    return JSON.stringify(our) !== JSON.stringify(their);
  });

/** Documents that libxml2 reads and we refuse, or that we read in another way. */
export const misread = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => (ours(text) === null ? theirs(text) !== null : differences([text]).length > 0));
