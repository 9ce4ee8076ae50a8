import { Refusal } from '#lib/values/refusal.ts';

/** Entries one form may have: 200 lines of a request have 2,000, the matrix of all rights 350. */
const MOST_ENTRIES = 5_000;

/** Whether the request is the submission of a plain HTML form. */
export function isForm(request: Request): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(request.headers.get('content-type') ?? '');
}

/**
 * Reads a request's body by its content type, as an object: a form's fields (repeated names become a list), or JSON.
 * 415 `unsupported-media-type` for anything else, 400 `invalid-json`, 422 `too-many-fields`, 413 `file-too-large`.
 */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  if (isForm(request)) return fieldsOf(await formDataOf(request));
  const text = await request.text().catch((error: unknown) => unread(error, new Refusal('invalid-json', 400)));
  if (text.trim() === '') return {};
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    throw new Refusal('unsupported-media-type', 415);
  return objectIn(text);
}

const forms = new WeakMap<Request, Promise<FormData>>();

/** A request's form; may be called more than once. The same refusals. */
export function formDataOf(request: Request): Promise<FormData> {
  const known = forms.get(request);
  if (known) return known;
  const read = formIn(request);
  forms.set(request, read);
  return read;
}

/** A form's fields by name; repeated names become a list. */
export function fieldsOf(form: FormData): Record<string, unknown> {
  const named = Map.groupBy(form, ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, entries]) => [
      name,
      entries.length > 1 ? entries.map(([, value]) => value) : entries[0]![1],
    ]),
  );
}

async function formIn(request: Request): Promise<FormData> {
  const refused = (error: unknown) => unread(error, new Refusal('unsupported-media-type', 415));
  const type = request.headers.get('content-type')!;
  const bytes = Buffer.from(await request.arrayBuffer().catch(refused));
  // Counted before it is taken apart: a million fields in two megabytes would keep the process busy for a quarter of a minute.
  if (countOf(bytes, separatorOf(type)) > MOST_ENTRIES) throw new Refusal('too-many-fields');
  return new Response(bytes, { headers: { 'content-type': type } }).formData().catch(refused);
}

/** What stands between the fields of a form of this content type. */
const separatorOf = (type: string): string => {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  return type.startsWith('multipart/') ? `--${quoted ?? plain ?? ''}` : '&';
};

/** How often it stands in the bytes; counting ends beyond the limit. */
function countOf(bytes: Buffer, separator: string): number {
  let count = 0;
  for (let at = -1; count <= MOST_ENTRIES && (at = bytes.indexOf(separator, at + 1)) !== -1;) count += 1;
  return count;
}

/** A body that was too large when counted (body-limit.server.ts), or that broke off or is malformed. */
function unread(error: unknown, otherwise: Refusal): never {
  const megabytes = (error as { megabytes?: number } | null)?.megabytes;
  throw megabytes === undefined ? otherwise : new Refusal('file-too-large', 413, { params: { megabytes } });
}

function objectIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value)) throw new SyntaxError('half a character');
  } catch {
    throw new Refusal('invalid-json', 400);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('invalid-json', 400);
  return value as Record<string, unknown>;
}

/** An unpaired surrogate, possible only through an escape, is refused here: the database would refuse it late. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value)
    ? value.every(isWellFormed)
    : Object.entries(value).every((pair) => pair.every(isWellFormed));
}
