import { plural } from "../../kernel/index.ts";
import { type ComparedUser, type NameLimits, type UserComparison, lacksUsername, shownName } from "../../compiler/index.ts";
import { type Look, NL, type Style, inColumn, styleFor, wrap } from "../../report/index.ts";

/** The report of `tierwright idp users`. */
export interface UsersReport {
  readonly environment: string;
  /** The path of the list of PLM user ids. */
  readonly list: string;
  readonly limits: NameLimits & { readonly from: "export" | "realm" | "sso.yaml"; readonly stated: NameLimits };
  /** The origin and number of the identity provider's users that the PLM ids are compared with; null if none were given. */
  readonly given: { readonly file: string; readonly form: string; readonly count: number } | null;
  readonly compared: UserComparison;
}

const isTold = (user: ComparedUser): boolean => lacksUsername(user) || user.why.length > 0;

/** Returns the JSON document of `idp users`, which lists only ids without a username or with a remark. */
export const usersDocument = ({ environment, list, limits, given, compared }: UsersReport) => ({
  schema: "tierwright/idp-users/v1",
  environment,
  list: { file: list, count: compared.users.length },
  export: given,
  limits: { min: limits.min, max: limits.max, from: limits.from, stated: limits.stated },
  summary: {
    equal: compared.users.filter(({ outcome }) => outcome === "equal").length,
    possible: compared.users.filter(({ outcome }) => outcome === "possible").length,
    missing: compared.users.filter(({ outcome }) => outcome === "missing").length,
    impossible: compared.users.filter(({ outcome }) => outcome === "impossible").length,
    others: compared.others,
  },
  users: compared.users.filter(isTold).map(({ id, line, outcome, near, why }) => ({ id, line, outcome, near, why })),
});

const OUTCOMES: Readonly<Record<ComparedUser["outcome"], string>> = {
  equal: "has its username",
  possible: "can have a username",
  missing: "no username has these bytes",
  impossible: "no username can have these bytes",
};

type UsersDocument = ReturnType<typeof usersDocument>;

function userLines(user: UsersDocument["users"][number], list: string, width: number, style: Style): readonly string[] {
  const mark = lacksUsername(user) ? style.error("✗") : style.warning("!");
  return [
    `${mark} ${style.bold(inColumn(shownName(user.id)) || "(empty)")}  ${style.dim(`${list}:${user.line}`)}  ${OUTCOMES[user.outcome]}`,
    ...user.why.map(({ says }) => `    ${wrap(`it ${says}`.replace(/^it (the|once)/, "$1"), width, "    ")}`),
  ];
}

const SAYS = { export: "the export", realm: "the live realm", "sso.yaml": "sso.yaml" } as const;

function againstWhat({ export: given, limits }: UsersDocument, style: Style): readonly string[] {
  const { stated } = limits;
  const differs = limits.from !== "sso.yaml" && (stated.min !== limits.min || stated.max !== limits.max);
  return [
    given
      ? `byte by byte against ${plural(given.count, "username")} of ${given.file} (${given.form})`
      : "against the realm's rules alone: no users of the identity provider are given (--export FILE, or --profile NAME to read them), so it is unknown whether a username exists",
    `a username has ${limits.min} to ${limits.max} characters, says ${SAYS[limits.from]}`,
    ...(differs
      ? [style.warning(`sso.yaml says ${stated.min} to ${stated.max}: the realm was not changed yet, or was changed by hand`)]
      : []),
  ];
}

/** Returns the text form of `idp users`. */
export function usersText(document: UsersDocument, { color, width }: Look): string {
  const style = styleFor(color);
  const { environment, list, users, summary } = document;
  const { others } = summary;
  const cannot = summary.missing + summary.impossible;
  const verdict =
    cannot > 0
      ? style.error(`${cannot} of ${plural(list.count, "PLM user")} cannot sign in`)
      : style.good(
          document.export
            ? `all of ${plural(list.count, "PLM user")} have a username with the same bytes`
            : `the identity provider could hold all of ${plural(list.count, "PLM user")}`,
        );
  return [
    ...againstWhat(document, style).map((line) => wrap(line, width, "")),
    "",
    ...users.flatMap((user) => userLines(user, list.file, width, style)),
    ...(users.length > 0 ? [""] : []),
    `${environment}: ${verdict}`,
    ...(others === null || others === 0
      ? []
      : [
          style.dim(
            `${plural(others, "username")} of the identity provider ${others === 1 ? "is" : "are"} no id of the PLM system`,
          ),
        ]),
    "",
  ].join(NL);
}
