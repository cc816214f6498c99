import { type Problem, type Scalar, defineDiagnostic, listTexts, name, placeOf, say } from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { SITE_EXAMPLES } from "../../kit/stand-ins.ts";
import type { Site } from "../../model/site.ts";
import type { RepositoryRule } from "../rule.ts";

type Field = keyof typeof SITE_EXAMPLES;

/** Returns the fields of site.yaml for which `tierwright init` writes an example path, with their values. */
const pathsOf = ({ tool, connector, client }: Site): readonly (readonly [Field, Scalar | null])[] => [
  ["tool.install", tool.install],
  ["connector.folder", connector.folder],
  ["client.file", client.file],
  ["client.log4j2", client.log4j2],
];

/** Returns whether a release's plugin.xml has the example for connector.folder as its id: then the kit confirms that folder's name. */
const isConfirmed = ({ releases }: RepositoryView, { text }: Scalar): boolean =>
  [...releases.values()].some(({ base }) => base.plugin?.parsed.descriptor?.id?.text === text);

/**
 * Reports in one finding the paths of site.yaml that are still the examples of `tierwright init`. The example of client.file or
 * client.log4j2 is reported even alone. That of tool.install or connector.folder can be right by coincidence, so one of them alone is not
 * reported. That of connector.folder never is if a kit confirms it.
 */
function* check(view: RepositoryView): Iterable<Problem> {
  if (!view.site) return;
  const found = pathsOf(view.site).flatMap(([field, leaf]) => {
    if (leaf?.text !== SITE_EXAMPLES[field]) return [];
    return field === "connector.folder" && isConfirmed(view, leaf) ? [] : [{ field, leaf }];
  });
  const [first] = found;
  if (!first || !(found.length > 1 || first.field.startsWith("client."))) return;
  const fields = found.map(({ field }) => field);
  yield examplePath.at(placeOf(first.leaf.span), { fields }, { pointer: first.leaf.pointer });
}

interface Args {
  /** The fields of site.yaml whose values are examples; at least one. */
  readonly fields: readonly string[];
}

const SITE = "environments/site.yaml";
const INSTALL = "install: 'C:\\Program Files\\{tool}'";
const CLIENT = "'C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties'";

const examplePath = defineDiagnostic({
  id: "repo/example-path",
  severity: "warning",
  title: "a path of the site is still the example of a new repository",
  why: "`tierwright init` writes example paths into site.yaml so that a new repository compiles. A deploy writes to the paths that site.yaml names, and the tool reads nothing there. A site can have the example of `tool.install` or `connector.folder` by coincidence: one of them alone is not reported, nor is a folder that the plugin.xml of a kit confirms, nor `connector.conf`.",
  remedy: "Write the paths of your workstations into site.yaml.",
  clauses: ["D1", "D2"],
  message: ({ fields }: Args) => ({
    message:
      fields.length > 1
        ? say`${listTexts(fields.map(name))} are still the examples that \`tierwright init\` wrote`
        : say`${listTexts(fields.map(name))} is still the example that \`tierwright init\` wrote`,
    notes: [say`a deploy writes to the paths that site.yaml names, and the tool would read nothing there`],
    help: say`write where the tool and its client library lie on your workstations`,
  }),
  fails: { file: SITE, replace: CLIENT, with: `'${SITE_EXAMPLES["client.file"]}'` },
  passes: [
    { file: SITE, replace: INSTALL, with: `install: '${SITE_EXAMPLES["tool.install"]}'` },
    { file: SITE, replace: CLIENT, with: `'${SITE_EXAMPLES["client.file"].replace("Example", "MBSE")}'` },
  ],
});

export const rule: RepositoryRule = { ...examplePath, scope: "repository", check };
