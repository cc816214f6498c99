import { FEDERATION, PARAMETERS, type SignInFacts, panelFields } from "../../compiler/index.ts";
import { compareField, isPlaceholder, PLACEHOLDER_DEPLOYED } from "./compare.ts";
import type { ComparedFile, ComparedField, Found, OpenSecret, Target } from "./deployed.ts";

/**
 * Names of the properties in which the PLM system's deployment tool stores the fields of its panel for the security services (docs/sso.md).
 */
export const PANEL_PROPERTY = /sso\.tcSSO[A-Za-z0-9_.-]*/g;
const PREFIX = /^sso\.tcSSO/;
export const isPanelProperty = (name: string): boolean => PREFIX.test(name);

const NOT_TICKED =
  "every sso.tcSSO* property is empty: the box 'Use the deployment tool to install the SSC' was not ticked; the deployment reports success then, and nothing is installed. Tick it and deploy again";

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Returns the expected values of the sso.tcSSO* properties. The keys of the map are the names of known panel fields and parameters, reduced
 * to small letters and digits.
 */
function targets(facts: SignInFacts): ReadonlyMap<string, Target> {
  const known = new Map<string, Target>();
  for (const { name, value } of [...PARAMETERS, ...FEDERATION]) {
    const target = value(facts);
    if (target)
      known.set(letters(name.replace(/^tcsso\.(?:oidc\.)?/, "")), target).set(letters(name.replace(/^tcsso\./, "")), target);
  }
  for (const { id, label, fact } of panelFields(facts) ?? []) known.set(letters(id), fact).set(letters(label), fact);
  return known;
}

const UNFORMED =
  "cannot tell whether the box that installs it was ticked: the readable sso.tcSSO* properties are empty, and others have a form that gives no single value";

const unknown = ({ name, value, at }: Found): ComparedField => ({
  name,
  outcome: isPlaceholder(value) ? "differs" : "not-compared",
  // the value of an unknown property can be a password
  secret: true,
  expected: null,
  deployed: null,
  at,
  from: null,
  says: isPlaceholder(value)
    ? PLACEHOLDER_DEPLOYED
    : value === ""
      ? "is empty; no field of the panel is known by this name"
      : "is not compared: no field of the panel is known by this name",
});

/**
 * Compares the sso.tcSSO* properties, which the deployment tool writes from its panel, of all files that contain any.
 * @returns the comparison, and in `ticked` whether the panel's box that installs the security services was ticked; null if the properties
 * do not show it.
 */
export async function comparePanel(
  facts: SignInFacts,
  found: readonly Found[],
  open: OpenSecret,
): Promise<{ readonly file: ComparedFile; readonly ticked: boolean | null }> {
  const paths = [...new Set(found.map(({ at }) => at.file))];
  const none = { name: "sso.tcSSO*", paths, fields: [] };
  if (found.length === 0)
    return {
      file: {
        ...none,
        state: "absent",
        says: "no file holds an sso.tcSSO* property, so nothing says whether the box that installs it was ticked",
      },
      ticked: null,
    };
  const filled = found.some(({ value }) => (value ?? "").trim() !== "");
  // a property whose value cannot be read can be filled, so whether the box was ticked is not known then
  const ticked = filled || (found.some(({ value }) => value === null) ? null : false);
  const known = targets(facts);
  const fields: ComparedField[] = [];
  for (const name of new Set(found.map((item) => item.name))) {
    const [first, ...others] = found.filter((item) => item.name === name) as [Found, ...Found[]];
    const target = known.get(letters(name.replace(PREFIX, "")));
    if (target) fields.push(await compareField({ name, target, needed: true }, found, open));
    else if (others.some(({ value }) => value !== first.value))
      fields.push({ ...unknown(first), outcome: "twice", says: "appears more than once, with different values" });
    else fields.push(unknown(first));
  }
  return {
    file: { ...none, state: "read", says: ticked === false ? NOT_TICKED : ticked === null ? UNFORMED : null, fields },
    ticked,
  };
}
