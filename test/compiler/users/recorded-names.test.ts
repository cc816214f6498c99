import { expect, test } from "vitest";
import { isRefused, nameFaults, type NameFault } from "../../../src/compiler/users/user-names.ts";
import { needRecordings, readTape, tapeNames, VERSIONS } from "../../support/live/tapes.ts";

interface Problem {
  readonly field?: string;
  readonly errorMessage?: string;
  readonly params?: readonly unknown[];
  readonly errors?: readonly Problem[];
}

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
};

/** What a server said against a user name, as our kinds name it. */
function saidOf(body: string | null): readonly string[] {
  const problem = parsed(body) as Problem;
  return (problem.errors ?? [problem])
    .filter(({ field }) => field === "username")
    .map(({ errorMessage }) => (errorMessage === "error-username-invalid-character" ? "character" : "length"));
}

const OURS: Readonly<Partial<Record<NameFault["kind"], string>>> = {
  space: "character",
  forbidden: "character",
  script: "character",
  "too-short": "length",
  "too-long": "length",
};

test("[F13][E7] every user name that real servers judged is judged alike here; 'unseen' is no verdict", () => {
  needRecordings("the table of refused characters is not held to them.");
  const wrong: string[] = [];
  const judged = new Map<string, boolean>();
  for (const name of VERSIONS.flatMap(tapeNames)) {
    for (const { request, response } of readTape(name).exchanges) {
      const username = (parsed(request.body) as { readonly username?: unknown } | null)?.username;
      if (request.method !== "POST" || !request.target.endsWith("/users") || typeof username !== "string" || !response) continue;
      const said = response.status === 400 ? saidOf(response.body) : [];
      // what is refused for another reason says nothing of the name
      if (username === "" || (said.length === 0 && ![201, 409].includes(response.status))) continue;
      // the server stores names in lower case, and judges what it would store
      const faults = nameFaults(username.toLowerCase(), { min: 2, max: 255 });
      const ours = [...new Set(faults.flatMap(({ kind }) => OURS[kind] ?? []))];
      if (JSON.stringify(ours) !== JSON.stringify(said)) wrong.push(`${username}: ${said.join()} there, ${ours.join()} here`);
      if (faults.some(isRefused) !== said.length > 0) wrong.push(`${username}: ${JSON.stringify(faults)}`);
      judged.set(username, said.length > 0);
    }
  }
  expect(wrong).toEqual([]);
  expect([judged.get("a\u200db"), judged.get("a\u200bb"), judged.get("o\u2019neil"), judged.get("o'neil")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(judged.size).toBeGreaterThan(20);
});
