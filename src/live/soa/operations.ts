import { attributeText, jsonRequest, type SoaRequest, xmlRequest } from "./request.ts";

/** Returns the request for descriptions of PLM object types, which the connector sends directly after the sign-in. */
export const typeDescriptionsRequest = (tier: string, types: readonly string[] = ["User", "Group", "Role"]): SoaRequest =>
  xmlRequest(
    tier,
    "Core-2011-06-Session/getTypeDescriptions",
    `<GetTypeDescriptionsInput xmlns="http://teamcenter.com/Schemas/Core/2011-06/Session">${types
      .map((type) => `<typeNames>${attributeText("a type's name", type)}</typeNames>`)
      .join("")}</GetTypeDescriptionsInput>`,
  );

/** Returns the request for information about the session, in which the tier names its release if the answer to the sign-in does not. */
export const sessionInfoRequest = (tier: string): SoaRequest =>
  xmlRequest(
    tier,
    "Core-2007-01-Session/getTCSessionInfo",
    '<GetTCSessionInfoInput xmlns="http://teamcenter.com/Schemas/Core/2007-01/Session"/>',
  );

const ANALYTICS = "Internal-AWS2-2017-12-DataManagement/getTCSessionAnalyticsInfo";

/**
 * Returns two requests for the same operation, which a tier answers for an authenticated session only. The first has the documented
 * address, below RestServices; the second is below JsonRestServices, where a tier that separates its XML and JSON interfaces has the
 * operation.
 */
export const sessionAnalyticsRequests = (tier: string): readonly [SoaRequest, SoaRequest] => [
  jsonRequest(tier, ANALYTICS, { extraInfoIn: [] }, "RestServices"),
  jsonRequest(tier, ANALYTICS, { extraInfoIn: [] }),
];

/** Returns the request for site preferences, which are settings of the tier, by name. */
export const preferencesRequest = (tier: string, names: readonly string[]): SoaRequest =>
  jsonRequest(tier, "Core-2010-04-Session/getPreferences2", { preferenceNames: [{ scope: "site", names }] });

export interface ObjectReference {
  readonly uid: string;
  readonly type: string;
  readonly className: string;
}

const SAVED_QUERY = "Query-2006-03-SavedQuery";

export const getSavedQueriesRequest = (tier: string): SoaRequest => jsonRequest(tier, `${SAVED_QUERY}/getSavedQueries`, {});

export const describeSavedQueriesRequest = (tier: string, queries: readonly ObjectReference[]): SoaRequest =>
  jsonRequest(tier, `${SAVED_QUERY}/describeSavedQueries`, { queries });

/**
 * Returns the request that runs a saved query. `limit` is required; 0 means no limit. It uses the operation executeSavedQuery;
 * executeSavedQueries is another one, of a later version of the service.
 */
export const executeSavedQueryRequest = (
  tier: string,
  query: ObjectReference,
  criteria: readonly (readonly [entry: string, value: string])[],
  limit: number,
): SoaRequest =>
  jsonRequest(tier, `${SAVED_QUERY}/executeSavedQuery`, {
    query,
    entries: criteria.map(([entry]) => entry),
    values: criteria.map(([, value]) => value),
    limit,
  });

export const getPropertiesRequest = (
  tier: string,
  objects: readonly ObjectReference[],
  attributes: readonly string[],
): SoaRequest => jsonRequest(tier, "Core-2006-03-DataManagement/getProperties", { objects, attributes });
