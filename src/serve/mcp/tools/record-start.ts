import { DIRECTORY } from "../directory.ts";
import { STORE } from "../store.ts";
import type { Tool } from "../tool.ts";

export const tool: Tool = {
  name: "record_start",
  title: "Start a recording",
  description:
    "Starts relays on this machine that record every byte between the workstation's tool and the servers of one environment, and makes the environment '(recording)' with two local bundles: one that points the workstation to the relays, one that points it back. It installs nothing and signs in nowhere: a person deploys the bundle, restarts the tool and works in it. What is recorded holds passwords; it stays in a folder of this account. End it with record_stop.",
  command: ["record", "start"],
  always: ["--detach"],
  parameters: {
    environment: { kind: "text", required: true, description: "The environment's name." },
    mode: {
      kind: "choice",
      option: "mode",
      choices: ["plain", "tls", "patch"],
      description:
        "What is spoken with the client. plain, the default: TCP. tls: TLS, under the server's own name. patch: TCP, and what leads past the relay is changed.",
    },
    store: STORE,
    directory: DIRECTORY,
  },
  outcomes: { 0: "the relays listen; what to do next is in the document" },
  document: "tierwright/recording/v1",
  narrower: "name one environment",
  asksServers: true,
  changes: {
    ends: false,
    repeatable: false,
    late: "the recording may have begun or may still begin: look with record_status, and end it with record_stop",
  },
};
