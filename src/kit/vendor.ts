import type { PropertiesDocument } from "../formats/properties/document.ts";
import type { PropertyEntry } from "../formats/properties/types.ts";

/** A value of the vendor's own working file that an environment has to decide (docs/kits.md). */
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
    effect: filled("the tool would sign in at the vendor's address"),
  },
  {
    is: (key) => key === "AWC_WEBLOGIC_HOST_URL",
    field: "tier.webClient",
    effect: filled("the vendor's own web client would be opened"),
  },
  {
    is: (key) => key === "LicenseDir",
    field: "workstation.licenseServer",
    effect: filled("the tool would ask the vendor's licence server"),
  },
  {
    is: (key) => key === "STAGING_DIR",
    field: "workstation.stagingDir",
    effect: (value) =>
      value.trim() === ""
        ? "exports have no folder to go to"
        : "that folder exists at the vendor, hardly on your workstations, and must exist",
  },
  {
    is: (key) => key.endsWith("TCIntImportWorkingDir"),
    field: "workstation.importWorkingDir",
    effect: (value) => (value.trim() === "" ? "the connector would have no import working directory" : "the vendor's folder"),
  },
  {
    is: (key) => key === "USE_JCEF_BROWSER",
    field: "workstation.embeddedBrowser",
    effect: (value) =>
      /^true$/i.test(value.trim()) ? "the embedded panel stays empty where the bundled Chromium cannot load" : null,
  },
];

/** What the kit's own value of a connector key does on a workstation, and the field that decides the key; null where it does no harm. */
export function vendorEffect(key: string, value: string): { readonly effect: string; readonly field: string } | null {
  const watched = WATCHED.find((item) => item.is(key));
  const effect = watched?.effect(value) ?? null;
  return watched && effect !== null ? { effect, field: watched.field } : null;
}

/** The vendor's values of a kit's conf, in file order. */
export function vendorValues(conf: PropertiesDocument): readonly VendorValue[] {
  return [...conf.load().map].flatMap(([key, entry]) => {
    const found = vendorEffect(key, entry.value);
    return found ? [{ key, entry, ...found }] : [];
  });
}
