import type { SignInFacts } from "../../sso/facts.ts";
import { panelFields } from "../../sso/panel.ts";
import type { ArtifactContext } from "../artifact.ts";

export const PANEL_SCHEMA = "tierwright/panel/v1";

/** Returns the document panel.json: the deployment tool's sign-in panel, for programs (docs/formats.md); null if a value is not known. */
export function panelDocument(facts: SignInFacts, context: Pick<ArtifactContext, "settled">) {
  const fields = panelFields(facts);
  if (!fields) return null;
  return {
    schema: PANEL_SCHEMA,
    fields: fields.map(({ id, label, fact, otherwise }) => ({
      id,
      label,
      value: fact.value,
      secret: false,
      from: { file: fact.place.file, line: context.settled ? 1 : fact.place.line },
      otherwise,
    })),
    registry: facts.registry.map(({ row, application, rootUrl, redirectUrl }) => ({
      row,
      application: application.value,
      APPLICATIONROOTURL: rootUrl.value,
      REDIRECTURL: redirectUrl.value,
    })),
  };
}
