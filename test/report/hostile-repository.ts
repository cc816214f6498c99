import { RICH_REPOSITORY } from "../compiler/run/rich-repository.ts";
import { exampleRepository, type Files } from "../support/repository.ts";
import { HOSTILE_YAML } from "./hostile-text.ts";

/** What somebody would write into a file so that a page, a runner or a reader of XML makes more of it than text. */
export const BAIT = [
  "@octocat",
  "@org/team",
  "#12",
  "GH-12",
  "org/repo#3",
  "0123456789abcdef0123456789abcdef01234567",
  "https://evil.example.net/x",
  "www.evil.example.net",
  "mail@evil.example.net",
  "![p](https://evil.example.net/p.png)",
  "[click](https://evil.example.net)",
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "</details></summary></code></pre>",
  "<!--",
  "-->",
  "]]>",
  "`code`",
  "```",
  "``",
  "|a|b|",
  "\\|",
  "**bold**",
  "~~gone~~",
  ":smile:",
  "- [ ] task",
  "> quote",
  "# heading",
  "&lt;b&gt;",
  "&#64;octocat",
  "%0A::error::x",
  "%25",
  "::set-output name=x::y",
  "::stop-commands::z",
  "a,b=c:d",
  "{0} {{x}}",
  "$x$",
];

const yaml = (text: string): string => JSON.stringify(text);

/** A repository that names everything by what would be obeyed, and has findings that quote it. */
export function hostileRepository(baits: readonly string[] = BAIT): string {
  const files: Files = { ...RICH_REPOSITORY };
  for (const [i, bait] of baits.entries()) {
    files[`environments/h${i}/environment.yaml`] = [
      "apiVersion: tierwright/v1",
      "kind: Environment",
      `name: h${i}`,
      `connector: ${yaml(`2506 ${bait}`)}`,
      `tool: ${yaml(bait)}`,
      "authentication: password",
      "tier:",
      `  release: ${yaml(bait)}`,
      `  signIn: ${yaml(`https://plm.example.com:8443/tc ${bait}`)}`,
      `  fileTransfer: [${yaml(`https://x${i}.example.com:4544/ ${bait}`)}, ${HOSTILE_YAML}]`,
      `  ${yaml(`u${bait}`)}: x`,
      "workstation:",
      `  set: { connector: { ${yaml(`k ${bait}`)}: ${yaml(`C:\\\\temp ${bait}`)} } }`,
      `  licenseServer: ${yaml(bait)}`,
      "",
    ].join("\n");
  }
  const key = (text: string) => text.replace(/[\\:=#! ]/g, "\\$&");
  files["releases/2506/base/logger.properties"] = baits.map((bait) => `${key(bait)}=C:\\temp ${bait} \n`).join("");
  return exampleRepository(files);
}
