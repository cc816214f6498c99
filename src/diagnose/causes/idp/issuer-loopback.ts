import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "idp/issuer-loopback",
  title: "inside the container the issuer's name leads to the container itself",
  signs: [
    {
      anchors: ["openid-configuration", "issuer", "realms/", "discovery"],
      like: /ECONNREFUSED (?:127\.\d|\[?::1)|\bdial tcp (?:127\.\d|\[::1\])[^\n]{0,60}refused|\/127\.\d{1,3}\.\d{1,3}\.\d{1,3}[\]:]|\('(?:127\.0\.0\.1|::1)'|connect to (?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1) port \d{1,5}\b/i,
      near: [/openid-configuration|\bissuer|realms\/|discovery/i, /refused|ECONNREFUSED|ConnectException|failed/i],
      not: /\bupstream\b|proxy_pass|\bAH0\d{4}\b|:(?:5432|3306|6379|9200|27017|5672)\b|\bport: (?:25|465|587|5432|3306|6379|1433|389)\b|:(?:25|465|587|389)\b/,
      field: true,
    },
    {
      anchors: ["openid-configuration"],
      like: /(?:127\.0\.0\.1|\[?::1\]?|localhost)\S{0,40}[\s\S]{0,200}(?:refused|ECONNREFUSED|abgelehnt|verweigert|\b10061\b|Errno 111)/i,
      confidence: "medium",
    },
    {
      anchors: ["openid-configuration", "realms/"],
      like: /https?:\/\/[^\s"']{1,300}\b(?:openid-configuration|realms\/)/,
      near: [
        /refused|ECONNREFUSED|ConnectException|fail|not available|could not (?:connect|reach)|couldn't connect|abgelehnt|nicht erreichbar/i,
      ],
      after: ({ issuerIsLoopback }) => issuerIsLoopback,
      field: true,
    },
    {
      anchors: ["openid-configuration", "IDX20803", "IDX20804"],
      like: /openid-configuration/,
      near: [/refused|ECONNREFUSED|ConnectException|\b10061\b|Errno 111/i],
      not: /ECONNREFUSED (?!127\.)\d|tcp (?!127\.)\d/,
      confidence: "low",
    },
  ],
  symptoms: [
    { says: "no SSO option is shown in an application", words: "no|not|missing|without|lack sso|single option|button|link" },
    {
      says: "in the container the issuer's name leads to the loopback address",
      words: "container issuer|idp|keycloak|realm loopback|127|localhost",
      not: /\bon purpose\b|absichtlich|\bno longer\b/i,
    },
  ],
  states: "nothing: the application simply offers no single sign-on",
  cause:
    "The issuer's name resolves to the loopback address of the container in which the application runs, so that its discovery document cannot be fetched.",
  why: "A hosts file of the host gives the name a loopback address; inside a container the same address is the container's own.",
  check: {
    does: "Inside the container: `curl --resolve <issuer-name>:<port>:<candidate-ip>` against the discovery address, once for each possible address.",
    control: "An address where nothing listens must fail. It proves nothing that the name resolves.",
  },
  action: [
    "Give the container the issuer's real address: --add-host with the host's gateway, or an entry in hostAliases.",
    "Prefer a name that everybody resolves already.",
    "Restart the application: discovery is read at its start.",
  ],
  evidence: [
    "what the name resolves to on the host, in the PLM guest and in the container",
    "the application's log of its start",
  ],
  log: "the log of the application's start, inside the container",
  confidence: "high",
  excludes: [],
  deadEnds: ["Trying the address in the host's browser: it always works there.", "Turning certificate checks off."],
  matches: [
    "Discovery of https://idp.example.com/realms/plm/.well-known/openid-configuration failed: connect ECONNREFUSED 127.0.0.1:8443",
    'Get "https://idp.example.com:8443/realms/plm/.well-known/openid-configuration": dial tcp 127.0.0.1:8443: connect: connection refused',
    "org.apache.http.conn.HttpHostConnectException: Connect to idp.example.com:8443 [idp.example.com/127.0.0.1] failed: Verbindungsaufbau abgelehnt, issuer https://idp.example.com:8443/realms/plm: connection refused",
  ],
  lookAlikes: [
    ["speaker", "connect ECONNREFUSED 127.0.0.1:5432 (database)"],
    ["value", "connect ECONNREFUSED 192.0.2.7:443 at openid-configuration"],
    ["success", "INFO discovery of https://127.0.0.1:8443/realms/plm/.well-known/openid-configuration succeeded"],
    ["speaker", "connect ECONNREFUSED 127.0.0.1:6379 (redis)"],
  ],
};
