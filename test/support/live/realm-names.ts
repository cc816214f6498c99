import { answer, conflict, type Json, type RealmAnswer, type RealmCall, refused, unforeseen } from "./realm-call.ts";

/* What the server refuses in a user's document (realm-users.ts), in its own words. */

/** Characters that a validator of the user profile refuses in a user name; the second one takes Latin letters and signs of no script. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  "username-prohibited-characters": /[\s\p{Cc}<>&"'$%!#?§,;:*~/\\|^=[\]{}()`]/u,
  "up-username-not-idn-homograph": /[^\p{Script=Latin}\p{Script=Common}]/u,
};

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Why a user is refused; null: it is taken. `standing` is the user that is changed, if there is one. */
export function userProblems({ realm }: RealmCall, body: Json, standing: Json | null): RealmAnswer | null {
  const username = String(body.username ?? "").toLowerCase();
  if (username === "") return answer(400, { errorMessage: "User name is missing" });
  const problems = fieldProblems(realm, body, username, standing);
  if (problems.length > 0) return answer(400, problems.length === 1 ? problems[0] : { errors: problems });
  const others = realm.users.filter((one: Json) => one !== standing);
  if (others.some((one: Json) => one.username === username)) return conflict("User exists with same username");
  const email = body.email?.toLowerCase();
  if (email && others.some((one: Json) => one.email?.toLowerCase() === email)) return conflict("User exists with same email");
  if (body.groups?.some((path: string) => path.startsWith("/") && !realm.groups.some((one: Json) => one.path === path)))
    return unforeseen();
  return passwordProblem(realm, body);
}

function fieldProblems(realm: Json, body: Json, username: string, standing: Json | null): readonly Json[] {
  const attributes: Json[] = realm.profile.attributes ?? [];
  const { validations = {} } = attributes.find(({ name }) => name === "username") ?? {};
  const { min = 0, max = 255 } = validations.length ?? {};
  const problem = (field: string, errorMessage: string, ...more: Json[]) => ({ field, errorMessage, params: [field, ...more] });
  const problems: Json[] = [];
  if (standing && standing.username !== username && !realm.settings.editUsernameAllowed)
    problems.push(problem("username", "error-user-attribute-read-only"));
  const length = username.trim().length;
  if (length < Number(min) || length > Number(max)) problems.push(problem("username", "error-invalid-length", min, max));
  if (Object.keys(validations).some((name) => REFUSED[name]?.test(username)))
    problems.push(problem("username", "error-username-invalid-character"));
  if (body.email && !EMAIL.test(body.email)) problems.push(problem("email", "error-invalid-email", body.email));
  // an administrator has to give what is wanted of administrators
  for (const { name, required } of attributes)
    if (required?.roles?.includes("admin") && !body.attributes?.[name])
      problems.push(problem(name, "error-user-attribute-required"));
  return problems;
}

function passwordProblem(realm: Json, body: Json): RealmAnswer | null {
  const least = Number(/length\((\d+)\)/.exec(realm.settings.passwordPolicy ?? "")?.[1] ?? 0);
  const short = body.credentials?.some(({ value }: Json) => value.length < least);
  return short ? refused(400, "invalidPasswordMinLengthMessage", `Invalid password: minimum length ${least}.`) : null;
}
