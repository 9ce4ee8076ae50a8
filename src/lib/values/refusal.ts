/** A fault of one entry: `path` is the field ('lines.0.quantity'), `code` a key of locales validation or refusals. */
export interface FieldError {
  path: string;
  code: string;
  params?: Record<string, unknown>;
}

export interface RefusalDetails {
  /** Faults by field (422). */
  errors?: FieldError[];
  /** Values for the text of the code. */
  params?: Record<string, unknown>;
  /** The current record, for 409: so that a client can show what has changed. */
  newer?: unknown;
  /** Seconds until a retry makes sense (429). */
  retryAfter?: number;
  /** There is no such page at all (404): people are led to /page-not-found. */
  unknownAddress?: true;
  /** Data needed for the next attempt (the challenge of a second step); members of the problem document. */
  more?: Record<string, unknown>;
}

/**
 * The one way to refuse. `code` is stable and kebab-case, its text is in locales `refusals.<code>`; one middleware step
 * turns it into a page or `application/problem+json`. Status by kind: 401 signed out, 403 no right, 404 out of reach,
 * 409 stale or wrong state, 422 input, 429 too often.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: string, status = 422, details: RefusalDetails = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.details = details;
  }

  get errors(): FieldError[] {
    return this.details.errors ?? [];
  }
}

/**
 * Whether the page on which something was posted answers the refusal itself, with what was typed: a conflict, faulty
 * input, a file too large or of a wrong kind, too many tries. All others (403, 404, 500) have a page of their own.
 */
export const staysOnPage = (error: unknown): error is Refusal =>
  error instanceof Refusal && [409, 413, 415, 422, 429].includes(error.status);

/** Input that violates its schema or a rule of a field: 422 with every fault at once. */
export function invalid(errors: FieldError[]): Refusal {
  return new Refusal('invalid-input', 422, { errors });
}

/** One fault at one field. */
export function invalidField(path: string, code: string, params?: Record<string, unknown>): Refusal {
  return invalid([params ? { path, code, params } : { path, code }]);
}

/** The record does not exist or is out of the actor's reach; the two are not distinguished. */
export function notFound(): Refusal {
  return new Refusal('not-found', 404);
}

/**
 * There is no such address: neither a page nor a folder, label or variant that the specification names (sections 2 and
 * 5). In the API it is any other 404.
 */
export function unknownAddress(): Refusal {
  return new Refusal('not-found', 404, { unknownAddress: true });
}

/** The actor lacks the right, for any record. */
export function notAuthorized(): Refusal {
  return new Refusal('not-authorized', 403);
}
