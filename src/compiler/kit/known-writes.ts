import { KNOWN_WRITES, fieldOfKey } from "../model/known-keys.ts";
import type { FileRole } from "../model/files.ts";

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-][\w-]*\.[\w.-]+:\d{2,5}(\/|$)|^\d{2,5}@[\w.-]+$|^(\d{1,3}\.){3}\d{1,3}(:\d+)?$/i;
const NAMED = /(^|_)(URL|URI|URLS|HOST|SERVER|PROXY|ENDPOINT|TRANSPORT|TCCS)(_|$)/i;

/**
 * Returns true for a key that can decide where the connector sends requests, although no field and no write of the built-in connector
 * decides it, so that a person must look at it.
 */
export function looksLikeAddress(file: FileRole, key: string, value: string): boolean {
  if (fieldOfKey(key) !== null || KNOWN_WRITES.some((write) => write.file === file && write.key === key)) return false;
  return ADDRESS.test(value.trim()) || NAMED.test(key);
}

/** Returns true for a value that looks like a folder of a workstation: a path with a drive, or a network path. */
export function looksLikeDirectory(value: string): boolean {
  return /^([A-Za-z]:[\\/]|\\\\[^\\]+\\)/.test(value.trim());
}
