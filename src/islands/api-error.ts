import { FetchError } from 'ofetch';

/** The fields of our `application/problem+json`. */
export interface Problem {
  code: string;
  detail: string;
  errors: { path: string; code: string; message: string }[];
  newer?: unknown;
  requestId: string;
}

/**
 * An error response, or none at all (`status` 0, `code` 'timeout' or 'unreachable'). `message` is ready to be shown.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Faults by field: 'lines.0.quantity'. */
  readonly errors: Problem['errors'];
  /** The current record, of a 409. */
  readonly newer: unknown;
  readonly requestId: string | null;
  /** Seconds until a retry makes sense, of a 429. */
  readonly retryAfter: number | null;

  constructor(status: number, problem: Partial<Problem>, retryAfter: number | null = null) {
    super(problem.detail ?? defaultMessage());
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? 'unexpected';
    this.errors = problem.errors ?? [];
    this.newer = problem.newer;
    this.requestId = problem.requestId ?? null;
    this.retryAfter = retryAfter;
  }
}

/** An error of ofetch as an ApiError. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { response, data, cause } = error as FetchError<Partial<Problem>>;
  if (!response)
    return new ApiError(0, { code: (cause as Error | undefined)?.name === 'TimeoutError' ? 'timeout' : 'unreachable' });
  const problem = response.headers.get('content-type')?.startsWith('application/problem+json') ? data : undefined;
  return new ApiError(response.status, problem ?? {}, Number(response.headers.get('retry-after')) || null);
}

/**
 * The message of the specification (section 8) in the page's language; the layout writes it beside the API's address.
 */
function defaultMessage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.dataset.failure ?? '';
}
