import { FEDERATION, PARAMETERS, type SignInFacts, panelFields } from "../../compiler/index.ts";
import { compareField, isPlaceholder, PLACEHOLDER_DEPLOYED } from "./compare.ts";
import type { ComparedFile, ComparedField, Found, OpenSecret, Target } from "./deployed.ts";

/** Property names under which the deployment tool stores the entries of its panel (docs/sso.md). */
export const PANEL_PROPERTY = /sso\.tcSSO[A-Za-z0-9_.-]*/g;
const PREFIX = /^sso\.tcSSO/;
export const isPanelProperty = (name: string): boolean => PREFIX.test(name);

const NOT_TICKED =
  "every sso.tcSSO* property is empty: the box 'Use the deployment tool to install the SSC' was not ticked; the deployment reports success then, and nothing is installed. Tick it and deploy again";

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Returns the expected values of the panel's properties. The keys are the names of known fields and parameters, reduced to small letters
 * and digits.
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
 * Compares the properties of the deployment tool's panel, from all files that contain any.
 * @returns the comparison, and in `ticked` whether the installation box of the panel was ticked; null if the properties do not show it.
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
  // a property whose value cannot be read can be filled, so it is not known then whether the box was ticked
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
