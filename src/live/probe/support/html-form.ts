import type { HtmlForm, HtmlPage } from "./html-page.ts";

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
