import { type Cause, IDP_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "idp/username-too-short",
  title: "the realm refuses user ids of fewer than three characters",
  signs: [
    { all: ["error-invalid-length"], like: /\busername\b.{0,80}\b3\b.{0,40}\b255\b/, not: /too-long/, field: true },
    {
      all: ["error-invalid-length"],
      like: /\[\s?["']username["'],\s?["']?\d/,
      not: /too-long/,
      field: true,
      confidence: "medium",
    },
    {
      anchors: [
        "and 255",
        "und 255",
        " et 255",
        " y 255",
        " e 255",
        " en 255",
        " i 255",
        "3-255",
        "3..255",
        "3 - 255",
        "\u5230255",
        "\u5230 255",
        " do 255",
        "\u304b\u3089 255",
        " a 255",
        "\u304b\u3089255",
        "\u301c255",
      ],
      like: /(?<![\d.])3 ?(?:and|und|et|y|e|en|i|-|\.\.|to|bis|do|a|\u00e0|\u5230|\u304b\u3089|\u301c) ?255(?![\d.])/i,
      near: [
        /user ?name|benutzer(?:name|kennung)|nom d.utilisateur|nombre de usuario|nome utente|nome de usu\u00e1rio|gebruikersnaam|nazwa u\u017cytkownika|\u7528\u6237|\u30e6\u30fc\u30b6\u30fc?\u540d|\uc0ac\uc6a9\uc790/i,
        /keycloak|\brealms?\b|\bidp\b/i,
        /refus|reject|error|fail|cannot|can't|won't|\bnot\b|nicht|abgelehnt|fehl|ne .{1,20} pas|rifiut|\bnon\b|rechaz|\bno\b|\bn\u00e3o\b|weiger|\bniet\b|odrzuc|\bnie\b|\u30a8\u30e9\u30fc|\u3067\u304d|\u9519\u8bef|\u65e0\u6cd5|\uc624\ub958/i,
      ],
      not: /too-long|first ?name|last ?name|vorname|nachname|passwor[dt]|\baccepted\b/i,
      field: true,
      confidence: "medium",
    },
    { all: ["error-invalid-length"], like: /\busername\b/, not: /too-long/, confidence: "low" },
  ],
  symptoms: [
    {
      says: "the identity provider wants three characters, and a user id has two letters",
      words:
        "user|username|kennung|benutzerkennung|kurzel|id|identifiant|login two|zwei|deux|2|short|kurz|court|three|drei|trois|3|tre|tres|tr\u00eas|drie|trzy|dwie|twee character|zeichen|caract|caratter|letter|letra|buchstabe|lettre|stellig|teken|znak|\u6587\u5b57|\u5b57\u7b26|\uae00\uc790 keycloak|realm|idp|identity",
      not: /\bwas set to\b|\ball (?:\w{1,12} )?users have\b|passw|kennwort|mot de passe|display name|\bles accepte(?! pas| plus)|\baccepts (?:them|these|it)\b|\bakzeptiert (?:sie|diese|das)\b(?! nicht| nie)|\b(?:accepted|created|angelegt|cr\u00e9\u00e9)\b/i,
    },
    {
      says: "a user with a two-character id is refused by the identity provider",
      words: "user|username|id short|two|2 refus|reject|creat|deny|deni",
    },
  ],
  states: "that a length is invalid, with username, 3 and 255 as parameters",
  cause: "A new realm's user profile demands at least 3 characters of a username, and this PLM user id is shorter.",
  why: "The parameters of the message are the attribute and its limits: 3 is a new realm's default, 255 its upper one.",
  check: {
    does: "Read validations.length of the attribute username in the realm's user profile: `tierwright idp plan ENV` compares it.",
    control: "A user id of three characters must be accepted by the same realm.",
  },
  action: [
    "Set min of the username's length to 2 in the realm's user profile (`tierwright idp apply FILE` does it).",
    "Create the user again and read it back.",
    "Do the same in each new realm.",
  ],
  evidence: ["the user's id", "the realm's user profile"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Giving the user a longer name at the identity provider: it must be the PLM user id, byte for byte."],
  matches: [
    '{"field":"username","errorMessage":"error-invalid-length","params":["username",3,255]}',
    "error-invalid-length with params username, 3, 255",
    '{"errorMessage":"error-invalid-length-too-short","field":"username","params":["username","3","255"]}',
  ],
  lookAlikes: [
    ["words", '{"field":"firstName","errorMessage":"error-invalid-length","params":["firstName",1,255]}'],
    ["reason", '{"field":"username","errorMessage":"error-invalid-length-too-long","params":["username",3,255]}'],
    ["reason", '{"field":"username","errorMessage":"error-username-invalid-character","params":["username","a b"]}'],
  ],
};
