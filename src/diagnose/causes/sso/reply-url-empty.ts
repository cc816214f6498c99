import { type Cause, IDP_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "sso/reply-url-empty",
  title: "Federation Reply URL was left empty",
  signs: [
    {
      all: ["redirect_uri"],
      like: /^(?=[\s\S]*?invalid.{0,40}redirect_uri)[\s\S]*?redirect_uri=["']?(?:null)?["']?(?=[&\s,;"']|$)/i,
    },
    { all: ["empty redirect_uri"] },
    { all: ["invalid parameter: redirect_uri"], not: /redirect_uri=["']?(?!null\b)[^&\s,;"']/i, confidence: "medium" },
  ],
  symptoms: [
    {
      says: "the identity provider refuses the redirect address, which is empty",
      words: "redirect|reply|callback empty|blank|without",
    },
  ],
  states: "that redirect_uri is an invalid parameter, as if the client at the identity provider were wrong",
  cause:
    "Federation Reply URL was left empty in the deployment tool. It is not derived, so that the login service sends an empty redirect_uri.",
  why: "An identity provider refuses a redirect_uri that is not registered, and the one in the query is empty.",
  check: {
    does: "Look at redirect_uri in the address of the page with the error: empty is this cause.",
    control: "Where it has a value, compare it character by character with the client's redirectUris: that is another mistake.",
  },
  action: [
    "Set Federation Reply URL to https://<tcss-host>:<port>/<LoginServiceName>/weblogin/oidc_callback.",
    "Deploy the SSC again, and read tcsso.federation_reply_url in login.xml.",
    "Register the same address as the client's redirect URI.",
  ],
  evidence: ["the whole address of the page with the error", "login.xml as it is deployed", "the client's redirectUris"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Allowing '*' as a redirect URI: the empty one stays refused, and everything else is let in."],
  matches: [
    "Invalid parameter: redirect_uri (https://idp.example.com/realms/plm/protocol/openid-connect/auth?client_id=plm&redirect_uri=&scope=openid)",
    'type=LOGIN_ERROR, clientId=plm, error="invalid_redirect_uri", redirect_uri="null"',
    "Invalid parameter: redirect_uri",
  ],
  lookAlikes: [
    "Invalid parameter: redirect_uri (auth?client_id=plm&redirect_uri=https%3A%2F%2Fother.example.com%2Fcb&scope=openid)",
    "redirect_uri was accepted",
  ],
};
