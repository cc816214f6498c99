import { type Wording, defineDiagnostic, name, quotedName, say } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { realm, SSO } from "./example.ts";

/** A client without an id (`first` is null), or with the id of an earlier client, which is on line `first`. */
interface Args {
  readonly id: string;
  readonly first: number | null;
}

function wording({ id, first }: Args): Wording {
  if (first === null)
    return {
      message: say`a client of idp.clients has no id`,
      notes: [say`realm.json would create a client that nothing can sign in as`],
      help: say`write the client id that the login service signs in with, for example ${name("plm")}`,
    };
  return {
    message: say`client ${quotedName(id)} is in idp.clients twice`,
    notes: [say`realm.json would create it twice, and a realm has an id only once; the first is in line ${first}`],
    help: say`remove one of them, or give it another id`,
  };
}

const clients = (list: string) => ({ file: SSO, with: realm("", `clients: [${list}]`) });

const clientId = defineDiagnostic({
  id: "idp/client-id",
  severity: "error",
  title: "a client without an id of its own",
  why: "The identity provider finds a client by its id: nobody can sign in with a client without one, and a realm holds one client of an id. Which of two definitions `idp apply` brings there is chance.",
  remedy: "Give each client its own id.",
  clauses: ["E6"],
  message: wording,
  fails: clients("{ id: '', redirectUris: [] }"),
  passes: [clients("{ id: plm, redirectUris: [] }, { id: PLM, redirectUris: [] }")],
});

export const rule: EnvironmentRule = {
  ...clientId,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    const first = new Map<string, number>();
    for (const { id } of signIn?.clients ?? []) {
      const { value, place, pointer } = id;
      const twin = first.get(value) ?? null;
      if (value.trim() === "" || twin !== null) yield clientId.at(place, { id: value, first: twin }, { pointer });
      else first.set(value, place.line);
    }
  },
};
