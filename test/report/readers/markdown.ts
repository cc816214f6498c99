import MarkdownIt from "markdown-it";

/** Markdown as GitHub reads it: HTML is HTML, addresses become links. What GitHub takes out of HTML is judged by `dangers`. */
const reader = new MarkdownIt({ html: true, linkify: true });

export const htmlOf = (markdown: string): string => reader.render(markdown);

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
export const textOf = (html: string): string =>
  html
    .replaceAll("<br>", "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** The headlines of the findings, in their order. */
export const summaries = (markdown: string): readonly string[] =>
  [...htmlOf(markdown).matchAll(/<summary>(.*?)<\/summary>/gs)].map(([, html = ""]) => textOf(html));

/** Tags that the form itself uses. */
const OURS = /^<\/?(?:details|summary|br|code|pre|h2|h3|p|ul|li|strong|b)(?: class="language-(?:text|diff)"| open)?>$/;

/**
 * Everything that is more than text: tags that are not the form's, and outside of code and pre, where GitHub looks for nothing, what it makes
 * mentions, links, issues, commits and pictures of.
 */
export function dangers(markdown: string): readonly string[] {
  const html = htmlOf(markdown);
  const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => !OURS.test(tag));
  const outside = html.replace(/<(code|pre)\b[^>]*>[\s\S]*?<\/\1>/g, " ");
  const made = [...textOf(outside).matchAll(/@[\w-]|https?:|www\.|#\d|\bGH-\d|\b[0-9a-f]{7,40}\b|:[a-z_+]+:|!\[|\]\(/gi)];
  return [...tags, ...made.map(([text]) => text)];
}
