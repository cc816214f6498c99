import { wrongUse } from "../../../kernel/index.ts";
import { NoGit, type RecordingWorld } from "../../../platform/index.ts";
import { storeNamed } from "../capture/store.ts";
import type { Invocation } from "../../../report/index.ts";

const HELP = "name a folder outside of it with --store, or add the folder to .gitignore";

/**
 * Returns the absolute path of the folder for captures: --store, or this account's default. Throws a Refusal for a folder in a git checkout
 * that git does not ignore, because a commit could publish the passwords in a capture.
 */
export async function storeOf(invocation: Invocation, world: RecordingWorld): Promise<string> {
  const store = storeNamed(invocation, world);
  if (store === null) throw wrongUse("the default store is unknown: the system names no folder for your account", "--store DIR");
  try {
    const checkout = await world.checkout(store);
    if (checkout && !checkout.ignored)
      throw wrongUse(
        `captures cannot be stored in ${store}: git does not ignore it in ${checkout.top}, and a commit would publish the passwords in them`,
        HELP,
      );
  } catch (error) {
    if (!(error instanceof NoGit)) throw error;
    throw wrongUse(
      `captures cannot be stored in ${store}: it is in a git checkout, and whether git ignores it is unknown (${error.message})`,
      HELP,
    );
  }
  return store;
}
