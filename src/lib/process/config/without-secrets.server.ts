import { visible } from '#lib/values/entry-schemas.ts';
import { config } from './config.server.ts';

const LONGEST = 500;
const CENSORED = '(left out)';

/**
 * An error message fit for storing and showing: without passwords, keys and tokens, at most 500 characters. Another
 * server's words may hold anything: what is invisible is left out, since the database takes no NUL.
 */
export function errorText(error: unknown): string {
  const causes = error instanceof AggregateError && error.errors.length > 0 ? error.errors : [error];
  const message = causes
    .map((cause) => (cause instanceof Error ? cause.message || cause.name : String(cause)))
    .join('; ');
  return withoutSecrets(visible(message.replaceAll('\0', ''))).slice(0, LONGEST);
}

/** A text without credentials: the secrets of this process by value, all others by pattern. */
function withoutSecrets(text: string): string {
  const known = ownSecrets().reduce((rest, secret) => rest.replaceAll(secret, CENSORED), text);
  return known
    .replaceAll(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s/@]+@/gi, `$1${CENSORED}@`)
    .replaceAll(/\b(bearer|basic)\s+[\w+/=.~-]{8,}/gi, `$1 ${CENSORED}`)
    .replaceAll(
      /(\b[\w-]*(?:password|passwd|secret|token|api[-_]?key|authorization|cookie|signature)["']?\s*[=:]\s*["']?)[^\s"',;&)}]+/gi,
      `$1${CENSORED}`,
    );
}

/** Long enough not to be an ordinary word. */
const LEAST = 6;

function ownSecrets(): string[] {
  const passwords = [config.databaseUrl, config.databaseOwnerUrl, config.smtpUrl].flatMap((url) =>
    url ? [new URL(url).password] : [],
  );
  const written = [
    ...passwords,
    ...passwords.map(decodeURIComponent),
    config.appSecret,
    ...[config.chatBotToken, config.metricsToken, config.s3SecretAccessKey].filter((secret) => secret !== undefined),
  ];
  return [...new Set(written)].filter((secret) => secret.length >= LEAST).toSorted((a, b) => b.length - a.length);
}
