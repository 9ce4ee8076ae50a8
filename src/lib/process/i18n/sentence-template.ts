/** How a value is written into a sentence: `{{total, cents}}`. Gets the language's tag: 'en-SG'. */
export type Format = (value: never, tag: string) => string;
/** Writes the values into a sentence. */
export type Fill = (params: Record<string, unknown>) => string;

/**
 * Stands for a value that is known only later, in the browser: written as `{name}` whatever format the sentence asks
 * for. Whoever fills it in formats it.
 */
export class LaterValue {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  toString(): string {
    return `{${this.#name}}`;
  }
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*(?:,\s*([\w-]+)\s*)?\}\}/g;

/**
 * Reads a sentence once: 'Approved by {{name}} on {{on, date}}'. Values are inserted as they are and never read as
 * sentences themselves; of a value that is missing, `missing` is told the name, and nothing is inserted. Throws on a
 * format that does not exist.
 */
export function templateOf(
  sentence: string,
  tag: string,
  formats: Readonly<Record<string, Format>>,
  missing: (name: string) => void,
): Fill {
  const parts = [...sentence.matchAll(PLACEHOLDER)].map(([whole, name, format], index, all) => {
    if (format !== undefined && !formats[format]) throw new Error(`There is no format ${format}: ${sentence}`);
    const before = index === 0 ? 0 : all[index - 1]!.index + all[index - 1]![0].length;
    const { index: at } = all[index]!;
    return { text: sentence.slice(before, at), name: name!, format: format && formats[format], end: at + whole.length };
  });
  const rest = sentence.slice(parts.at(-1)?.end ?? 0);
  return (params) => {
    let filled = '';
    for (const { text, name, format } of parts) {
      const value = params[name];
      if (value === undefined) missing(name);
      const isFormatted = format && value !== undefined && !(value instanceof LaterValue);
      filled += text + (isFormatted ? format(value as never, tag) : `${value ?? ''}`);
    }
    return filled + rest;
  };
}
