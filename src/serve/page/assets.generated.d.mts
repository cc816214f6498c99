/** The page's script and style sheet as one text each, made by scripts/page.mjs from src/serve/page/client. */
export const SCRIPT: string;
export const STYLE: string;
