import type { Browser } from "playwright-core";

export declare const CHROMIUM: string;
export declare function hasBrowser(): boolean;
export declare function openBrowser(): Promise<Browser>;
