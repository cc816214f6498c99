/* HAR 1.2 as its specification describes it (http://www.softwareishard.com/blog/har-12-spec/): the fields that it names, and which of them may be left out. */

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const COUNT = { type: "integer", minimum: -1 };
const list = (items: object): object => ({ type: "array", items });

const object = (required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}): object => ({
  type: "object",
  required: Object.keys(required),
  properties: { ...required, ...optional, comment: TEXT },
  // custom fields begin with an underscore
  patternProperties: { "^_": {} },
  additionalProperties: false,
});

const PAIR = object({ name: TEXT, value: TEXT });
const TIME = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$" };
const COOKIE = object(
  { name: TEXT, value: TEXT },
  { path: TEXT, domain: TEXT, expires: TIME, httpOnly: { type: "boolean" }, secure: { type: "boolean" } },
);
const POSTED = object(
  { mimeType: TEXT },
  { text: TEXT, params: list(object({ name: TEXT }, { value: TEXT, fileName: TEXT, contentType: TEXT })) },
);
const MESSAGE = { httpVersion: TEXT, cookies: list(COOKIE), headers: list(PAIR), headersSize: COUNT, bodySize: COUNT };
const REQUEST = object(
  { method: TEXT, url: { type: "string", pattern: "^[a-z][a-z\\d+.-]*:" }, queryString: list(PAIR), ...MESSAGE },
  { postData: POSTED },
);
const CONTENT = object({ size: COUNT, mimeType: TEXT }, { compression: NUMBER, text: TEXT, encoding: TEXT });
const RESPONSE = object({ status: COUNT, statusText: TEXT, content: CONTENT, redirectURL: TEXT, ...MESSAGE });
const SPENT = { type: "number", minimum: 0 };
const TIMINGS = object(
  { send: SPENT, wait: SPENT, receive: SPENT },
  { blocked: NUMBER, dns: NUMBER, connect: NUMBER, ssl: NUMBER },
);
const ENTRY = object(
  { startedDateTime: TIME, time: SPENT, request: REQUEST, response: RESPONSE, cache: object({}), timings: TIMINGS },
  { pageref: TEXT, serverIPAddress: TEXT, connection: TEXT },
);
const CREATOR = object({ name: TEXT, version: TEXT });

export const HAR_SCHEMA = {
  type: "object",
  required: ["log"],
  additionalProperties: false,
  properties: { log: object({ version: { const: "1.2" }, creator: CREATOR, entries: list(ENTRY) }, { browser: CREATOR }) },
};
