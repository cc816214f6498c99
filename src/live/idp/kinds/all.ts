import type { Resource } from "../state.ts";
import { client } from "./client.ts";
import { group } from "./group.ts";
import type { Kind } from "./kind.ts";
import { mapper } from "./mapper.ts";
import { realm } from "./realm.ts";
import { scope } from "./scope.ts";
import { user } from "./user.ts";
import { userProfile } from "./user-profile.ts";

export const KINDS: Readonly<Record<Resource, Kind>> = { realm, userProfile, scope, client, mapper, group, user };
