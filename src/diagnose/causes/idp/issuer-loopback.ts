import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "idp/issuer-loopback",
  title: "inside the container the issuer's name leads to the container itself",
  signs: [
    {
      all: ["econnrefused"],
      like: /ECONNREFUSED (?:127\.\d|\[?::1)[\s\S]{0,300}(?:openid-configuration|issuer|realms\/|discovery)|(?:openid-configuration|issuer|realms\/|discovery)[\s\S]{0,300}ECONNREFUSED (?:127\.\d|\[?::1)/i,
    },
    {
      all: ["openid-configuration"],
      like: /(?:127\.0\.0\.1|\[?::1\]?|localhost)\S{0,40}[\s\S]{0,200}(?:refused|abgelehnt|verweigert)/i,
      confidence: "medium",
    },
  ],
  symptoms: [
    { says: "no SSO option is shown in an application", words: "no|not|missing|without|lack sso|single option|button|link" },
  ],
  states: "nothing: the application simply offers no single sign-on",
  cause:
    "The issuer's name resolves to the loopback address of the container in which the application runs, so that its discovery document cannot be fetched.",
  why: "A hosts file of the host gives the name a loopback address; inside a container the same address is the container's own.",
  check: {
    does: "Inside the container: `curl --resolve <issuer-name>:<port>:<candidate-ip>` against the discovery address, once for each address that comes into question.",
    control:
      "An address where nothing listens must fail. A successful resolution proves nothing, and one successful fetch cannot show that names disagree.",
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
  confidence: "medium",
  excludes: [],
  deadEnds: ["Trying the address in the host's browser: it always works there.", "Turning certificate checks off."],
  matches: [
    "Discovery of https://idp.example.com/realms/plm/.well-known/openid-configuration failed: connect ECONNREFUSED 127.0.0.1:8443",
  ],
  lookAlikes: ["connect ECONNREFUSED 127.0.0.1:5432 (database)", "connect ECONNREFUSED 192.0.2.7:443 at openid-configuration"],
};
