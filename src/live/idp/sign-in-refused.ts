import { plain, say, value } from "../../kernel/index.ts";
import { errorWords } from "./fault.ts";
import { isObject, type Json, textOf } from "./json.ts";

/** A refusal of the token endpoint, recognised by its error_description, with its meaning and what to do. */
interface Refusal {
  /** The texts with which the error_description of such an answer can begin. */
  readonly begins: readonly string[];
  readonly means: string;
  readonly help: string;
}

const ONCE = "nothing is tried again, so that no account is locked";

/**
 * The known refusals of a sign-in with user and password. The identity provider writes error_description in English, whatever the realm's
 * language is.
 */
const OF_USER: readonly Refusal[] = [
  {
    begins: ["Account is not fully set up"],
    means: "the password is right, and the account has something left to do: a temporary password, a one-time code, its profile",
    help: "sign in once in a browser at the administration console as this user and do what it asks for, or remove the user's required actions; the password is not the cause",
  },
  {
    begins: ["Account disabled", "Account temporarily disabled", "Account is disabled", "Account is temporarily disabled"],
    means: "the account is disabled, or locked after wrong passwords",
    help: "enable the user in the administration console, or wait for the end of the lock; compare the password only after that",
  },
  {
    begins: ["Invalid user credentials"],
    means:
      "the user or the password is wrong, or the account wants a one-time code, or it is locked: the server has the same words for all of them",
    help: `compare idp.user and idp.password of the profile with the intended administrator; an account with a one-time code (OTP) cannot sign in here: use one without, or a service account; the server's log names the cause; ${ONCE}`,
  },
  {
    begins: ["Missing parameter: username"],
    means: "the user name is empty",
    help: "set idp.user of the profile",
  },
  {
    begins: ["Client not allowed for direct access grants"],
    means: "the client admin-cli does not take user and password",
    help: "switch 'Direct access grants' on for the client admin-cli of that realm, or use a service account",
  },
  {
    begins: ["Invalid client or Invalid client credentials"],
    means: "the client admin-cli is not in that realm, is disabled, or has a secret",
    help: "look at the client admin-cli of that realm: it is a public client of every new realm; or use a service account",
  },
];

/** The known refusals of a sign-in with a client's service account. */
const OF_CLIENT: readonly Refusal[] = [
  {
    begins: ["Invalid client or Invalid client credentials"],
    means: "the client is not in that realm, is disabled, or has another secret",
    help: "compare idp.client and idp.secret of the profile with the client and its secret in the administration console",
  },
  {
    begins: ["Public client not allowed to retrieve service account", "Client not enabled to retrieve service account"],
    means: "the client has no service account",
    help: "switch 'Client authentication' and 'Service accounts roles' on for the client, and give its service account the roles of the realm",
  },
  {
    begins: ["Parameter client_assertion"],
    means: "the client proves itself by a signed token, and not by a secret",
    help: "set the client's authenticator to 'Client Id and Secret', or name another client in the profile",
  },
];

/**
 * Returns the identity provider's words for a refused sign-in with an explanation, and what to do.
 * @param document the body of the answer; undefined if it is not JSON
 * @param by the kind of account: a user with a password, or a client with a secret
 */
export function refusedHelp(
  document: Json | undefined,
  by: "user" | "client" = "user",
): { readonly says: string; readonly help: string } {
  const [error, description] = isObject(document) ? [textOf(document.error), textOf(document.error_description)] : [null, null];
  const known = (by === "user" ? OF_USER : OF_CLIENT).find(({ begins }) =>
    begins.some((start) => description?.startsWith(start)),
  );
  if (known && error !== null && description !== null)
    return { says: `${plain(say`${value(error)}, ${value(description)}`)}: ${known.means}`, help: known.help };
  const fields = by === "user" ? "idp.user and idp.password" : "idp.client and idp.secret";
  return {
    says: plain(errorWords(document)),
    help: `compare ${fields} of the profile with the intended ${by === "user" ? "administrator" : "client"}; ${ONCE}`,
  };
}
