/** The page's script and style sheet as one text each, made by scripts/page.mjs from src/page/client. */
export const SCRIPT: string;
export const STYLE: string;
