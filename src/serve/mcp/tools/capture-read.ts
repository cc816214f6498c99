import { STORE } from "../store.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "capture_read",
  title: "Read a capture",
  description:
    "Returns the decoded content of a capture: requests and answers with their heads and bodies, what is broken and why. Passwords, sessions and tokens are hidden, and there is no way to show them here. Without `exchange` it returns every exchange that matches the filters. Changes nothing.",
  command: ["capture", "read"],
  parameters: {
    capture: { kind: "text", required: true, description: "A capture's name, the beginning of it, or `last`." },
    exchange: { kind: "number", least: 1, most: 1_000_000_000, description: "The number of one exchange." },
    agent: { kind: "text", option: "agent", description: "Exchanges whose User-Agent holds this text." },
    sign_in: {
      kind: "choice",
      option: "sign-in",
      choices: ["xml", "json"],
      description: "Sign-ins of one kind: the connector's are xml.",
    },
    method: { kind: "text", option: "method", description: "Exchanges of one method, for example POST." },
    operation: { kind: "text", option: "operation", description: "Exchanges of one operation of the tier, for example login." },
    status: { kind: "text", option: "status", description: "Exchanges with one status, or a class of them: 500, 4xx." },
    since: { kind: "text", option: "since", description: "Exchanges from then on (UTC): 2026-11-22T16:57:44Z, or 16:57." },
    store: STORE,
  },
  outcomes: { 0: "this is what was recorded" },
  document: "tierwright/capture/v1",
  narrower: "name one `exchange`, or filter",
};
