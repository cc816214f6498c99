import { PageMessages } from "./page-messages.ts";

/** One control of a form that would be sent. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  /** Lower case: text, password, hidden, email, ...; submit for a button. */
  readonly type: string;
}

export interface HtmlForm {
  /** As written; "": the page's own address. */
  readonly action: string;
  readonly method: "GET" | "POST";
  readonly fields: readonly FormField[];
}

export interface HtmlPage {
  readonly title: string;
  /** Its first h1; "": it has none. */
  readonly heading: string;
  /** What it tells the person: an error, a warning, what to do; the first five. */
  readonly messages: readonly string[];
  readonly forms: readonly HtmlForm[];
  /** Where a meta refresh leads; null: there is none. */
  readonly refresh: string | null;
  /** True where a script sends a form by itself. */
  readonly submitsItself: boolean;
  /** What people see of it, white space folded. */
  readonly text: string;
}

/** A login page has some kilobytes; of more than this the beginning is read. */
const LONGEST_PAGE = 1024 * 1024;
const MOST_FORMS = 20;
const MOST_FIELDS = 200;
const LONGEST_TEXT = 4_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Character references, as they stand in attributes and text. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, named) => {
    if (named !== undefined) return ENTITIES[String(named).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** A start tag's attributes; the first of a name counts (HTML, 13.2.5.33). */
function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const match of text.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g)) {
    const key = (match[1] ?? "").toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decoded(match[2] ?? match[3] ?? match[4] ?? ""));
  }
  return attributes;
}

interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
}

const TAG = /<(\/?)([a-z][a-z0-9:-]*)(?![a-z0-9:-])((?:[^>"']|"[^"]*"|'[^']*')*)>/giy;
/** What is no markup although it may look like some, with its content. */
const RAW = new Set(["script", "style", "noscript", "template", "iframe", "title", "textarea"]);

/** Tags and text in order; `raw` is given the content of what holds no markup. */
function* tokens(
  html: string,
): Generator<{ readonly tag: Tag } | { readonly text: string } | { readonly raw: string; readonly of: string }> {
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) return yield { text: html.slice(at) };
    if (open > at) yield { text: html.slice(at, open) };
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    // a document type or a processing instruction is no text
    if (html[open + 1] === "!" || html[open + 1] === "?") {
      const end = html.indexOf(">", open);
      at = end < 0 ? html.length : end + 1;
      continue;
    }
    TAG.lastIndex = open;
    const match = TAG.exec(html);
    if (!match) {
      // a tag that does not end drops the rest of the page, as in a browser
      if (/^<\/?[a-z]/i.test(html.slice(open, open + 3))) return;
      at = open + 1;
      continue;
    }
    const name = (match[2] ?? "").toLowerCase();
    const closing = match[1] === "/";
    at = TAG.lastIndex;
    yield { tag: { name, closing, attributes: closing ? new Map() : attributesOf(match[3] ?? "") } };
    if (closing || !RAW.has(name)) continue;
    const end = lower.indexOf(`</${name}`, at);
    yield { raw: html.slice(at, end < 0 ? html.length : end), of: name };
    at = end < 0 ? html.length : end;
  }
}

/** The control that a tag is; null: it sends nothing by itself. */
function fieldOf({ name, attributes }: Tag): FormField | null {
  const own = attributes.get("name") ?? "";
  if (attributes.has("disabled")) return null;
  const type = (attributes.get("type") ?? (name === "button" ? "submit" : "text")).toLowerCase();
  if (name !== "input" && !(name === "button" && type === "submit")) return null;
  if (["reset", "button", "image", "file"].includes(type)) return null;
  const box = type === "checkbox" || type === "radio";
  if (box && !attributes.has("checked")) return null;
  return { name: own, value: attributes.get("value") ?? (box ? "on" : ""), type };
}

/** The address in `0; url='...'`. */
const refreshOf = (content: string): string | null =>
  /^\s*(?:[\d.]+\s*)?(?:[;,]\s*)?url\s*=\s*["']?([^"']+)/i.exec(content)?.[1]?.trim() ?? null;

/** What a browser without scripts makes of a page: its forms, where it leads by itself, and what a person would read. */
export function readPage(html: string): HtmlPage {
  const forms: { action: string; method: "GET" | "POST"; fields: FormField[] }[] = [];
  let current: (typeof forms)[number] | null = null;
  let [title, text, refresh, submits] = ["", "", null as string | null, false];
  const messages = new PageMessages();
  for (const token of tokens(html.slice(0, LONGEST_PAGE))) {
    if ("text" in token) {
      if (text.length < LONGEST_TEXT) text += `${token.text} `;
      messages.said(decoded(token.text));
      continue;
    }
    if ("raw" in token) {
      if (token.of === "title") title ||= token.raw;
      if (token.of === "script") submits ||= /\.\s*submit\s*\(/.test(token.raw);
      continue;
    }
    const { name, closing, attributes } = token.tag;
    if (closing) messages.closed(name);
    else messages.opened(name, attributes);
    if (name === "form") {
      current = closing ? null : (current ?? openForm(attributes));
      if (current && !forms.includes(current) && forms.length < MOST_FORMS) forms.push(current);
    } else if (!closing) {
      const field = current && fieldOf(token.tag);
      if (field && current && current.fields.length < MOST_FIELDS) current.fields.push(field);
      if (name === "meta" && attributes.get("http-equiv")?.toLowerCase() === "refresh")
        refresh ??= refreshOf(attributes.get("content") ?? "");
      if (name === "body") submits ||= /\.\s*submit\s*\(/.test(attributes.get("onload") ?? "");
    }
  }
  messages.end();
  const folded = (some: string) => decoded(some).replace(/\s+/g, " ").trim();
  return {
    title: folded(title).slice(0, 200),
    heading: messages.heading,
    messages: messages.messages,
    forms,
    refresh,
    submitsItself: submits,
    text: folded(text).slice(0, LONGEST_TEXT),
  };
}

const openForm = (attributes: ReadonlyMap<string, string>): { action: string; method: "GET" | "POST"; fields: FormField[] } => ({
  action: (attributes.get("action") ?? "").trim(),
  method: attributes.get("method")?.trim().toLowerCase() === "post" ? "POST" : "GET",
  fields: [],
});

/** A form that a person fills in to sign in; null: the page asks for no such thing. */
export interface LoginForm {
  readonly form: HtmlForm;
  /** The field for the user's name; null: the page knows already whom it asks. */
  readonly user: string | null;
  /** null: the password is asked on the page after this one. */
  readonly password: string | null;
}

const NAMES_USER = /user|login|mail|name|^id$|identifier/i;
const typedInto = ({ fields }: HtmlForm) =>
  fields.filter(({ type, name }) => ["text", "email", "tel"].includes(type) && name !== "");

/** The form that asks for a password once, with the field for the user's name; null: none of the page's forms does. */
export function loginFormOf({
  forms,
}: HtmlPage): { readonly form: HtmlForm; readonly user: string; readonly password: string } | null {
  for (const form of forms) {
    const passwords = form.fields.filter(({ type, name }) => type === "password" && name !== "");
    const names = typedInto(form);
    const user = names.find(({ name }) => NAMES_USER.test(name)) ?? names[0];
    if (passwords.length === 1 && passwords[0] && user) return { form, user: user.name, password: passwords[0].name };
  }
  return null;
}

/** The form that asks who signs in, and for nothing else: the password is asked on the next page. */
function nameFormOf({ forms }: HtmlPage): LoginForm | null {
  for (const form of forms) {
    const [only, ...others] = typedInto(form);
    const asksMore = form.fields.some(({ type }) => type === "password" || type === "file");
    if (form.method === "POST" && only && others.length === 0 && !asksMore && NAMES_USER.test(only.name))
      return { form, user: only.name, password: null };
  }
  return null;
}

/** The page after it: one password, and nobody's name that could still be typed. */
export function passwordFormOf({ forms }: HtmlPage): LoginForm | null {
  for (const form of forms) {
    const [only, ...others] = form.fields.filter(({ type, name }) => type === "password" && name !== "");
    if (form.method === "POST" && only && others.length === 0 && typedInto(form).length === 0)
      return { form, user: null, password: only.name };
  }
  return null;
}

/** Where a sign-in begins: both on one page, or the name alone. */
export const firstFormOf = (page: HtmlPage): LoginForm | null => loginFormOf(page) ?? nameFormOf(page);

/** The form that a script of the page sends by itself: hidden fields alone, or with a button for people without scripts. */
export function handoverOf({ forms, submitsItself }: HtmlPage): HtmlForm | null {
  const [only, ...others] = forms;
  if (!only || others.length > 0 || !submitsItself) return null;
  const hidden = only.fields.filter(({ type }) => type === "hidden");
  return hidden.length > 0 && only.fields.every(({ type }) => type === "hidden" || type === "submit") ? only : null;
}

/** What a form sends (application/x-www-form-urlencoded); `typed` replaces the fields of those names. A button counts where it is the only one. */
export function formBody(form: HtmlForm, typed: Readonly<Record<string, string>> = {}): string {
  const buttons = form.fields.filter(({ type }) => type === "submit");
  const body = new URLSearchParams();
  for (const field of form.fields) {
    if (field.name === "" || (field.type === "submit" && buttons.length > 1)) continue;
    body.append(field.name, typed[field.name] ?? field.value);
  }
  return body.toString();
}
