/**
 * action/index.js: the GitHub Action as one file, which a workflow runs from the tag without installing anything. Made from the sources like
 * build/, and kept in git, because a runner checks out nothing else.
 */
import { build } from "esbuild";
import { licensesOf } from "../bundle/licenses.mjs";
import { bundleOptions, REQUIRE } from "../bundle/options.mjs";

const PATH = "action/index.js";

export async function outputs() {
  const result = await build({
    ...(await bundleOptions()),
    entryPoints: ["src/github-action.ts"],
    outfile: PATH,
    minify: true,
    banner: { js: REQUIRE },
    write: false,
    metafile: true,
  });
  const licenses = [...(await licensesOf(Object.keys(result.metafile.inputs)))].map(
    ([path, bytes]) =>
      `## ${path.replace(/^licenses\/|\.txt$/g, "")}\n\n${Buffer.from(bytes).toString("utf8").replaceAll("\r\n", "\n").trim()}\n`,
  );
  return [
    { path: PATH, text: result.outputFiles[0].text },
    { path: "action/licenses.txt", text: licenses.join("\n") },
  ];
}
