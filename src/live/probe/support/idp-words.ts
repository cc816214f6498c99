import { symptomOf, type Symptom } from "./sign-in-page.ts";

/** A message of an identity provider of the Keycloak family, with its meaning: from a page, an error_description or an OAuth error. */
interface Words {
  /** Phrases by which the message is recognised, in English and, if observed, in German; case is ignored. */
  readonly phrases: readonly string[];
  readonly means: string;
  readonly help: string;
}

const LOCKED =
  "a locked account is refused in the same words: look at the user in the administration console, or for the error in the server's log, before another try";

/** The known messages of an identity provider; the first entry that matches counts, so more exact phrases come first. */
const WORDS: readonly Words[] = [
  {
    phrases: ["Client disabled", "Client deaktiviert"],
    means: "the client is switched off in the realm",
    help: "enable the client in the realm (Clients, the client, Enabled); `tierwright idp plan ENV` compares it with sso.yaml",
  },
  {
    phrases: ["Client not found", "Client nicht gefunden"],
    means: "the realm has no client of this id: capital letters count",
    help: "compare oidc.client.id in sso.yaml with the realm's clients, or make the client: import sso/realm.json, or `tierwright idp plan ENV`",
  },
  {
    phrases: ["Realm not enabled"],
    means: "the realm is switched off; its discovery document and its keys are answered all the same",
    help: "enable the realm in its settings (Realm settings, Enabled)",
  },
  {
    phrases: ["Bearer-only applications are not allowed"],
    means: "the client is bearer-only, and nobody can sign in by it",
    help: "switch bearer-only off for the client, or name the client of the login service in sso.yaml; `tierwright idp plan ENV` compares them",
  },
  {
    phrases: ["Standard flow is disabled"],
    means: "the client does not take people to a login page",
    help: "switch 'Standard flow' on for the client in the realm; `tierwright idp plan ENV` compares it with sso.yaml",
  },
  {
    phrases: ["Missing parameter: code_challenge", "policy requires PKCE"],
    means: "the client demands PKCE, and the request had none",
    help: "let the login service send PKCE with S256, or clear 'Proof Key for Code Exchange Code Challenge Method' of the client in the realm",
  },
  {
    phrases: ["code challenge method is not matching"],
    means: "the client demands another PKCE method than the one that was sent",
    help: "set 'Proof Key for Code Exchange Code Challenge Method' of the client to S256, or to the method that the login service sends",
  },
  {
    phrases: ["Invalid parameter: code_challenge"],
    means: "the identity provider does not take the PKCE challenge",
    help: "look at what the login service sends as code_challenge: with S256 it has 43 characters",
  },
  {
    phrases: ["Pushed Authorization Request is only allowed"],
    means: "the client takes requests by PAR alone, which the login service does not send",
    help: "switch 'Pushed authorization request required' off for the client in the realm",
  },
  {
    phrases: ["unsupported_response_type", "Missing parameter: response_type", "Invalid parameter: response_mode"],
    means: "the identity provider does not take the form in which the login service asks for its answer",
    help: "set the login service to the authorization code flow (response_type code)",
  },
  {
    phrases: ["Restart login cookie not found", "Cookie not found", "authentication_expired", "Page has expired"],
    means: "the sign-in was too slow, or its cookie was lost, or its page was used before",
    help: "begin at the web application, and look whether a proxy before the identity provider drops its cookies",
  },
  {
    phrases: ["login_required"],
    means: "the request forbids a login page (prompt=none), and nobody is signed in",
    help: "take prompt=none away from the login service's parameters",
  },
  {
    phrases: ["access_denied", "Access denied", "Zugriff verweigert"],
    means: "the realm's flow denies this sign-in, or its consent was refused",
    help: "look at the authentication flow that the client has (its own overrides the realm's), and at the event in the server's log",
  },
  {
    phrases: ["Account is temporarily disabled"],
    means: "the account is locked for some time, after wrong passwords",
    help: "wait for the end of the lock, or unlock the user in the administration console; compare the password only after that",
  },
  {
    phrases: ["Account is disabled", "Benutzerkonto ist gesperrt", "user_disabled"],
    means: "the account is disabled; the password is not the cause",
    help: "enable the user in the administration console, or sign in as another one",
  },
  {
    phrases: ["Invalid username or password", "Ungültiger Benutzername oder Passwort", "Invalid password"],
    means: "the identity provider does not take the user and password",
    help: `try them once in a browser; it is not tried again, so that the account is not locked; ${LOCKED}`,
  },
  {
    phrases: ["Invalid username", "Ungültiger Benutzername"],
    means: "the identity provider does not know the user",
    help: `compare the name with the realm's users: \`tierwright idp users ENV\`; ${LOCKED}`,
  },
  {
    phrases: ["Failed to send email", "E-Mail konnte nicht versendet werden"],
    means: "the realm is to send a mail, and its mail server does not take it",
    help: "set up the realm's mail server (Realm settings, Email), or take the action off the user",
  },
  {
    phrases: ["Invalid Request"],
    means: "the identity provider refuses the request as a whole: the client may demand a signed request object",
    help: "look at 'Request object required' of the client, and at the event in the server's log",
  },
];

/**
 * Returns the meaning of an identity provider's message. Messages that other sign-in servers have, too, are tried last. Returns null for an
 * unknown message.
 * @param messages quoted whole: messages of a page, an error_description, an OAuth error
 * @param texts quoted by the matching phrase only
 */
export function idpSymptomOf(
  messages: readonly string[],
  ...texts: readonly string[]
): (Symptom & { readonly said: string }) | null {
  const all = [...messages, ...texts];
  for (const { phrases, means, help } of WORDS)
    for (const [i, text] of all.entries())
      for (const phrase of phrases) {
        const at = text.toLowerCase().indexOf(phrase.toLowerCase());
        if (at >= 0) return { means, help, said: i < messages.length ? text : text.slice(at, at + phrase.length) };
      }
  return symptomOf(...all);
}
