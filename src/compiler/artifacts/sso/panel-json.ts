import { panelDocument } from "./panel-data.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

export const artifact = signInArtifact({
  name: "sso-panel-json",
  title: "the deployment panel for programs",
  file: "panel.json",
  purpose: "expect",
  namesLines: true,
  bytes(facts, context) {
    const document = panelDocument(facts, context);
    return document && `${JSON.stringify(document, null, 2)}\n`;
  },
  prove(bytes, facts, context) {
    const same = JSON.stringify(JSON.parse(bytes.toString("utf8"))) === JSON.stringify(panelDocument(facts, context));
    return same ? [] : ["it reads differently from the model"];
  },
});
