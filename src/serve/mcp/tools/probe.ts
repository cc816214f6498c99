import { DIRECTORY } from "../directory.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "probe",
  title: "Probe a running tier",
  description:
    "Asks the servers of an environment about everything it relies on (addresses, certificates, the identity provider's documents), and reports for each answer what it proves, what it does not, and what to do. It never signs in: probes that need an account are reported as skipped; a person runs `tierwright probe ENV --profile NAME` for that. Sends requests over the network to the environment's servers; can take minutes where they do not answer.",
  command: ["probe"],
  parameters: {
    environment: { kind: "text", required: true, description: "The environment's name." },
    only: {
      kind: "words",
      option: "only",
      description: "These probes by id (tls/chain), or a family of them: tier, sso, idp, tls.",
    },
    skip: { kind: "words", option: "skip", description: "All probes but these." },
    timeout: { kind: "number", option: "timeout", least: 1, most: 600, description: "Seconds for one probe; 30 when absent." },
    strict: { kind: "switch", option: "strict", description: "Exit code 1 also if something is not proven." },
    directory: DIRECTORY,
  },
  outcomes: { 0: "nothing is refuted", 1: "something is refuted", 3: "a server was not reached, and nothing is refuted" },
  document: "tierwright/probe/v1",
  narrower: "name the probes with `only`",
  asksServers: true,
};
