import { json, page } from "./web.ts";
import type { LiveAnswer, LiveRequest } from "./live.ts";

/* Pages as those of the Keycloak family are built: one title for all, the heading and the message say what the page is (README of the recordings, K7 and K11). */

type Said = Readonly<Record<"en" | "de", string>>;

const SAYS = {
  "client-not-found": { en: "Client not found.", de: "Client nicht gefunden." },
  "client-disabled": { en: "Client disabled.", de: "Client deaktiviert." },
  "realm-disabled": { en: "Realm not enabled", de: "Realm not enabled" },
  "bearer-only": {
    en: "Bearer-only applications are not allowed to initiate browser login",
    de: "Bearer-only applications are not allowed to initiate browser login",
  },
  "redirect-uri": { en: "Invalid parameter: redirect_uri", de: "Ungültiger Parameter: redirect_uri" },
  deny: { en: "Access denied", de: "Zugriff verweigert" },
  cookie: { en: "Cookie not found.", de: "Cookie nicht gefunden." },
  wrong: { en: "Invalid username or password.", de: "Ungültiger Benutzername oder Passwort." },
  disabled: {
    en: "Account is disabled, contact your administrator.",
    de: "Ihr Benutzerkonto ist gesperrt, bitte kontaktieren Sie den Admin.",
  },
} as const satisfies Readonly<Record<string, Said>>;

export type Message = keyof typeof SAYS;

/** What may be wanted after the password: heading, message and fields of the form. */
const WANTS = {
  UPDATE_PASSWORD: [
    { en: "Update password", de: "Passwort aktualisieren" },
    { en: "You need to change your password.", de: "Sie müssen Ihr Passwort ändern." },
    '<input name="password-new" type="password"><input name="password-confirm" type="password">',
  ],
  VERIFY_PROFILE: [
    { en: "Update Account Information", de: "Benutzerkonto Informationen aktualisieren" },
    { en: "Please specify this field.", de: "Bitte füllen Sie dieses Feld aus." },
    '<input name="email" type="email"><input name="firstName" type="text">',
  ],
  CONFIGURE_TOTP: [
    { en: "Mobile Authenticator Setup", de: "Mehrfachauthentifizierung konfigurieren" },
    { en: "You need to set up Mobile Authenticator.", de: "Sie müssen eine Mehrfachauthentifizierung einrichten." },
    '<input name="totp" type="text">',
  ],
  OTP: [{ en: "Sign In", de: "Anmelden" }, null, '<label>One-time code</label><input name="otp" type="text">'],
  OAUTH_GRANT: [{ en: "Grant Access to PLM", de: "Zugang zu PLM gewähren" }, null, '<input name="code" type="hidden" value="x">'],
  TERMS_AND_CONDITIONS: [{ en: "Terms and Conditions", de: "Bedingungen und Konditionen" }, null, ""],
  VERIFY_EMAIL: [
    { en: "Email verification", de: "E-Mail verifizieren" },
    { en: "You need to verify your email address.", de: "Sie müssen Ihre E-Mail-Adresse verifizieren." },
    "",
  ],
  SOMETHING_OF_OURS: [{ en: "One more step", de: "Noch ein Schritt" }, null, ""],
} as const satisfies Readonly<Record<string, readonly [heading: Said, message: Said | null, fields: string]>>;

export type WantedStep = keyof typeof WANTS;

/** `de`: the realm has German alone. `de-en`: German is its default, and English is there for who asks for it. */
export type Speaks = "en" | "de" | "de-en";

export class IdentityPages {
  constructor(private readonly speaks: Speaks) {}

  #of(request: LiveRequest): "en" | "de" {
    if (this.speaks !== "de-en") return this.speaks;
    const wanted = request.url.searchParams.get("ui_locales") ?? request.headers["accept-language"] ?? "";
    return wanted.startsWith("en") ? "en" : "de";
  }

  #page(request: LiveRequest, heading: Said, body: string, status = 200): LiveAnswer {
    const language = this.#of(request);
    const title = language === "en" ? "Sign in to engineering" : "Anmeldung bei engineering";
    return page(`<header>engineering</header><h1 id="kc-page-title">${heading[language]}</h1>${body}`, status, title);
  }

  /** An error page; who accepts application/json at all gets JSON in its place. */
  refused(request: LiveRequest, what: Message, status = 400): LiveAnswer {
    const said = SAYS[what][this.#of(request)];
    if ((request.headers.accept ?? "").includes("application/json")) return json({ error: said }, status);
    const heading = { en: "We are sorry...", de: "Es ist ein Fehler aufgetreten." };
    return this.#page(request, heading, `<div id="kc-error-message"><p class="instruction">${said}</p></div>`, status);
  }

  /** The login form, with what it says above (an account) or at the field (a password). */
  form(request: LiveRequest, action: string, fields: string, what?: "wrong" | "disabled"): LiveAnswer {
    const said = what && SAYS[what][this.#of(request)];
    const above = what === "disabled" ? `<div class="pf-c-alert"><span class="kc-feedback-text">${said}</span></div>` : "";
    const at = what === "wrong" ? `<div id="input-error"><span class="kc-feedback-text">${said}</span></div>` : "";
    return this.#page(
      request,
      { en: "Sign in to your account", de: "Bei Ihrem Konto anmelden" },
      `${above}<form id="kc-form-login" action="${action.replaceAll("&", "&amp;")}" method="post">${fields}${at}<input name="login" type="submit" value="Sign In"></form>`,
    );
  }

  wanted(request: LiveRequest, step: WantedStep): LiveAnswer {
    const [heading, message, fields] = WANTS[step];
    const said = message && `<span class="kc-feedback-text">${message[this.#of(request)]}</span>`;
    return this.#page(request, heading, `${said ?? ""}<form action="" method="post">${fields}<input type="submit"></form>`);
  }
}
