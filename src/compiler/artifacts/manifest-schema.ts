/** The schema name in a manifest, by which tierwright recognizes a folder that it compiled. */
export const MANIFEST_SCHEMA = "tierwright/manifest/v1";
export const MANIFEST_NAME = "manifest.json";
