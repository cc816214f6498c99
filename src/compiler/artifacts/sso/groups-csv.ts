import { csvRecords, csvTable } from "../../../kernel/index.ts";
import { csvText } from "./csv-lists.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

const HEAD = ["group", "needed for PLM SSO", "note"];
const NOTE = "group membership is not needed for PLM SSO: authorization stays in PLM groups and roles";

export const artifact = signInArtifact({
  name: "sso-groups",
  title: "groups that must exist in the realm",
  file: "groups.csv",
  purpose: "expect",
  bytes: ({ realm, groups }) => realm && csvText([HEAD, ...groups.map(({ value }) => [value, "no", NOTE])]),
  prove(bytes, { groups }) {
    const [, ...rows] = csvRecords(csvTable(bytes.toString("utf8")));
    const same = rows.length === groups.length && rows.every(({ first }, i) => first === groups[i]?.value);
    return same ? [] : ["its groups read differently from the model"];
  },
});
