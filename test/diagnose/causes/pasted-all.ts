import { DESCRIBED, FIELDS, OTHERS } from "./pasted.ts";
import { KINDS, OTHER_KINDS } from "./pasted-kinds.ts";
import { OTHER_FIELD_REPORTS, OTHER_FIELDS, OTHER_PIECES, OTHER_REPORTS, PIECES, REPORTS } from "./pasted-lines.ts";
import { PLANNED, REPORTED } from "./pasted-plans.ts";
import { OTHER_RARE, RARE } from "./pasted-rare.ts";
import { OTHER_SERVICES, SERVICES } from "./pasted-services.ts";
import { OTHER_TICKETS, TICKETS } from "./pasted-tickets.ts";
import { OTHER_VARIANTS, VARIANTS } from "./pasted-variants.ts";
import type { Positive } from "./records.ts";
import { COMPLAINTS, QUOTING } from "./text-kinds.ts";

/** Every pasted sample with its cause; the tests and the printed figures count the same ones. */
export const SAMPLES: readonly Positive[] = [
  ...[FIELDS, PIECES, OTHER_FIELDS, REPORTS, DESCRIBED, SERVICES, KINDS, VARIANTS, COMPLAINTS, REPORTED, RARE, TICKETS],
].flat();

/** Every pasted text without a cause. */
export const LOOK_ALIKES: readonly string[] = [
  ...[OTHERS.map(([, text]) => text), OTHER_PIECES, OTHER_REPORTS, OTHER_FIELD_REPORTS, OTHER_SERVICES, OTHER_KINDS],
  ...[OTHER_VARIANTS, PLANNED, QUOTING, OTHER_RARE, OTHER_TICKETS],
].flat();
