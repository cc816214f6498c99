import { argv } from "./argv.ts";
import { members } from "./json.ts";
import { listItems, namedMembers } from "./json-lists.ts";
import { labelledFields } from "./labels.ts";
import { formPairs, namedByLine, options, pairs, quotedPairs, settings, settingsWithin } from "./lines.ts";
import { formParts } from "./multipart.ts";
import { byShape } from "./own-shapes.ts";
import { includedParts, phrases, segments } from "./said.ts";
import type { Finder } from "./shape.ts";
import { tables } from "./tables.ts";
import { markup } from "./xml.ts";

const everywhere: readonly Finder[] = [
  markup,
  members,
  namedMembers,
  listItems,
  pairs,
  quotedPairs,
  options,
  argv,
  labelledFields,
  settingsWithin,
  phrases,
  byShape,
];
const lines: readonly Finder[] = [settings, namedByLine, tables];

/** The finders from which a `SearchDeclaration` is put together: those for every format of text, and those for one format alone. */
export const FINDERS = { everywhere, lines, formPairs, formParts, includedParts, segments };
