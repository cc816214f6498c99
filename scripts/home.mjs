/**
 * `node scripts/home.mjs ADDRESS`: writes the address at which this project's repository is published into package.json: `homepage`,
 * `repository` and `bugs`. The sources name no address, so that a copy of them never leads to somebody else's repository; the publish
 * workflow passes its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Returns the manifest with the three fields for a repository's https address. Throws for any other address. */
export function withHome(manifest, address) {
  const plain = address.replace(/\/$/, "");
  if (!/^https:\/\/[^/\s?#@]+(?:\/[\w.~-]+){2,}$/.test(plain))
    throw new Error(`'${address}' is no https address of a repository`);
  return {
    ...manifest,
    homepage: plain,
    repository: { type: "git", url: `git+${plain}.git` },
    bugs: { url: `${plain}/issues` },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  writeFileSync("package.json", `${JSON.stringify(withHome(manifest, process.argv[2] ?? ""), null, 2)}\n`);
}
