import type { TierOptions } from "./tier.ts";
import type { FaultWords } from "./tier-words.ts";

export type Body = Readonly<Record<string, unknown>>;

export const NO_OPERATION: FaultWords = {
  type: "InternalServerException",
  code: 214086,
  message: "The service operation does not exist.",
};
const MEMBERSHIP = { uid: "q-membership", type: "ImanQuery", className: "ImanQuery" };
const GENERAL = { uid: "q-general", type: "ImanQuery", className: "ImanQuery" };

type Operation = (tier: TierOptions, user: string, body: Body) => string | object;

const glob = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`, "i");

/** What a tier answers to somebody who is signed in: XML as text, JSON as an object, or a fault. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "Core-2011-06-Session/getTypeDescriptions": () =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<TypeSchema xmlns="http://teamcenter.com/Schemas/Soa/2011-06/Metamodel"><types name="User" uid="t-1" className="User"/></TypeSchema>\n',
  "Core-2007-01-Session/getTCSessionInfo": ({ version = "2506" }) =>
    `<GetTCSessionInfoResponse xmlns="http://teamcenter.com/Schemas/Core/2007-01/Session" serverVersion="${version.length === 4 ? `${version}0.0004.0000.2025061500` : version}" bypass="false"/>`,
  "Internal-AWS2-2017-12-DataManagement/getTCSessionAnalyticsInfo": ({ version = "2506" }, user) => ({
    ".QName": "http://teamcenter.com/Schemas/Internal/AWS2/2017-12/DataManagement.TCSessionAndAnalyticsInfo",
    userSession: {
      uid: "us-1",
      type: "UserSession",
      className: "UserSession",
      props: { user_id: { dbValues: [user], uiValues: [user] } },
    },
    extraInfoOut: { TCServerVersion: version, AWServerVersion: "6.5" },
    ServiceData: { modelObjects: {} },
  }),
  "Core-2010-04-Session/getPreferences2": ({ bootstrapUrls = [] }, _user, { preferenceNames }) => ({
    preferences: (preferenceNames as readonly { readonly names: readonly string[] }[])
      .flatMap(({ names }) => names)
      .filter((name) => name === "Fms_BootStrap_Urls" && bootstrapUrls.length > 0)
      .map((name) => ({ scope: "site", category: "General", name, values: bootstrapUrls })),
    ServiceData: {},
  }),
  "Query-2006-03-SavedQuery/getSavedQueries": () => ({
    queries: [
      { name: "General...", description: "", query: GENERAL },
      { name: "Admin - Group/Role Membership", description: "", query: MEMBERSHIP },
    ],
    ServiceData: {},
  }),
  "Query-2006-03-SavedQuery/describeSavedQueries": ({ entries = ["Group", "Role", "User"] }, _user, { queries }) => ({
    fieldLists: (queries as readonly { readonly uid: string }[]).map(({ uid }) => ({
      fields:
        uid === MEMBERSHIP.uid
          ? ["group.name", "role.role_name", "user.user_id"].map((attributeName, i) => ({
              attributeName,
              entryName: entries[i],
              logicalOperation: "AND",
            }))
          : [{ attributeName: "object_type", entryName: "Type" }],
    })),
    ServiceData: {},
  }),
  "Query-2006-03-SavedQuery/executeSavedQuery": executeSavedQuery,
};

function executeSavedQuery(tier: TierOptions, _user: string, { query, entries = [], values = [], limit }: Body): object {
  const { people = [], entries: known = ["Group", "Role", "User"], names = true } = tier;
  if (typeof limit !== "number") return NO_OPERATION;
  const uid = (query as { readonly uid?: string } | undefined)?.uid;
  if (uid === GENERAL.uid) return { nFound: 0, objects: [], ServiceData: {} };
  const criteria = (entries as readonly string[]).map((entry, i) => [entry, String((values as readonly unknown[])[i])] as const);
  if (uid !== MEMBERSHIP.uid || criteria.some(([entry]) => !known.includes(entry))) return NO_OPERATION;
  const members = people.flatMap(({ user, name, roles }) =>
    roles.map(([group, role]) => ({ group, role, user, text: `${group}/${role}/${name} (${user})` })),
  );
  const found = members.filter((one) =>
    criteria.every(([entry, value]) => glob(value).test([one.group, one.role, one.user][known.indexOf(entry)] as string)),
  );
  const shown = (limit > 0 ? found.slice(0, limit) : found).map((one, i) => ({ ...one, uid: `m-${i + 1}` }));
  const object = { type: "GroupMember", className: "GroupMember" };
  return {
    nFound: found.length,
    objects: shown.map((one) => ({ uid: one.uid, ...object })),
    ServiceData: {
      modelObjects: Object.fromEntries(
        shown.map((one) => [
          one.uid,
          { uid: one.uid, ...object, props: names ? { object_name: { dbValues: [one.text], uiValues: [one.text] } } : {} },
        ]),
      ),
    },
  };
}
