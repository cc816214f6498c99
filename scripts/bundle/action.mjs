/**
 * The GitHub Action as one file: action/index.js, which action.yml names, and the licenses of what is in it. `npm ci` builds both, git ignores
 * them, and the publish workflow adds them to the commit of a release, because a runner checks out that commit and installs nothing.
 */
import { build } from "esbuild";
import { licensesOf } from "./licenses.mjs";
import { bundleOptions, REQUIRE } from "./options.mjs";

/** Returns the files of action/ (name -> bytes). */
export async function actionFiles() {
  const result = await build({
    ...(await bundleOptions()),
    entryPoints: ["src/github-action.ts"],
    outfile: "action/index.js",
    minify: true,
    banner: { js: REQUIRE },
    write: false,
    metafile: true,
  });
  const licenses = [...(await licensesOf(Object.keys(result.metafile.inputs)))].map(
    ([path, bytes]) =>
      `## ${path.replace(/^licenses\/|\.txt$/g, "")}\n\n${Buffer.from(bytes).toString("utf8").replaceAll("\r\n", "\n").trim()}\n`,
  );
  return new Map([
    ["index.js", Buffer.from(result.outputFiles[0].contents)],
    ["licenses.txt", Buffer.from(licenses.join("\n"))],
  ]);
}
