import { meaningOfCode } from "../../../live/index.ts";
import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "tier/wrong-operation",
  title: "the tier does not have the operation that was asked",
  signs: [
    { types: ["ServiceException", "InternalServerException", "InternalServerFault", "ServiceFault"], code: 214086 },
    { types: ["ServiceException", "InternalServerException", "InternalServerFault", "ServiceFault"], code: 214022 },
    { code: 214086, confidence: "medium" },
    { code: 214022, confidence: "medium" },
    {
      anchors: ["no operation ", "unknown operation", "invalid operation"],
      like: /\b(?:no|unknown|invalid) operation ["'\u00ab]?\w{3,60}["'\u00bb]? (?:in|of|for|on) (?:the )?service ["'\u00ab]?[A-Z]\w{1,40}-\d{4}-\d\d-\w{2,40}/i,
      field: true,
      confidence: "medium",
    },
  ],
  symptoms: [{ says: "an operation has a wrong name or does not exist at the tier", words: "operation wrong|unknown|exist" }],
  states: "an error of the service that was asked",
  cause: `By its code ${meaningOfCode(214086)}. Operation versions are part of the path (Core-2008-06-Session, Query-2006-03), and 214086 is followed by 214022.`,
  why: "Both codes came back for a wrong operation name: executeSavedQueries does not exist, executeSavedQuery does.",
  check: {
    does: "Read the path of the request that failed: service, its date and the operation.",
    control: "A stock operation (Core-2008-06-Session/login) must be answered by the same tier.",
  },
  action: [
    "Compare the operation's name with the tier's release: serverInfo.DisplayVersion says which it is.",
    "In a script of your own: write the name as the service has it (executeSavedQuery, with a limit).",
    "In the connector: install the release that the matrix certifies for this tier.",
  ],
  evidence: ["path of the request", "both codes, in their order", "both releases"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Giving the user more rights: an operation that is missing is missing for everybody."],
  matches: [
    '<ServiceException><messages code="214086" level="3">Vorgang unbekannt</messages><messages code="214022" level="3">x</messages></ServiceException>',
    '{".QName":"http://example.com/Exceptions.InternalServerException","messages":[{"code":214022,"level":3,"message":"x"}]}',
    "error 214086",
  ],
  lookAlikes: [
    ["words", "read 214086 bytes"],
    ["value", "code 2140860"],
    ["words", "document 214022 was checked in"],
  ],
};
