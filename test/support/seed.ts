import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll } from "vitest";

// The same cases on every run, so that a red run is about the change; TIERWRIGHT_SEED looks at others.
fc.configureGlobal({ seed: Number(process.env.TIERWRIGHT_SEED ?? 20261121) });

// The key of the cache is made in the user's own cache folder: a test file has one of its own.
const cacheHome = mkdtempSync(join(tmpdir(), "tierwright-cache-"));
process.env.XDG_CACHE_HOME = cacheHome;
afterAll(() => rmSync(cacheHome, { recursive: true, force: true }));
