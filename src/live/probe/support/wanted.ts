import { type Text, name, say, words } from "../../../kernel/index.ts";
import type { HtmlPage } from "./html-page.ts";

/** A step that an identity provider requires of a person after the password. */
export interface Wanted {
  readonly what: Text;
  readonly help: string;
}

interface Kind {
  readonly what: string;
  readonly help: string;
  /** Values of `execution=` in the address of a page that asks for this step, in capitals; they do not depend on the page's language. */
  readonly executions: readonly string[];
  /**
   * Names of form fields by which a page of the identity provider that asks for a further step is recognised, because no other step has
   * them.
   */
  readonly fields?: readonly string[];
  /** Beginnings of headings and messages by which a page that asks for this step is recognised, in English and German. */
  readonly phrases: readonly string[];
}

const IN_BROWSER = "do it once in a browser as this user, then probe again";

const KINDS: readonly Kind[] = [
  {
    what: "a new password",
    executions: ["UPDATE_PASSWORD"],
    fields: ["password-new"],
    phrases: ["Update password", "You need to change your password", "Passwort aktualisieren", "Sie müssen Ihr Passwort ändern"],
    help: `the password is temporary, or 'Update Password' is among the user's required actions: ${IN_BROWSER}`,
  },
  {
    what: "the profile to be completed",
    executions: ["VERIFY_PROFILE", "UPDATE_PROFILE"],
    phrases: ["Update Account Information", "Benutzerkonto Informationen aktualisieren"],
    help: "fill in the user's e-mail and names, or let the realm's user profile not require them, else everybody without them is stopped here: `tierwright idp plan ENV` shows what sso.yaml wants of the profile",
  },
  {
    what: "a one-time code to be set up",
    executions: ["CONFIGURE_TOTP"],
    fields: ["totpSecret"],
    phrases: ["Mobile Authenticator Setup", "You need to set up Mobile Authenticator", "Mehrfachauthentifizierung konfigurieren"],
    help: "no code is typed here: take the action off the user ('Configure OTP'), or probe with an account that has none",
  },
  {
    what: "a one-time code",
    executions: [],
    fields: ["otp", "totp"],
    phrases: ["One-time code", "Invalid authenticator code", "Ungültiger One-time Code"],
    help: "the password is right, and no code is typed here: probe with an account that has no one-time code (OTP)",
  },
  {
    what: "a recovery code or a security key",
    executions: ["CONFIGURE_RECOVERY_AUTHN_CODES", "WEBAUTHN-REGISTER", "WEBAUTHN-REGISTER-PASSWORDLESS"],
    fields: ["recoveryCodeInput", "authenticatorData", "attestationObject"],
    phrases: [],
    help: "neither is given here: probe with an account that has a password alone",
  },
  {
    what: "consent to the client",
    executions: ["OAUTH_GRANT"],
    phrases: ["Grant Access to", "Do you grant these access privileges", "Zugang zu", "Wollen Sie diese Zugriffsrechte"],
    help: "switch 'Consent required' off for the client, else every user is asked once; `tierwright idp plan ENV` compares the client with sso.yaml",
  },
  {
    what: "the e-mail address to be verified",
    executions: ["VERIFY_EMAIL", "UPDATE_EMAIL"],
    phrases: ["Email verification", "You need to verify your email", "E-Mail verifizieren", "Sie müssen Ihre E-Mail-Adresse"],
    help: "set 'Email verified' of the user, or follow the mail once; the realm needs a mail server for it (Realm settings, Email)",
  },
  {
    what: "terms to be accepted",
    executions: ["TERMS_AND_CONDITIONS"],
    phrases: ["Terms and Conditions", "Bedingungen und Konditionen"],
    help: `accept them as this user, or take the action off the user: ${IN_BROWSER}`,
  },
];

const begins = (text: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => text.toLowerCase().startsWith(phrase.toLowerCase()));

/**
 * Returns the step that a page requires after the right password, from the `execution=` of its address, its form fields, its heading or its
 * messages. Returns null for an unknown page.
 */
export function wantedOf({ heading, messages, forms }: HtmlPage, url: URL): Wanted | null {
  const execution = url.searchParams.get("execution") ?? "";
  const fields = new Set(forms.flatMap((form) => form.fields.map((field) => field.name)));
  const kind =
    KINDS.find(({ executions }) => executions.includes(execution.toUpperCase())) ??
    KINDS.find(({ fields: own = [] }) => own.some((field) => fields.has(field))) ??
    KINDS.find(({ phrases }) => [heading, ...messages].some((text) => begins(text, phrases)));
  if (kind) return { what: words(kind.what), help: kind.help };
  if (!url.pathname.endsWith("/login-actions/required-action") || !/^[\w.-]{1,80}$/.test(execution)) return null;
  return { what: say`the required action ${name(execution)}`, help: IN_BROWSER };
}
