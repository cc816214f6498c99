import type { SignInFacts } from "../../sso/facts.ts";
import { realmDocument } from "../../sso/realm.ts";
import type { ArtifactContext } from "../artifact.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

/**
 * Returns the realm document for the identity provider to import. It contains secrets in plain text, because the identity provider does not
 * read encoded ones; a secret whose value `context` does not have is left out.
 */
const documentOf = (facts: SignInFacts, { secrets }: ArtifactContext) =>
  realmDocument(facts, ({ pointer }) => secrets?.get(pointer)?.reveal() ?? null);

export const artifact = signInArtifact({
  name: "sso-realm",
  title: "the realm and its clients, for the identity provider to import",
  file: "realm.json",
  purpose: "install",
  bytes(facts, context) {
    const document = documentOf(facts, context);
    return document && `${JSON.stringify(document, null, 2)}\n`;
  },
  prove(bytes, facts, context) {
    const same = JSON.stringify(JSON.parse(bytes.toString("utf8"))) === JSON.stringify(documentOf(facts, context));
    return same ? [] : ["it reads differently from the model"];
  },
});
