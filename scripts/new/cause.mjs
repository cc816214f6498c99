import { word } from "./names.mjs";

const text = (id) => `import { type Cause, CONNECTOR_LOG } from "../cause.ts";

/** Fill in: evidence that a look-alike cannot have (a type, a code, a field), every text, samples, and look-alikes of at least three kinds. */
export const cause: Cause = {
  id: "${id}",
  title: "say in one line what really happened",
  signs: [{ all: ["${id} is said"] }],
  symptoms: [{ says: "${id} is seen by a person", words: "${id.replace("/", " ")} seen" }],
  states: "say what the message makes people believe",
  cause: "Say what happened.",
  why: "Say why this is the cause and not its look-alike.",
  check: {
    does: "Say the one look that tells it from everything else.",
    control: "Say what the same look shows where the answer is known.",
  },
  action: ["Say what to do first."],
  evidence: ["say what to collect before anything is changed"],
  log: CONNECTOR_LOG,
  confidence: "low",
  excludes: [],
  deadEnds: ["Say what well-meant advice leads nowhere."],
  matches: ["${id} is said"],
  lookAlikes: [
    ["success", "INFO say a line that reports a success"],
    ["speaker", "say a message of another program"],
    ["value", "say a message with a well-formed value"],
  ],
};
`;

export function scaffold(id) {
  const [group, name, ...rest] = id.split("/");
  if (name === undefined || rest.length > 0)
    throw new Error(`a cause is named GROUP/NAME, such as conf/no-context-root; '${id}' is not`);
  for (const part of [group, name]) word(part, "a cause");
  const fill =
    "signs, symptoms, every text, samples and look-alikes; then npm run generate (docs/symptoms.md). Tests: npm test -- test/diagnose/causes test/house";
  return { path: `src/diagnose/causes/${id}.ts`, text: text(id), fill };
}
