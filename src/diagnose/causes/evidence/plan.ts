import { plainLetters } from "../synonyms.ts";
import { isComplaint } from "./complaint.ts";

/** Patterns, in lower case without accents, of a question whether something is possible, allowed, needed or wise: nothing fails yet. */
const PLAN = new RegExp(
  [
    /\b(?:how (?:long|often|many|much)|wie (?:lange|oft|viele)|combien|cuantos?|quanti|quante|hoe (?:lang|vaak|veel)|jak (?:dlugo|czesto)|can (?:we|i|a|an|the|our|all|every|users?)|should (?:we|i|the|all|every|it)|shall (?:we|i)|do (?:we|i) (?:want|need|have)|must (?:we|i|every|all)|may (?:we|users|a user)|(?:is|are) (?:it|they|\w{1,20} ids?|there) (?:\w{1,12} )?(?:possible|allowed|ok|okay|necessary|required|advisable|better|recommended|enough|supported)|do(?:es)? (?:keycloak|entra|the (?:realm|client|idp|identity provider|connector|tool|tier|ssc|login service)) (?:accept|allow|support|require|need|have to))\b/,
    /\b(?:soll(?:t?en?)? (?:wir|ich|man|der|die|das)|mussen wir|muss (?:ich|man)|wollen wir|brauchen wir|durfen (?:wir|\w{1,20})|darf (?:man|ich|ein\w?)|(?:ist|sind) (?:es|das|sie) (?:\w{1,12} )?(?:moglich|erlaubt|zulassig|sinnvoll|notig|besser)|(?:erlaubt|akzeptiert|unterstutzt|verlangt|braucht) (?:keycloak|entra|der|die|das|unser\w{0,2}) )/,
    /\b(?:quelle? (?:est|sont) l(?:a|e|es) (?:longueur|limite|duree|valeur|difference|meilleure)|what (?:is|are) the (?:minim|maxim|default|limit|length|recommended|difference|best|right)\w{0,4}|was (?:ist|sind) d(?:ie|er|as) (?:mindest|maxim|empfohlen|richtig|best|unterschied|lange)\w{0,12})\b/,
    /\b(?:peut-on|pouvons-nous|pourrait-on|faut-il|doit-on|devons-nous|devrait-on|est-il (?:possible|permis|autorise|utile|preferable)|sont-(?:ils|elles) (?:autorise|permis|possible|accepte)e?s?|est-ce qu\S{1,2} ?(?:[\w'-]{1,20} ){1,5}(?:accept|autoris|permet|support|exig|est possible|doit|peut)\w{0,6})\b/,
    /\b(?:se (?:puede|pueden)|es posible|debemos|deberiamos|hay que|si (?:puo|possono)|e possibile|dobbiamo|dovremmo|bisogna|pode-se|podemos|e possivel|devemos|kan men|kunnen we|moeten we|mogen we|is het mogelijk|czy (?:mozna|musimy|powinnismy|keycloak))\b/,
    /べきでしょうか|可能でしょうか|可能ですか|必要ですか|許可されますか|できますか|(?:是否|能否|可否)(?:可以|应该|需要|支持|允许|要)?|(?:可以|支持|允许|需要).{0,30}吗|가능한가요|해야 하나요|해도 되나요|필요한가요/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
/** Pattern of a decision about something that is to be done later. */
const DECIDED =
  /\badr[- ]?\d{1,4}\b|\b(?:will|wird|werden|sera|seront) (?:[\w']{1,20} ){0,6}(?:required|refused|introduced|enforced|mandatory|verlangt|eingefuhrt|abgelehnt|erzwungen|pflicht|exigee?s?|obligatoires?)\b/;
const SENTENCES = /\n|(?<=[.!?。！？]) ?/;
const MOST = 2_000;

/** Returns whether a text asks about something planned or announces it, and does not say that something fails now. */
export const isPlan = (text: string): boolean =>
  plainLetters(text.slice(0, MOST))
    .split(SENTENCES)
    .some((sentence) => DECIDED.test(sentence) || (/[?？吗か요]\s{0,4}$/.test(sentence) && PLAN.test(sentence))) &&
  !isComplaint(text);
