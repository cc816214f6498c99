import { parametersIn, parseXml } from "../../../kernel/index.ts";
import type { SignInXmlRole } from "../../model/sign-in-files.ts";
import type { Fact, SecretFact } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { editedXml, installedXml, planXml } from "../../sso/installed-xml.ts";
import { PARAMETERS } from "../../sso/parameters.ts";
import type { Artifact } from "../artifact.ts";
import { builtInTemplate } from "../ready-templates.ts";
import { settingText, signInArtifact } from "./sign-in-artifact.ts";

interface Setting {
  readonly name: string;
  readonly target: Fact | SecretFact;
}

/** Returns the parameters, with their values, of a login.xml or identity.xml that is made from a template. */
const settingsOf = (facts: SignInFacts, role: SignInXmlRole): readonly Setting[] =>
  PARAMETERS.filter(({ files }) => files.includes(role)).flatMap(({ name, value }) => {
    const target = value(facts);
    return target ? [{ name, target }] : [];
  });

/**
 * Returns the parameters that `prove` must find in the compiled login.xml or identity.xml: for an edited installed file only those that
 * were set, for one made from a template all.
 */
function expectedIn(facts: SignInFacts, role: SignInXmlRole): readonly Setting[] {
  const plan = planXml(facts, role);
  return plan ? plan.edits.map(({ parameter, target }) => ({ name: parameter.name, target })) : settingsOf(facts, role);
}

/** Returns the artifact for login.xml or identity.xml: the installed file with its parameters edited, or a file made from the template. */
export function serverXml(role: SignInXmlRole, title: string): Artifact {
  const template = `${role}.xml.hbs`;
  return signInArtifact({
    name: `sso-${role}-xml`,
    title,
    file: `${role}.xml`,
    // `expect` for the built-in template, whose form is a guess, because no login.xml or identity.xml of a server was available
    purpose: (facts, context) => (installedXml(facts, role) || context.template(template) !== null ? "install" : "expect"),
    bytes(facts, context, environment) {
      const own = installedXml(facts, role);
      const plan = planXml(facts, role);
      const textOf = (target: Fact | SecretFact) => settingText(target, context);
      if (own && plan) return editedXml(own, plan.edits, textOf);
      if (!facts.replyUrl) return null;
      const parameters = settingsOf(facts, role).map(({ name, target }) => ({ name, value: textOf(target) }));
      return (context.template(template) ?? builtInTemplate(template))({ environment, parameters });
    },
    prove(bytes, facts, context) {
      const text = bytes.toString("latin1");
      const { root, problem } = parseXml(bytes, text);
      if (!root) return [`it is not readable XML: ${problem?.message ?? ""}`];
      const expected = expectedIn(facts, role);
      const found = parametersIn(root, text, new Set(expected.map(({ name }) => name)));
      return expected.flatMap(({ name, target }) => {
        const values = found.filter((parameter) => parameter.name === name).map(({ value }) => value);
        return values.length === 1 && values[0] === settingText(target, context).trim()
          ? []
          : [`${name} reads differently from the model`];
      });
    },
  });
}
