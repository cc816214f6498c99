import { DIRECTORY } from "../directory.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "check",
  title: "Check environments",
  description:
    "Runs all static rules over a Tierwright config repository and judges each environment (is its tool × connector × tier certified, may it be compiled). Returns findings with file, line and column: what is wrong, what the reader of the value would do with it and how to fix it. Changes nothing; `why` explains where one value comes from.",
  command: ["check"],
  parameters: {
    environments: { kind: "words", description: "Environments to report on, by name; all when absent." },
    hosts: {
      kind: "path",
      option: "hosts",
      description: "A workstation's hosts file, used as evidence for addresses.",
    },
    require_proof: {
      kind: "switch",
      option: "require-proof",
      description: "Report a file-transfer host without measured evidence as an error.",
    },
    directory: DIRECTORY,
  },
  outcomes: { 0: "no blocking finding: the environments can be used", 1: "there are blocking findings, or a closed gate" },
  document: "tierwright/findings/v1",
  narrower: "name fewer environments",
};
