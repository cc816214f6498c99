import { existsSync } from "node:fs";
import { word } from "./names.mjs";

const text = (id) => `import { say } from "../../../kernel/index.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { runControl, tierOf } from "../support/in-session.ts";
import { answer } from "../words.ts";

/** Runs the control, a request that must fail. If it succeeds too, the runner reports a positive answer as not proven. */
function control(probing: Probing): Promise<Control> {
  return runControl(say\`say what was tried\`, async () => {
    const { status } = await probing.ask({ method: "GET", url: \`\${tierOf(probing)}/nobody-has-this\` });
    return status >= 400
      ? { outcome: "held", says: say\`it is refused with \${status}\` }
      : { outcome: "failed", says: say\`it is answered as well (status \${status})\` };
  });
}

/** Fill in: the request, and what each answer means. The runner reports a server that does not answer. */
async function run(probing: Probing): Promise<Answer> {
  const target = tierOf(probing);
  const { status } = await probing.ask({ method: "GET", url: target });
  if (status >= 400)
    return answer("refuted", say\`say what was found and what it leads to (\${status})\`, { target, help: say\`say what to do\` });
  return answer("proven", say\`say what was found\`, { target, facts: { status }, control: await control(probing) });
}

export const probe: Probe = {
  id: "${id}",
  summary: "say in a few words what is asked",
  proves: "say what a positive answer proves",
  doesNotProve: "say what it does not prove, though it sounds so",
  control: "say what must be refused, or look otherwise",
  needs: [],
  order: 90,
  run,
};
`;

export function scaffold(id) {
  const [family, name, ...rest] = id.split("/");
  if (name === undefined || rest.length > 0)
    throw new Error(`a probe is named FAMILY/NAME, such as tier/release; '${id}' is not`);
  for (const part of [family, name]) word(part, "a probe");
  if (!existsSync(new URL(`../../src/live/probe/${family}/`, import.meta.url)) || family === "support")
    throw new Error(`the family of a probe is one of tier, sso, idp, tls: '${family}' is none`);
  const fill =
    "what it proves and what not, its control, needs, order, run; then npm run generate (docs/probe.md), and tests in test/live/probe/ with the servers of test/support/live/: each outcome, and a control that fails. Tests: npm test -- test/live/probe test/docs/probe.test.ts test/house";
  return { path: `src/live/probe/${id}.ts`, text: text(id), fill };
}
