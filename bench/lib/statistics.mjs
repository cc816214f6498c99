/** Figures of repeated runs. */

export const sorted = (values) => [...values].sort((a, b) => a - b);

export function median(values) {
  const ordered = sorted(values);
  const middle = ordered.length >> 1;
  return ordered.length % 2 === 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
}

export const smallest = (values) => Math.min(...values);
export const largest = (values) => Math.max(...values);

/** Milliseconds for people. */
export const milliseconds = (value) => (value >= 100 ? `${value.toFixed(0)} ms` : `${value.toFixed(1)} ms`);

/** Bytes for people. */
export const mebibytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)} MiB`;

export const times = (ratio) => `${ratio.toFixed(2)}x`;
