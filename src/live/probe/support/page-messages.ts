/** Elements that have no end tag (HTML, 13.1.2). */
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** Elements whose end tag may be left out: the next one of the kind ends them. */
const ENDS_ITSELF = new Set("p li dt dd tr td th option".split(" "));
/** A page nests less; deeper elements are not read for messages. */
const DEEPEST = 256;
/** A longer text is a part of the page and no message of it. */
const LONGEST = 400;
const MOST = 5;

/** The words of an id or class that name a message of the page, in pages of the Keycloak family (kc-feedback-text, instruction) and of others. */
const NAMES_MESSAGE = new Set(
  "alert error errors errortext errormessage feedback instruction invalid message warning".split(" "),
);
const ROLES = new Set(["alert", "alertdialog"]);

type Attributes = ReadonlyMap<string, string>;

interface Open {
  readonly name: string;
  readonly holdsMessage: boolean;
  readonly isHeading: boolean;
  readonly hidden: boolean;
  text: string;
  /** An element inside of it is the message. */
  inner: boolean;
}

const wordsOf = (names: string): readonly string[] =>
  names
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_-]+/);

const holdsMessage = (attributes: Attributes): boolean =>
  ROLES.has(attributes.get("role") ?? "") ||
  attributes.get("aria-live") === "assertive" ||
  wordsOf(`${attributes.get("id") ?? ""} ${attributes.get("class") ?? ""}`).some((word) => NAMES_MESSAGE.has(word));

const isHidden = (attributes: Attributes): boolean =>
  attributes.has("hidden") ||
  /display\s*:\s*none/i.test(attributes.get("style") ?? "") ||
  /(?:^|\s)(?:hidden|d-none|hide)(?:\s|$)/.test(attributes.get("class") ?? "");

const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Reads the heading of a page and its messages, out of its tags and texts in their order: the innermost element counts, and what is hidden does not. */
export class PageMessages {
  readonly messages: string[] = [];
  heading = "";
  readonly #open: Open[] = [];

  opened(name: string, attributes: Attributes): void {
    const last = this.#open.at(-1);
    if (last?.name === name && ENDS_ITSELF.has(name)) this.closed(name);
    if (VOID.has(name) || this.#open.length >= DEEPEST) return;
    const hidden = isHidden(attributes) || (this.#open.at(-1)?.hidden ?? false);
    const body = name === "html" || name === "body";
    this.#open.push({
      name,
      holdsMessage: !body && holdsMessage(attributes),
      isHeading: name === "h1",
      hidden,
      text: "",
      inner: false,
    });
  }

  /** Takes a text that people see, its character references decoded. */
  said(text: string): void {
    const last = this.#open.at(-1);
    if (!last || last.hidden || text.trim() === "") return;
    const holder = this.#open.findLast((one) => one.holdsMessage);
    const heading = this.#open.findLast(({ isHeading }) => isHeading);
    for (const one of new Set([holder, heading])) if (one && one.text.length <= LONGEST) one.text += `${text} `;
  }

  closed(name: string): void {
    const at = this.#open.findLastIndex((one) => one.name === name);
    if (at >= 0) this.#end(at);
  }

  /** Ends what a page left open. */
  end(): void {
    this.#end(0);
  }

  #end(at: number): void {
    while (this.#open.length > at) this.#ended(this.#open.pop() as Open);
  }

  #ended({ holdsMessage, isHeading, text, inner }: Open): void {
    const said = folded(text);
    if (isHeading) this.heading ||= said.slice(0, LONGEST);
    if (!holdsMessage) return;
    if (said === "" && !inner) return;
    const outer = this.#open.findLast((one) => one.holdsMessage);
    if (outer) outer.inner = true;
    if (inner || said.length > LONGEST || this.messages.includes(said) || this.messages.length >= MOST) return;
    this.messages.push(said);
  }
}
