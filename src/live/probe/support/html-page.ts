import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes as Html, parse } from "parse5";

/** One control of a form that would be submitted. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  /** The type in lower case: text, password, hidden, email, ...; submit for a button. */
  readonly type: string;
}

export interface HtmlForm {
  /** The action of the form as written; "" is the page's own address. */
  readonly action: string;
  readonly method: "GET" | "POST";
  readonly fields: readonly FormField[];
}

export interface HtmlPage {
  readonly title: string;
  /** The text of the first h1; "" if the page has none. */
  readonly heading: string;
  /** The messages on the page to a person, such as errors and warnings; at most `MOST_MESSAGES`. */
  readonly messages: readonly string[];
  readonly forms: readonly HtmlForm[];
  /** The address in a meta refresh of the page; null if there is none. */
  readonly refresh: string | null;
  /** True if a script of the page submits a form by itself. */
  readonly submitsItself: boolean;
  /** The visible text of the page, with white space folded. */
  readonly text: string;
}

/** The number of characters up to which a page is read; a login page has some kilobytes. */
const LONGEST_PAGE = 1024 * 1024;
/** The deepest nesting of elements that is read; browsers stop there too. */
const DEEPEST = 512;
/** The most elements that are read. A page of a megabyte has fewer, unless it was built to overload a parser. */
const MOST_ELEMENTS = 50_000;
const MOST_FORMS = 20;
const MOST_FIELDS = 200;
const LONGEST_TEXT = 4_000;
/** The length in characters above which the text of an element counts as page content, not as a message to a person. */
const LONGEST_MESSAGE = 400;
const MOST_MESSAGES = 5;

/** Names of HTML elements whose text a browser does not show. */
const UNSEEN = new Set("script style noscript template iframe noembed noframes title textarea".split(" "));
/**
 * Words in the id or class of an HTML element that mark a message to a person, in pages of Keycloak (kc-feedback-text, instruction) and
 * others.
 */
const NAMES_MESSAGE = new Set(
  "alert error errors errortext errormessage feedback instruction invalid message warning".split(" "),
);
const ROLES = new Set(["alert", "alertdialog"]);
const SUBMITS = /\.\s*submit\s*\(/;

/** Thrown to stop parsing a page that has too many elements or nests them too deeply. */
class Enough extends Error {}

/** Parses a page as browsers do. `owners` maps each form control to its form, even inside a table. */
function documentOf(html: string): {
  readonly document: Html.Document;
  readonly owners: ReadonlyMap<Html.Element, Html.Element>;
} {
  const document = tree.createDocument();
  const owners = new Map<Html.Element, Html.Element>();
  let [depth, count] = [0, 0];
  const treeAdapter: typeof tree = {
    ...tree,
    createDocument: () => document,
    onElementCreated(element, { formElement }) {
      if (formElement) owners.set(element, formElement);
      if (++count > MOST_ELEMENTS) throw new Enough();
    },
    onItemPush() {
      if (++depth > DEEPEST) throw new Enough();
    },
    onItemPop: () => void depth--,
  };
  try {
    parse(html, { treeAdapter });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return { document, owners };
}

const childrenOf = (node: Html.ParentNode): readonly Html.Element[] => node.childNodes.filter(tree.isElementNode);

const allIn = (node: Html.ParentNode): readonly Html.Element[] => childrenOf(node).flatMap((child) => [child, ...allIn(child)]);

/** Returns the texts inside an element, except those of elements that are left out. */
const textsIn = (node: Html.ParentNode, isLeftOut: (element: Html.Element) => boolean): readonly string[] =>
  node.childNodes.flatMap((child) => {
    if (tree.isTextNode(child)) return child.value;
    return tree.isElementNode(child) && !isLeftOut(child) ? textsIn(child, isLeftOut) : [];
  });

const folded = (texts: readonly string[]): string => texts.join(" ").replace(/\s+/g, " ").trim();

const attributeOf = ({ attrs }: Html.Element, name: string): string | undefined => attrs.find((one) => one.name === name)?.value;

const isUnseen = ({ tagName }: Html.Element): boolean => UNSEEN.has(tagName);

const isHidden = (element: Html.Element): boolean =>
  isUnseen(element) ||
  attributeOf(element, "hidden") !== undefined ||
  /display\s*:\s*none/i.test(attributeOf(element, "style") ?? "") ||
  /(?:^|\s)(?:hidden|d-none|hide)(?:\s|$)/.test(attributeOf(element, "class") ?? "");

const wordsOf = (names: string): readonly string[] =>
  names
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/);

const holdsMessage = (element: Html.Element): boolean =>
  element.tagName !== "html" &&
  element.tagName !== "body" &&
  (ROLES.has(attributeOf(element, "role") ?? "") ||
    attributeOf(element, "aria-live") === "assertive" ||
    wordsOf(`${attributeOf(element, "id") ?? ""} ${attributeOf(element, "class") ?? ""}`).some((word) =>
      NAMES_MESSAGE.has(word),
    ));

/** Returns the visible messages of a page and its heading. Only the innermost of nested message elements is used. */
function shownIn(document: Html.Document): { readonly messages: readonly string[]; readonly heading: string } {
  const messages = new Set<string>();
  let heading = "";
  /** Returns true if an element contains a message; adds the messages that it contains to `messages`. */
  const look = (element: Html.Element): boolean => {
    if (isHidden(element)) return false;
    const holdsInner = childrenOf(element).map(look).includes(true);
    const isHolder = holdsMessage(element) && !holdsInner;
    if (!isHolder && element.tagName !== "h1") return holdsInner;
    const text = folded(textsIn(element, isHidden));
    if (element.tagName === "h1") heading ||= text.slice(0, LONGEST_MESSAGE);
    if (isHolder && text !== "" && text.length <= LONGEST_MESSAGE && messages.size < MOST_MESSAGES) messages.add(text);
    return holdsInner || (isHolder && text !== "");
  };
  childrenOf(document).forEach(look);
  return { messages: [...messages], heading };
}

/** Returns an element as a control of a form; null if it would not be submitted. */
function fieldOf(element: Html.Element): FormField | null {
  const { tagName } = element;
  if (attributeOf(element, "disabled") !== undefined) return null;
  const type = (attributeOf(element, "type") ?? (tagName === "button" ? "submit" : "text")).toLowerCase();
  if (tagName !== "input" && !(tagName === "button" && type === "submit")) return null;
  if (["reset", "button", "image", "file"].includes(type)) return null;
  const isBox = type === "checkbox" || type === "radio";
  if (isBox && attributeOf(element, "checked") === undefined) return null;
  return { name: attributeOf(element, "name") ?? "", value: attributeOf(element, "value") ?? (isBox ? "on" : ""), type };
}

/** Returns the address of a meta refresh, which is written as `0; url='...'`; null if there is none. */
const refreshOf = (content: string): string | null =>
  /^\s*(?:[\d.]+\s*)?(?:[;,]\s*)?url\s*=\s*["']?([^"']+)/i.exec(content)?.[1]?.trim() ?? null;

/** Parses a page as a browser without scripts would show it: its forms, its redirect and its visible text. */
export function readPage(html: string): HtmlPage {
  const { document, owners } = documentOf(html.slice(0, LONGEST_PAGE));
  const all = allIn(document);
  const named = (name: string) => all.filter(({ tagName }) => tagName === name);
  const ownText = (element: Html.Element | undefined) => (element ? textsIn(element, () => false) : []);
  const refreshes = named("meta").filter((one) => attributeOf(one, "http-equiv")?.toLowerCase() === "refresh");
  const scripts = [...named("script").flatMap(ownText), ...named("body").map((body) => attributeOf(body, "onload") ?? "")];
  return {
    title: folded(ownText(named("title")[0])).slice(0, 200),
    ...shownIn(document),
    forms: named("form")
      .slice(0, MOST_FORMS)
      .map((form) => ({
        action: (attributeOf(form, "action") ?? "").trim(),
        method: attributeOf(form, "method")?.trim().toLowerCase() === "post" ? "POST" : "GET",
        fields: all.flatMap((one) => (owners.get(one) === form && fieldOf(one)) || []).slice(0, MOST_FIELDS),
      })),
    refresh: refreshes.map((one) => refreshOf(attributeOf(one, "content") ?? "")).find((to) => to !== null) ?? null,
    submitsItself: scripts.some((script) => SUBMITS.test(script)),
    text: folded(textsIn(document, isUnseen)).slice(0, LONGEST_TEXT),
  };
}
