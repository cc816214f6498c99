import { parametersIn } from "../../kernel/index.ts";
import {
  PARAMETERS,
  type Parameter,
  type SignInFacts,
  type SignInXmlRole,
  type XmlParameterFault,
  federationSettings,
  installedXml,
  isSecret,
  placeIn,
  planXml,
} from "../../compiler/index.ts";
import type { Expected, Target } from "./deployed.ts";

const WHY: Readonly<Record<XmlParameterFault["seen"], string>> = {
  unreadable: "cannot be read",
  absent: "does not have it",
  twice: "has it twice",
  form: "has it in a form in which it cannot be set",
};

/**
 * Returns the expected value of a parameter of a server's login.xml or identity.xml that lies in `installed/` beside sso.yaml: the value
 * that sso.yaml sets, otherwise the value in that file. `none` says why the value cannot be set. Returns null if sso.yaml and the file give
 * no value.
 */
function targetInOwn(parameter: Parameter, facts: SignInFacts, role: SignInXmlRole): Target | null {
  const own = installedXml(facts, role);
  const plan = planXml(facts, role);
  const edit = plan?.edits.find(({ parameter: { name } }) => name === parameter.name);
  if (edit) return edit.target;
  const value = parameter.value(facts);
  const fault = plan?.faults.find((item) => "name" in item && item.name === parameter.name);
  if (fault && own)
    return {
      none: `${own.path} ${WHY[fault.seen]}, so nothing is compiled to compare it with`,
      secret: value !== null && isSecret(value),
    };
  if (!own?.xml.root || !parameter.keeps) return null;
  const [found, ...others] = parametersIn(own.xml.root, own.source.text, new Set([parameter.name]));
  if (!found || others.length > 0 || found.value === null) return null;
  return { value: found.value, place: placeIn(own, found.start), pointer: null, stated: true };
}

/**
 * Returns the expected parameters of login.xml or identity.xml, as `role` names it; a text with the reason if that file is not compiled.
 */
export function expectedXml(facts: SignInFacts, role: SignInXmlRole): readonly Expected[] | string {
  const own = installedXml(facts, role);
  if (own && !own.xml.root) return `${own.path} cannot be read`;
  if (!own && !facts.replyUrl) return "sso.yaml does not say yet where the login service is (loginService)";
  return PARAMETERS.filter(({ files }) => files.includes(role)).flatMap((parameter) => {
    const target = own ? targetInOwn(parameter, facts, role) : parameter.value(facts);
    return target ? [{ name: parameter.name, target, needed: true }] : [];
  });
}

/** Returns the expected settings of federation.properties; a text with the reason if the file is not compiled. */
export function expectedFederation(facts: SignInFacts): readonly Expected[] | string {
  const settings = federationSettings(facts);
  return typeof settings === "string" ? `${settings} is not known yet` : settings;
}
