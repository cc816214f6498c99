import { defineDiagnostic } from "../../diagnostic/define.ts";
import type { Addition } from "../../diagnostic/addition.ts";
import { type Text, listTexts, name, say, value, words } from "../../diagnostic/text.ts";

type Args = Origin & {
  readonly key: string;
  readonly value: string;
  /** The effect of a value that is right only on the vendor's machines (such as a path) on a workstation, in words. */
  readonly effect: string;
  /** The field with which an environment decides the key of a vendor's value. */
  readonly field: string;
  /** The field in YAML with an example, for the environment and for the site's defaults; null if there is none. */
  readonly example?: { readonly environment: Addition; readonly defaults: Addition } | null;
  /** True if the release has no write that gives the key the value of the environment's field `field`. */
  readonly unwritten?: true;
};

type Origin =
  /** A vendor's value in an imported kit, with the environments of the release that keep it; none if the release has no environment. */
  | { readonly seen: "kit"; readonly environments: readonly string[] }
  /**
   * A vendor's value in an environment. environment: the environment does not decide the key, so the kit's value stays; carried: the
   * environment carries the value from an installed conf; set: the environment itself sets the value.
   */
  | { readonly seen: "environment" | "carried" | "set" };

/** Returns, in words, where the key with the vendor's value must be decided: in the named environments, or in the site's defaults. */
function deciders(environments: readonly string[]): Text {
  if (environments.length === 0) return say`site.yaml's defaults, or in every environment of the release`;
  return say`${words(environments.length === 1 ? "environment" : "environments")} ${listTexts(environments.map(name))}, or in site.yaml's defaults`;
}

/** Returns, in words, the YAML to add to a file and the block of the file that takes it. */
function added({ yaml, below }: Addition, file: string, root: string | null): Text {
  const path = [root, below?.path].filter(Boolean).join(".");
  if (below) return say`${name(yaml)} to the block ${name(path)} in line ${below.line} of ${name(file)}`;
  return root ? say`${name(yaml)} below ${name(root)} of ${name(file)}` : say`${name(yaml)} to ${name(file)}`;
}

/** Returns the instruction what to do about a vendor's value in an environment. */
function decide({ key, field, example, unwritten }: Args): Text {
  if (unwritten)
    return say`add { file: connector, key: ${name(key)}, value: '{{${name(field)}}}' } to writes of release.yaml: the field ${name(field)} does not reach the key without it`;
  if (example) {
    const { environment, defaults } = example;
    if (!environment.below && !defaults.below)
      return say`decide it with ${name(field)}: write ${name(environment.yaml)} in environment.yaml or below defaults of site.yaml`;
    return say`decide it with ${name(field)}: add ${added(environment, "environment.yaml", null)}, or ${added(defaults, "site.yaml", "defaults")}`;
  }
  return say`decide it with ${name(field)}`;
}

export const vendorValue = defineDiagnostic({
  id: "kit/vendor-value",
  severity: "warning",
  because: ["conf/write-set"],
  ofUse: true,
  title: "a compiled conf still has a value of the vendor's own",
  why: "A kit's conf is the vendor's working file, not neutral defaults. It carries a tier address, a licence server, a staging folder and a browser setting of the vendor. A carried-over conf brings them back until somebody decides them; the compiled value is what is judged.",
  remedy:
    "Decide the key in the environment or `defaults`, or carry over a conf with your own value. If the vendor's folder is intended, set it in the environment.",
  clauses: ["B5", "C6"],
  message: (found: Args) => {
    const key = name(found.key);
    const empty = found.value.trim() === "";
    const field = name(found.field);
    if (found.seen === "kit")
      return {
        message: empty ? say`${key} is empty in the kit` : say`${key} is ${value(found.value)} in the kit`,
        notes: [words(found.effect)],
        help: say`decide it with ${field} in ${deciders(found.environments)}`,
      };
    if (found.seen === "carried")
      return {
        message: say`${key} is carried over with the vendor's value: ${value(found.value)}`,
        notes: [words(found.effect)],
        help: decide(found),
      };
    if (found.seen === "set")
      return {
        message: say`${key} would be the vendor's own: ${value(found.value)}`,
        notes: [words(found.effect)],
        help: say`${found.unwritten ? decide(found) : say`set ${field} to your own value`}; if the kit was taken from one of your workstations, import the vendor's archive instead`,
      };
    return {
      message: empty ? say`${key} keeps the kit's value: empty` : say`${key} keeps the kit's value: ${value(found.value)}`,
      notes: [words(found.effect)],
      help: decide(found),
    };
  },
  fails: { file: "environments/demo/environment.yaml", replace: "  licenseServer: 27000@lic.example.com\n", with: "" },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: "  licenseServer: 27000@lic.example.com\n",
      with: "",
      also: [
        {
          file: "environments/site.yaml",
          replace: "client:",
          with: "defaults: { workstation: { licenseServer: 27000@lic.example.com } }\nclient:",
        },
      ],
    },
    { file: "environments/demo/environment.yaml", replace: "'D:\\plm\\staging'", with: "'C:\\Staging'" },
  ],
});
