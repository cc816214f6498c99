import { layoutOf } from "../places.ts";
import { join } from "node:path";
import { name, say } from "../../../kernel/index.ts";
import { isUnfinished } from "../../../deploy/index.ts";
import type { Check } from "../check.ts";
import { answer } from "../words.ts";

export const check: Check = {
  id: "tool/unfinished",
  asks: "no deploy was cut off: there is no journal of an unfinished run, and the newest receipt can be read",
  otherwise: "files of two states may be mixed until the next deploy command has finished the run",
  control: "none: the folder of the deploys is read",
  needs: [],
  order: 53,
  run(looked) {
    const { station, places } = looked;
    const layout = layoutOf(station, places.install);
    const receipt = looked.receipt();
    if (isUnfinished(station.files, layout, receipt))
      return answer("fail", say`${name(station.shown(join(places.swap, "journal.json")))} exists: a deploy was interrupted`, {
        help: say`run any deploy command: it finishes or takes back the run first`,
      });
    return receipt
      ? answer("pass", say`no run is unfinished; the last one was ${name(receipt.run)}`)
      : answer("pass", say`no deploy has worked on this installation`);
  },
};
