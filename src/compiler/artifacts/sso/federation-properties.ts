import { PropertiesDocument } from "../../../kernel/index.ts";
import { federationSettings } from "../../sso/parameters.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { ArtifactContext } from "../artifact.ts";
import { settingText, signInArtifact } from "./sign-in-artifact.ts";

/** Returns the nine settings of federation.properties by name, in the file's order; null if the value of one is not known. */
function settingsOf(facts: SignInFacts, context: ArtifactContext): ReadonlyMap<string, string> | null {
  const settings = federationSettings(facts);
  if (typeof settings === "string") return null;
  return new Map(settings.map(({ name, target }) => [name, settingText(target, context)]));
}

export const artifact = signInArtifact({
  name: "sso-federation-properties",
  title: "the login service's side of OpenID Connect",
  file: "federation.properties",
  purpose: "install",
  bytes(facts, context) {
    const settings = settingsOf(facts, context);
    if (!settings) return null;
    const head = Buffer.from("# How the login service talks to the identity provider. Read at start-up.\n");
    return PropertiesDocument.parse(head)
      .edit([...settings].map(([key, value]) => ({ key, value })))
      .bytes();
  },
  prove(bytes, facts, context) {
    const loaded = PropertiesDocument.parse(bytes).load();
    const settings = settingsOf(facts, context);
    if (!loaded.loads || !settings) return ["Java cannot load it"];
    if (loaded.map.size !== settings.size) return ["it holds other settings than the nine"];
    const wrong = [...settings].filter(([key, value]) => loaded.map.get(key)?.value !== value);
    return wrong.map(([key]) => `${key} reads differently from the model`);
  },
});
