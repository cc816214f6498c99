import type { PropertiesDocument } from "../formats/properties/document.ts";
import type { PropertyEntry } from "../formats/properties/types.ts";

/** A value of the vendor's own working file that an environment has to decide (rule 8 of the specification). */
export interface VendorValue {
  readonly key: string;
  readonly entry: PropertyEntry;
  /** What a workstation would do with it. */
  readonly effect: string;
  /** Where an environment decides it. */
  readonly field: string;
}

interface Watched {
  readonly is: (key: string) => boolean;
  readonly field: string;
  readonly effect: (value: string) => string | null;
}

const filled = (words: string) => (value: string) => (value.trim() === "" ? null : words);

const WATCHED: readonly Watched[] = [
  {
    is: (key) => key === "TC_SERVER_URL",
    field: "tier.signIn",
    effect: filled("the vendor's own tier: the tool would sign in there"),
  },
  {
    is: (key) => key === "AWC_WEBLOGIC_HOST_URL",
    field: "tier.webClient",
    effect: filled("the vendor's own web client"),
  },
  {
    is: (key) => key === "LicenseDir",
    field: "workstation.licenseServer",
    effect: filled("the vendor's licence server: the tool would ask it for a licence"),
  },
  {
    is: (key) => key === "STAGING_DIR",
    field: "workstation.stagingDir",
    effect: (value) =>
      value.trim() === ""
        ? "exports have no folder to go to"
        : "a folder that exists at the vendor, hardly on your workstations, and must exist",
  },
  {
    is: (key) => key.endsWith("TCIntImportWorkingDir"),
    field: "workstation.importWorkingDir",
    effect: (value) => (value.trim() === "" ? "the connector has no import working directory" : "the vendor's folder"),
  },
  {
    is: (key) => key === "USE_JCEF_BROWSER",
    field: "workstation.embeddedBrowser",
    effect: (value) =>
      /^true$/i.test(value.trim()) ? "the embedded panel stays empty where the bundled Chromium cannot load" : null,
  },
];

/** The vendor's values of a kit's conf, in file order. */
export function vendorValues(conf: PropertiesDocument): readonly VendorValue[] {
  return [...conf.load().map].flatMap(([key, entry]) => {
    const watched = WATCHED.find((item) => item.is(key));
    const effect = watched?.effect(entry.value) ?? null;
    return watched && effect !== null ? [{ key, entry, effect, field: watched.field }] : [];
  });
}
