import { csvRecords, csvTable } from "../../../kernel/index.ts";
import { csvText } from "./csv-lists.ts";
import { signInArtifact } from "./sign-in-artifact.ts";

const HEAD = ["PLM user id", "username at the identity provider"];

/** Returns the username that the identity provider stores for a PLM user id: the id in lower case. */
const stored = (id: string): string => id.toLowerCase();

export const artifact = signInArtifact({
  name: "sso-users",
  title: "users that must exist in the realm",
  file: "users.csv",
  purpose: "expect",
  bytes: ({ users }) => users && csvText([HEAD, ...users.users.map(({ id }) => [id, stored(id)])]),
  prove(bytes, { users }) {
    const [, ...rows] = csvRecords(csvTable(bytes.toString("utf8")));
    const same = rows.length === users?.users.length && rows.every(({ first }, i) => first === users.users[i]?.id);
    return same ? [] : ["its users read differently from the model"];
  },
});
