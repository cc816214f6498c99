import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "kit/stale-profile",
  title: "the profile file is of another connector release",
  signs: [
    {
      anchors: ["profile", "profil", "perfil"],
      like: /\b(?:profile?|perfil)\b[^\n]{0,80}\b(?:does not match|is not (?:of|for)|differs from|passt nicht zu|ne correspond pas|no coincide|non corrisponde)[^\n]{0,40}\b(?:connector|konnektor|connecteur|conector|connettore|plug-?in)\b/i,
      confidence: "medium",
    },
  ],
  symptoms: [
    { says: "red borders around synced elements", words: "red border|frame|outline|box element|sync|symbol|model|around" },
    { says: "elements are marked red after the release was swapped", words: "element|symbol|stereotyp red" },
  ],
  states: "nothing: elements that were synchronized have red borders, which reads as a fault of the model",
  cause: "The profile of another release is loaded: it did not move with the connector, or a stray copy is found first.",
  why: "The file differs from release to release (168,719 bytes for 2506, 160,328 for 2606 were observed), and the tool loads the copy that it finds, under any name.",
  check: {
    does: "Compare size and hash of every copy with the release's kit: `tierwright deploy --verify` proves both places and names stray copies.",
    control:
      "The kit's own file must be equal to itself by the same comparison; a folder that does not exist must be said to be missing, not empty.",
  },
  action: [
    "Close the tool.",
    "Put the profile of the installed release into both places: the tool's profiles folder and the root of the public user's folder, not its Documents.",
    "Move every further copy away, also one that lies loose in the plugins folder.",
    "Start the tool and open the same model.",
  ],
  evidence: ["path, size and hash of each copy", "the installed connector release", "a picture of one element"],
  log: "none: the tool logs nothing of it; look at the files",
  confidence: "high",
  excludes: [],
  deadEnds: [
    "Synchronizing the elements again: they are in step, the profile that shows them is not.",
    "Editing the model's stereotypes.",
  ],
  matches: [
    "profile version 2506 does not match connector release 2606; the copy in <install>\\profiles was not used",
    "Das Profil (2412) passt nicht zum Konnektor 2506",
  ],
  lookAlikes: [
    ["words", "Border router changed its state to red alert"],
    ["words", "the synchronized element is reduced to its name"],
    ["success", "profile of release 2606 was loaded"],
  ],
};
