import {
  MATRIX_PATH,
  type Problem,
  defineDiagnostic,
  name,
  namesText,
  nearest,
  orMeant,
  placeOf,
  releasePath,
  say,
} from "../../../kernel/index.ts";
import { aboutPair, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

function* check(env: VerdictContext): Iterable<Problem> {
  if (env.release) return;
  const { connector } = env.environment;
  const names = [...env.shared.releases.keys()];
  // other findings report a release whose folder has another name, and a repository without releases and matrix; this one needs them
  const renamed = [...env.shared.releases.values()].find(({ release }) => release.text === connector.text);
  const needs =
    renamed !== undefined
      ? { file: renamed.path, pointer: "/release" }
      : names.length === 0 && env.shared.matrix === null
        ? { file: MATRIX_PATH, pointer: "" }
        : { file: releasePath(connector.text), pointer: "" };
  const args: Args = { path: releasePath(connector.text), names, near: nearest(connector.text, names) };
  yield noRelease.at(placeOf(connector.span), args, { pointer: connector.pointer, about: aboutPair(env), needs });
}

interface Args {
  readonly path: string;
  /** Connector releases of the repository, and the one that was most likely meant (`near`; null if none is similar). */
  readonly names: readonly string[];
  readonly near: string | null;
}

const noRelease = defineDiagnostic({
  id: "compat/no-release",
  severity: "error",
  title: "the connector names no release of this repository",
  why: "A connector release is a folder of releases/. It holds the kit's files that are compiled and the certified tier releases. Without it there is neither a second axis to judge nor anything to write.",
  remedy: "Name an existing release, or import the kit of the release.",
  clauses: ["C1"],
  message: ({ path, names, near }: Args) => ({
    message: say`${name(path)} is missing or unreadable`,
    notes: [say`no file of this environment can be compiled, and its tier cannot be judged`],
    help:
      names.length > 0
        ? say`name a release of this repository (${namesText(names)}), or run \`tierwright kit import SOURCE --release R\` for another one, with the vendor's archive or its folder as SOURCE${orMeant(names.length > 1 ? near : null)}`
        : say`run \`tierwright kit import SOURCE --release R\`, with the vendor's archive or its folder as SOURCE`,
  }),
  fails: {
    file: "environments/demo/environment.yaml",
    replace: 'connector: "2506"',
    with: 'connector: "2606"',
    beside: ["compat/blocked"],
  },
  passes: [{ file: "environments/demo/environment.yaml", replace: 'connector: "2506"', with: "connector: 2506" }],
});

export const rule: VerdictRule = { ...noRelease, scope: "environment", check };
