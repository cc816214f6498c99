import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Redactor } from "../../../src/record/capture/redact/redactor.ts";
import { notRun } from "../../support/not-run.ts";
import { eachNth } from "../../support/runs.ts";

const TAPES = fileURLToPath(new URL("../../../../shared/corpus/keycloak-wire/", import.meta.url));

/** Longer bodies are whole realms, which take long. */
const LONGEST = 16 * 1024;

interface Tape {
  readonly exchanges: readonly {
    readonly request: { readonly target: string; readonly body: string | null };
    readonly response: { readonly status: number; readonly body: string | null } | null;
  }[];
}

/** Members of JSON that open nothing, whatever stands in them. */
const ORDINARY =
  /^(?:id|username|firstName|lastName|email|realm|clientId|alias|displayName|error|errorMessage|error_description|issuer|.*_endpoint|.*_uri|rootUrl|baseUrl|adminUrl|redirectUris|protocol|providerId|flowAlias|token_type|scope|requiredCredentials|requiredActions|.*_supported|passwordPolicy|enabled)$/;

function* ordinaryIn(value: unknown, name = ""): Generator<readonly [name: string, value: string]> {
  if (Array.isArray(value)) for (const one of value) yield* ordinaryIn(one, name);
  else if (typeof value === "object" && value !== null)
    for (const [key, one] of Object.entries(value)) yield* ordinaryIn(one, key);
  else if (ORDINARY.test(name) && value !== null) yield [name, String(value)];
}

const tapes = (): readonly string[] =>
  readdirSync(TAPES, { withFileTypes: true })
    .filter((one) => one.isDirectory() && /^\d/.test(one.name))
    .flatMap(({ name }) => readdirSync(`${TAPES}${name}`).map((file) => `${name}/${file}`))
    .filter((file) => file.endsWith(".json"));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

test("ordinary fields of a real server's responses are shown unchanged", () => {
  if (!existsSync(TAPES))
    notRun(
      "The recordings of a real Keycloak (../shared/corpus/keycloak-wire) are not here: what it says is looked through only where they are.",
    );
  const wrong: string[] = [];
  let fields = 0;
  for (const file of eachNth(6, tapes())) {
    const tape = JSON.parse(readFileSync(`${TAPES}${file}`, "utf8")) as Tape;
    const bodies = tape.exchanges.flatMap(({ request, response }) => [request.body, response?.body ?? null]);
    const redactor = new Redactor();
    const json = bodies.filter((body): body is string => body !== null && /^[{[]/.test(body) && body.length <= LONGEST);
    for (const body of json) redactor.learn(body, "json");
    for (const body of json) {
      const before = [...ordinaryIn(parsed(body))];
      const shown = redactor.hide(body, "json");
      const after = shown === body ? before : [...ordinaryIn(parsed(shown))];
      fields += before.length;
      for (const [i, [name, value]] of before.entries())
        if (after[i]?.[1] !== value) wrong.push(`${file}: ${name}: ${value} became ${after[i]?.[1]}`);
    }
    for (const body of bodies) {
      const title = /<title>[^<]*<\/title>/.exec(body ?? "")?.[0];
      if (body !== null && title !== undefined && !redactor.hide(body, "text").includes(title)) wrong.push(`${file}: ${title}`);
    }
    for (const { request } of tape.exchanges)
      if (!request.target.includes("?") && redactor.hide(request.target, "address") !== request.target)
        wrong.push(`${file}: ${request.target} became ${redactor.hide(request.target, "address")}`);
  }
  expect(fields).toBeGreaterThan(100);
  expect([...new Set(wrong)]).toEqual([]);
});
