export interface Platform {
  readonly name: string;
  readonly runner: string;
}
export const PLATFORMS: readonly Platform[];
export function fileOf(platform: Platform): string;
export const OLDEST: {
  readonly linux: { readonly words: string; readonly glibc: string };
  readonly windows: { readonly words: string; readonly winget: string };
  readonly macos: { readonly words: string; readonly homebrew: string };
};
/** The Node version from which executables are made. */
export const NODE: string;
