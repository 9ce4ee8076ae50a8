import { formatQuantity } from './money.ts';

/** A file size as text: "248 kB", "1.4 MB". Browser-safe. */
export function byteText(bytes: number, language: string): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${formatQuantity(Math.round(bytes / 100_000) / 10, language)} MB`;
}
