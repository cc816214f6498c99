import type { HtmlForm, HtmlPage } from "./html-page.ts";

/** An HTML form in which a person signs in. */
export interface LoginForm {
  readonly form: HtmlForm;
  /** The name of the form's field for the user name; null if the page already knows the user. */
  readonly user: string | null;
  /** The name of the form's field for the password; null if the next page asks for it. */
  readonly password: string | null;
}

const NAMES_USER = /user|login|mail|name|^id$|identifier/i;
const typedInto = ({ fields }: HtmlForm) =>
  fields.filter(({ type, name }) => ["text", "email", "tel"].includes(type) && name !== "");

/** Returns the form with one password field and a user field; null if the page has none. */
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

/** Returns the form that asks for a user name only, with the password on the next page; null if the page has none. */
function nameFormOf({ forms }: HtmlPage): LoginForm | null {
  for (const form of forms) {
    const [only, ...others] = typedInto(form);
    const asksMore = form.fields.some(({ type }) => type === "password" || type === "file");
    if (form.method === "POST" && only && others.length === 0 && !asksMore && NAMES_USER.test(only.name))
      return { form, user: only.name, password: null };
  }
  return null;
}

/** Returns the form that asks for a password only, on the page after the user name; null if the page has none. */
export function passwordFormOf({ forms }: HtmlPage): LoginForm | null {
  for (const form of forms) {
    const [only, ...others] = form.fields.filter(({ type, name }) => type === "password" && name !== "");
    if (form.method === "POST" && only && others.length === 0 && typedInto(form).length === 0)
      return { form, user: null, password: only.name };
  }
  return null;
}

/** Returns the form that begins a sign-in: with user and password, or the user name alone; null if the page has none. */
export const firstFormOf = (page: HtmlPage): LoginForm | null => loginFormOf(page) ?? nameFormOf(page);

/**
 * Returns the form that a script of the page submits: it has only hidden fields, and perhaps a button for browsers without scripts. Returns
 * null if there is none.
 */
export function handoverOf({ forms, submitsItself }: HtmlPage): HtmlForm | null {
  const [only, ...others] = forms;
  if (!only || others.length > 0 || !submitsItself) return null;
  const hidden = only.fields.filter(({ type }) => type === "hidden");
  return hidden.length > 0 && only.fields.every(({ type }) => type === "hidden" || type === "submit") ? only : null;
}

/**
 * Returns the body that a form submits (application/x-www-form-urlencoded). A button is part of it only if the form has a single one.
 * @param typed replaces the values of the fields with these names.
 */
export function formBody(form: HtmlForm, typed: Readonly<Record<string, string>> = {}): string {
  const buttons = form.fields.filter(({ type }) => type === "submit");
  const body = new URLSearchParams();
  for (const field of form.fields) {
    if (field.name === "" || (field.type === "submit" && buttons.length > 1)) continue;
    body.append(field.name, typed[field.name] ?? field.value);
  }
  return body.toString();
}
