/** The value of `schema` in a manifest.json, by which Tierwright recognizes a folder that it compiled. */
export const MANIFEST_SCHEMA = "tierwright/manifest/v1";
export const MANIFEST_NAME = "manifest.json";
