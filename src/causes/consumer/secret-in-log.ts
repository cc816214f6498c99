import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "consumer/secret-in-log",
  title: "a client secret stands readable in a log",
  signs: [
    {
      all: ["secret"],
      like: /client[_-]?secret["']?\s{0,3}[=:]\s{0,3}["']?(?![*<([{$]|null\b|none\b|true\b|false\b)[^\s"',;&]{6}/i,
    },
  ],
  symptoms: [
    {
      says: "the client secret is in an application's start-up log in plain text",
      words: "secret log|output plain|readable|clear|visib|startup|start",
    },
  ],
  states: "nothing: it is an ordinary line of a start",
  cause:
    "The application logs its configuration at its default level, the client secret included. Whoever reads the log, or a copy of it, has the secret.",
  why: "The line holds the key and a value that is neither masked nor a reference.",
  check: {
    does: "Compare the value's beginning with the secret at the identity provider, on the server, without copying either.",
    control: "A masked value (***) in the same line is none.",
  },
  action: [
    "Treat the secret as known: draw a new one at the identity provider.",
    "Raise the application's log level, and look at what it logs at its start, before the new secret is set.",
    "Delete the log and its copies: archives, collectors, tickets.",
  ],
  evidence: ["where copies of the log are; never the value itself"],
  log: "the application's start-up log",
  confidence: "medium",
  excludes: [],
  deadEnds: ["Deleting the line alone: the secret was readable."],
  matches: [
    "Starting with issuer=https://idp.example.com/realms/plm client_secret=made-up-value-1",
    '{"clientSecret":"made-up-value-1"}',
  ],
  lookAlikes: ["client_secret=********", "tcsso.oidc.client_auth_method=client_secret_basic", 'clientSecret: "${CLIENT_SECRET}"'],
};
