/** What makes a folder of compiled files ours. */
export const MANIFEST_SCHEMA = "tierwright/manifest/v1";
export const MANIFEST_NAME = "manifest.json";
