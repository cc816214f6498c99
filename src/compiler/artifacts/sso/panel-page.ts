import { codeSpan } from "../../../kernel/index.ts";
import { panelFields } from "../../sso/panel.ts";
import { builtInTemplate } from "../ready-templates.ts";
import { sourceWords, signInArtifact } from "./sign-in-artifact.ts";

const NAME = "panel.md.hbs";

export const artifact = signInArtifact({
  name: "sso-panel",
  title: "the deployment panel, to type from",
  file: "panel.md",
  purpose: "expect",
  namesLines: true,
  bytes(facts, context, environment) {
    const fields = panelFields(facts);
    if (!fields) return null;
    return (context.template(NAME) ?? builtInTemplate(NAME))({
      environment,
      fields: fields.map(({ label, fact, note, otherwise }) => ({
        label,
        value: fact.value,
        from: sourceWords(fact, context),
        note,
        otherwise,
      })),
      registry: facts.registry.map(({ row, application, rootUrl, redirectUrl }) => ({
        row: String(row),
        application: application.value,
        rootUrl: rootUrl.value,
        redirectUrl: redirectUrl.value,
      })),
    });
  },
  /**
   * Returns a fault for each value of the sign-in panel that panel.md lacks: people type from this page, so a template of the repository
   * must not leave one out.
   */
  prove(bytes, facts) {
    const text = bytes.toString("utf8");
    const lost = (panelFields(facts) ?? []).filter(({ fact }) => !text.includes(codeSpan(fact.value)));
    return lost.map(({ label }) => `template ${NAME}: the value of ${label} is not in it as {{code value}}`);
  },
});
