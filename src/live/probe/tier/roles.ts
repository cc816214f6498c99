import { type Text, append, listTexts, plural, say, value, words } from "../../../kernel/index.ts";
import type { SoaAnswer } from "../../soa/answer.ts";
import type { FaultMessage } from "../../soa/fault.ts";
import { jsonObjects, type ModelObject, propertyOf } from "../../soa/objects.ts";
import {
  describeSavedQueriesRequest,
  executeSavedQueryRequest,
  getPropertiesRequest,
  getSavedQueriesRequest,
} from "../../soa/operations.ts";
import type { SoaRequest } from "../../soa/request.ts";
import {
  type Membership,
  membershipsOf,
  type QueryField,
  type QueryResult,
  queryFieldsOf,
  queryResultOf,
  type SavedQuery,
  savedQueriesOf,
} from "../../soa/saved-query.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import type { SignedIn } from "../session.ts";
import { inSession, runControl, shortly, tierOf } from "../support/in-session.ts";
import { besideAnswer } from "../support/partial-errors.ts";
import { describeAnswer } from "../support/tier-answer.ts";
import { answer } from "../words.ts";

/** The most memberships of users in groups and roles that are read; the tier reports how many there are in all. */
const LIMIT = 1000;
/** A group that does not exist. If a query finds entries for it, the query ignores its criteria. */
const NO_GROUP = "tierwright-no-such-group";

interface Asking {
  readonly probing: Probing;
  readonly session: SignedIn;
  /** Partial errors: those that answers of the tier contained in addition to the requested data. */
  readonly errors: FaultMessage[];
}

/** Thrown for an unexpected answer of the tier; `found` is the answer that the probe returns. */
class Unanswered extends Error {
  constructor(readonly found: Answer) {
    super();
  }
}

async function asked<T>(
  { probing, session, errors }: Asking,
  request: SoaRequest,
  what: string,
  read: (soa: SoaAnswer) => T | null,
): Promise<T> {
  const called = await session.call(probing.ask, request);
  const found = read(called.soa);
  if (found !== null) {
    if (called.soa.kind === "json") append(errors, called.soa.partialErrors);
    return found;
  }
  const { says, help } = describeAnswer(called, probing.toldBy);
  throw new Unanswered(
    answer("not-proven", say`the tier does not report ${words(what)}: ${says}`, { help, target: tierOf(probing) }),
  );
}

/**
 * Ranks a saved query of the tier by its name, best first (0): one named like the stock query over memberships, then others about members,
 * groups or roles.
 */
const likely = ({ name: text }: SavedQuery): number =>
  /group/i.test(text) && /role|member/i.test(text) ? 0 : /member/i.test(text) ? 1 : /group|role/i.test(text) ? 2 : 3;

const fieldFor = (fields: readonly QueryField[], what: RegExp): QueryField | undefined =>
  fields.find(({ entry }) => what.test(entry)) ?? fields.find(({ attribute }) => what.test(attribute));

interface Usable {
  readonly query: SavedQuery;
  readonly group: string;
  readonly role: string;
}

async function membershipQuery(asking: Asking): Promise<Usable> {
  const tier = tierOf(asking.probing);
  const all = await asked(asking, getSavedQueriesRequest(tier), "its saved queries", savedQueriesOf);
  const candidates = [...all].sort((a, b) => likely(a) - likely(b)).slice(0, 20);
  const request = describeSavedQueriesRequest(
    tier,
    candidates.map(({ query }) => query),
  );
  const fields = candidates.length === 0 ? [] : await asked(asking, request, "the entries of its saved queries", queryFieldsOf);
  for (const [i, query] of candidates.entries()) {
    const [group, role] = [/group/i, /role/i].map((what) => fieldFor(fields[i] ?? [], what));
    if (group && role && group !== role) return { query, group: group.entry, role: role.entry };
  }
  const says = say`the tier has no saved query with entries for a group and a role (${all.length} queries)`;
  throw new Unanswered(
    answer("not-proven", says, {
      help: words("the stock query over group and role memberships is missing or has other fields: ask the tier's administrator"),
      target: tier,
    }),
  );
}

/**
 * Adds the names of PLM objects by their ids. Objects without a name are skipped: an answer can list an object twice, once without its
 * properties.
 */
function addNames(into: Map<string, string>, objects: readonly ModelObject[]): void {
  for (const object of objects) {
    const text = propertyOf(object, "object_name") ?? propertyOf(object, "object_string");
    if (text !== null) into.set(object.uid, text);
  }
}

/** Returns the names of the PLM objects that a saved query found. Names that are not in the query's result are requested from the tier. */
async function namesOf(asking: Asking, { objects, shown }: QueryResult): Promise<readonly string[]> {
  const known = new Map<string, string>();
  addNames(known, shown);
  const missing = objects.filter(({ uid }) => !known.has(uid));
  if (missing.length > 0) {
    const request = getPropertiesRequest(tierOf(asking.probing), missing, ["object_name"]);
    const read = (soa: SoaAnswer) => (soa.kind === "json" ? jsonObjects(soa.value) : null);
    addNames(known, await asked(asking, request, "the names of what it found", read));
  }
  return objects.flatMap(({ uid }) => known.get(uid) ?? []);
}

async function control(asking: Asking, { query, group, role }: Usable): Promise<Control> {
  const did = say`the same query was asked for the group ${value(NO_GROUP)}, which nobody has`;
  const request = executeSavedQueryRequest(
    tierOf(asking.probing),
    query.query,
    [
      [group, NO_GROUP],
      [role, "*"],
    ],
    1,
  );
  return runControl(did, async () => {
    const called = await asking.session.call(asking.probing.ask, request);
    const result = queryResultOf(called.soa);
    if (!result) return { outcome: "held", says: say`it is not answered so (${shortly(called)})` };
    return result.found === 0
      ? { outcome: "held", says: say`it finds nothing` }
      : { outcome: "failed", says: say`it finds ${result.found}, so the query does not look at its entries` };
  });
}

/** Returns a note on the memberships of the --profile's own user, for the end of a sentence. */
function ownWords(memberships: readonly Membership[], { profile }: Probing, whole: boolean): Text {
  if (!profile) return [];
  const own = memberships.filter(({ userId }) => userId === profile.user);
  if (own.length === 0) return whole ? say`; ${value(profile.user)} is in none of them` : [];
  return say`; ${value(profile.user)} is in ${listTexts(own.map((one) => value(`${one.group}/${one.role}`)))}`;
}

async function judged(asking: Asking): Promise<Answer> {
  const { probing } = asking;
  const target = tierOf(probing);
  const usable = await membershipQuery(asking);
  const { query, group, role } = usable;
  const request = executeSavedQueryRequest(
    target,
    query.query,
    [
      [group, "*"],
      [role, "*"],
    ],
    LIMIT,
  );
  const result = await asked(asking, request, "memberships", queryResultOf);
  const facts = { query: query.name, found: result.found };
  if (result.found === 0)
    return answer(
      "not-proven",
      say`the query ${value(query.name)} finds nothing, which is not absence: this user may see no memberships, or the query is over another type`,
      {
        help: words("ask with a user who may see groups; a query by the type User finds none on every tier"),
        target,
        facts,
      },
    );
  const names = await namesOf(asking, result);
  const read = membershipsOf(names);
  const memberships = read.filter((one) => one !== null);
  const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();
  const all = {
    ...facts,
    read: memberships.length,
    groups: sorted(memberships.map((one) => one.group)),
    roles: sorted(memberships.map((one) => one.role)),
    users: sorted(memberships.map((one) => one.userId)),
    memberships: names.slice(0, 200),
  };
  const unread = names.filter((_, i) => read[i] === null);
  if (memberships.length === 0)
    return answer(
      "not-proven",
      say`${result.found} are found, and none is named '<Group>/<Role>/<Display Name> (<user_id>)': ${listTexts(unread.slice(0, 3).map(value))}`,
      {
        help: words("the query is over something else than memberships: ask the tier's administrator for the stock query"),
        target,
        facts: all,
      },
    );
  const whole = result.found <= LIMIT && unread.length === 0;
  const other = unread.length === 0 ? [] : say`; ${unread.length} have another form: ${listTexts(unread.slice(0, 3).map(value))}`;
  const unsure = memberships.filter(({ ambiguous }) => ambiguous).length;
  const slashes = unsure === 0 ? [] : say`; of ${unsure} a '/' in a name leaves open where the group ends`;
  const says = say`the query ${value(query.name)} finds ${words(plural(result.found, "membership"))} in ${words(plural(all.groups.length, "group"))} with ${words(plural(all.roles.length, "role"))}${
    result.found > LIMIT ? say` (the first ${LIMIT} were read)` : []
  }${ownWords(memberships, probing, whole)}${other}${slashes}${besideAnswer(asking.errors)}`;
  return answer("proven", says, { target, facts: all, control: await control(asking, usable) });
}

async function run(probing: Probing): Promise<Answer> {
  return inSession(probing, "the list of groups and roles", async (session) => {
    try {
      return await judged({ probing, session, errors: [] });
    } catch (error) {
      if (error instanceof Unanswered) return error.found;
      throw error;
    }
  });
}

export const probe: Probe = {
  id: "tier/roles",
  summary: "which groups and roles are there, and who is in them",
  proves:
    "that the tier lists memberships by its saved query (describeSavedQueries, then executeSavedQuery with Group=* and Role=*)",
  doesNotProve:
    "that what is not found does not exist: a user sees what his access allows, and a query by the type User finds none",
  control: "the same query for a group that nobody has must find nothing",
  needs: ["sign-in"],
  order: 30,
  run,
};
