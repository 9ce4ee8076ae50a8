import { pino } from 'pino';
import { config } from './config.server.ts';

/** The log of the process: one JSON object per line on standard output, secrets redacted. */
export const log = pino({
  level: config.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: ['password', 'token', 'authorization', 'cookie', '*.password', '*.token', '*.authorization', '*.cookie'],
    censor: '(left out)',
  },
});
