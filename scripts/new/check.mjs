import { word } from "./names.mjs";

const text = (id) => `import { say } from "../../../kernel/index.ts";
import type { Check } from "../check.ts";
import { existenceControl } from "../existence.ts";
import { answer } from "../words.ts";

/** Fill in: what it asks, what happens otherwise, its control, what it needs, its place, and the look itself. */
export const check: Check = {
  id: "${id}",
  asks: "say in one line what is asked",
  otherwise: "say what happens in the tool where the answer is no",
  control: "say what is tried to see whether it could have said something else",
  needs: [],
  order: 90,
  run(looked) {
    return answer("pass", say\`say what was found\`, { control: existenceControl(looked) });
  },
};
`;

export function scaffold(id) {
  const [family, name, ...rest] = id.split("/");
  if (name === undefined || rest.length > 0)
    throw new Error(`a check is named FAMILY/NAME, such as folders/exist; '${id}' is not`);
  for (const part of [family, name]) word(part, "a check");
  const fill =
    "asks, otherwise, control, needs, order, run; then npm run generate, and a test in test/live/doctor/ for each state that it can have. Tests: npm test -- test/live/doctor test/house test/docs/doctor.test.ts";
  return { path: `src/live/doctor/${id}.ts`, text: text(id), fill };
}
