import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "consumer/secret-in-log",
  title: "a log contains a client secret in plain text",
  signs: [
    {
      all: ["secret"],
      readable: "clientsecret",
      not: /[=:]\s{0,3}["']?(?:\\?\$[{(]|\$env:|\$[A-Z][A-Z_]{2,60}\b|env[.:(]|process\.env|System\.getenv|%[A-Z_]{3,60}%|\{\{|vault:|arn:|kv\/|projects\/|op:\/\/|\((?:not|un|none|empty|missing|set)|(?:loaded|read|present|found|configured)\s{0,4}(?:\n|$))|^(?![\s\S]{0,4000}client[_-]?secret["']?\s?[=:]\s?\S)[\s\S]{0,4000}required (?:String )?property: tcsso\.oidc\.client_secret\r?\n|\bvault kv get\b|(?:^|\n)\s{0,8}(?:usage|verwendung|aufruf|utilisation|synopsis):/i,
      anyLevel: true,
    },
  ],
  symptoms: [
    {
      says: "the client secret is in an application's start-up log in plain text",
      words:
        "secret log|output|protokoll|journal|ausgabe|ausgegeben|ausgeschrieben plain|readable|clear|clair|klartext|lesbar|visib|startup|start|claro|chiaro|leesbaar|\u5e73\u6587|\u660e\u6587|\ud3c9\ubb38",
    },
  ],
  states: "nothing: it looks like ordinary output",
  cause:
    "A client secret is readable in this text; many applications log their configuration when they start. Everyone who can read the log, or a copy of it, has the secret.",
  why: "The line holds the key and a value that is neither masked nor a reference.",
  check: {
    does: "Compare the value's beginning with the secret at the identity provider, on the server, without copying either.",
    control: "A masked value (***) is not a leak.",
  },
  action: [
    "Restrict who can read the log and its copies.",
    "If the value is the real secret, treat it as compromised: plan a new one at the identity provider and in every program that uses it.",
    "Raise the application's log level, and look at what it logs at its start, before you set the new secret.",
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
    "java -Dtcsso.oidc.client_secret=made-up-value-1 -jar app.jar",
    "<oidc><clientSecret>made-up-value-1</clientSecret></oidc>",
    '<property name="oidc.client-secret" value="made-up-value-1"/>',
    'config ["client_secret","made-up-value-1"]',
    "run --client-secret made-up-value-1",
  ],
  lookAlikes: [
    ["value", "client_secret=********"],
    ["words", "tcsso.oidc.client_auth_method=client_secret_basic"],
    ["value", 'clientSecret: "${CLIENT_SECRET}"'],
    ["value", "client_secret=[hidden]"],
    ["value", "client_secret=\\${env.CLIENT_SECRET}"],
    ["value", "clientSecret: process.env.CLIENT_SECRET"],
    ["value", "clientSecret.file=C:\\secure\\oidc.txt"],
    ["words", "client_secret_expires_at=0"],
    ["value", "clientSecret: undefined"],
    ["value", "OIDC_CLIENT_SECRET=vault:secret/data/plm#client_secret"],
  ],
};
