import { COMMAND, commandInSentence, shellCommand, INSTALLED_SCHEMAS, PACKAGE } from "../../kernel/index.ts";
import { STAND_IN_FILES, standInRelease } from "../../compiler/index.ts";
import { ENVIRONMENT, environmentText, exceptionsText, type InitRequest, matrixText, siteText } from "./documents.ts";
import { mergeJson, type Wanted } from "./merge/json.ts";
import { byHand, type Merge, mergeAttributes, mergeIgnore } from "./merge/lines.ts";
import { actionsToMirror, workflows } from "./workflows/workflows.ts";

const CODEOWNERS = `# Required reviewers by path. The last matching line applies. Replace the teams with your own.
*                          @your-org/plm-config
/environments/             @your-org/plm-config
/releases/                 @your-org/plm-releases
# the owners of the matrix and the gate are not the people whose changes they block
/releases/matrix.yaml      @your-org/plm-compatibility
/releases/exceptions.yaml  @your-org/plm-compatibility
/.github/                  @your-org/plm-compatibility
/package.json              @your-org/plm-compatibility
/package-lock.json         @your-org/plm-compatibility
# the package of Tierwright itself, which package.json and its lock file name
/vendor/                   @your-org/plm-compatibility
`;

const ATTRIBUTES = `# Our own text has LF line ends on every machine. What comes from a vendor or a workstation is bytes: nothing converts it.
*                            text=auto eol=lf
releases/*/base/**           -text
releases/*/kit/**            -text
environments/*/installed/**  -text
`;

const IGNORE = `node_modules/
/dist/
.tierwright/
/environments/*.recording/
`;

const EDITOR = `root = true

[*.{yaml,yml}]
charset = utf-8
end_of_line = lf
indent_style = space
indent_size = 2
insert_final_newline = true
trim_trailing_whitespace = true
`;

const KINDS: readonly (readonly [schema: string, files: string])[] = [
  ["site", "environments/site.yaml"],
  ["environment", "environments/*/environment.yaml"],
  ["federated-sign-in", "environments/*/sso.yaml"],
  ["compatibility-matrix", "releases/matrix.yaml"],
  ["exceptions", "releases/exceptions.yaml"],
  ["connector-release", "releases/*/release.yaml"],
  ["connector-profile", "releases/connectors/*.yaml"],
  ["kit-lock", "releases/*/kit.lock.yaml"],
];

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const SCHEMAS = KINDS.map(([schema, files]) => [`./${INSTALLED_SCHEMAS}/${schema}.schema.json`, files] as const);
const PROPERTIES = { "files.encoding": "iso88591" };
const RECOMMENDED = ["redhat.vscode-yaml"];

const settings = json({ "yaml.schemas": Object.fromEntries(SCHEMAS), "[properties]": PROPERTIES });

/** Returns the path in the repository of the package file that `npm pack` makes of a version. */
export const packageFile = (version: string): string => `vendor/${PACKAGE.replace("@", "").replace("/", "-")}-${version}.tgz`;

const SCRIPTS = { check: "tierwright check", compile: "tierwright compile" };

const packageText = (request: InitRequest): string =>
  json({ private: true, scripts: SCRIPTS, devDependencies: { [PACKAGE]: request.package } });

const inPackage = (request: InitRequest): readonly Wanted[] => [
  ...Object.entries(SCRIPTS).map(([key, value]) => ({ path: ["scripts"], key, value })),
  {
    path: ["devDependencies"],
    key: PACKAGE,
    value: request.package,
    instead: [
      ["dependencies", PACKAGE],
      ["optionalDependencies", PACKAGE],
      ...["dependencies", "devDependencies", "optionalDependencies"].map((list) => [list, COMMAND]),
    ],
  },
];

const inSettings: readonly Wanted[] = [
  ...SCHEMAS.map(([key, value]) => ({ path: ["yaml.schemas"], key, value })),
  { path: [], key: "[properties]", value: PROPERTIES },
];

/** Returns, by path, the functions that merge files of a new repository into existing ones; any other existing file stays as it is. */
export const mergesOf = (request: InitRequest): ReadonlyMap<string, (existing: Uint8Array) => Merge> =>
  new Map([
    [".gitignore", (existing) => mergeIgnore(existing, IGNORE)],
    [".gitattributes", (existing) => mergeAttributes(existing, ATTRIBUTES)],
    ["package.json", (existing) => mergeJson(existing, inPackage(request))],
    [".vscode/settings.json", (existing) => mergeJson(existing, inSettings)],
    [".vscode/extensions.json", (existing) => mergeJson(existing, [{ path: [], key: "recommendations", value: RECOMMENDED }])],
    [".editorconfig", (existing) => byHand(existing, EDITOR)],
    // CODEOWNERS: the line for all files is left out, because the existing file states their owner
    [".github/CODEOWNERS", (existing) => byHand(existing, CODEOWNERS.replace(/^\*.*$/m, ""))],
  ]);

const COMMIT = "commit `package-lock.json`: the workflows run `npm ci`, which fails without it. Then run";

function firstStep({ package: from, vendored, version }: InitRequest): string {
  if (vendored)
    return `Run \`npm install\`, which takes Tierwright from \`${vendored.path}\` and asks no registry. Commit that file too, and ${COMMIT}`;
  return from === `file:${packageFile(version)}`
    ? `Run \`npm pack\` in a checkout of Tierwright, and put the file that it makes here as \`${packageFile(version)}\`: \`package.json\` takes Tierwright from there, and no registry is asked. Without it \`npm install\` fails with ENOENT. Then run \`npm install\`, and commit the package and \`package-lock.json\`: the workflows run \`npm ci\`, which fails without either of them. Then run`
    : `Run \`npm install\`, which takes Tierwright from where \`package.json\` says, and ${COMMIT}`;
}

const readme = (request: InitRequest): string => `# PLM connector configuration

1. ${firstStep(request)} \`npx --no-install tierwright check\` and \`npx --no-install tierwright compile\`.
2. Adapt \`environments/site.yaml\`: where the tool and its client library lie on your workstations.
3. ${commandInSentence(shellCommand`npx --no-install tierwright kit import SOURCE --release ${request.release}`, "every")} puts the vendor's kit in the place of the stand-in files; answer the questions of the \`release.yaml\` that it drafts.
4. Copy the vendor's compatibility matrix into \`releases/matrix.yaml\`, and remove the exception in \`releases/exceptions.yaml\`.
5. Remove \`environments/${ENVIRONMENT}\`. ${commandInSentence(shellCommand`npx --no-install tierwright adopt --from COLLECTED --release ${request.release} --tool ${request.tool} --tier-release R`, "every")} makes environments from workstations; R is what the tier reports of itself after a sign-in.
6. Put your teams into \`.github/CODEOWNERS\`, and make the check \`check\` required for the main branch.
`;

/** Returns every file of a new repository by path. Equal requests give equal bytes. */
export function repositoryFiles(request: InitRequest): ReadonlyMap<string, Uint8Array> {
  const release = `releases/${request.release}`;
  const texts: readonly (readonly [string, string])[] = [
    ["environments/site.yaml", siteText()],
    [`environments/${ENVIRONMENT}/environment.yaml`, environmentText(request)],
    ["releases/matrix.yaml", matrixText(request)],
    ["releases/exceptions.yaml", exceptionsText(request)],
    [`${release}/release.yaml`, standInRelease(request.release)],
    ...Object.entries(STAND_IN_FILES).map(([name, text]) => [`${release}/base/${name}`, text] as const),
    ...Object.entries(workflows(request)).map(([name, text]) => [`.github/workflows/${name}`, text] as const),
    ...(request.ghes ? [[".github/actions-to-mirror.txt", actionsToMirror()] as const] : []),
    [".github/CODEOWNERS", CODEOWNERS],
    [".gitattributes", ATTRIBUTES],
    [".gitignore", IGNORE],
    [".editorconfig", EDITOR],
    [".vscode/settings.json", settings],
    [".vscode/extensions.json", json({ recommendations: RECOMMENDED })],
    ["package.json", packageText(request)],
    ["README.md", readme(request)],
  ];
  const files = texts.map(([path, text]) => [path, Buffer.from(text)] as const);
  return new Map([...files, ...(request.vendored ? [[request.vendored.path, request.vendored.bytes] as const] : [])]);
}
