import { pino } from 'pino';
import { config } from './config.server.ts';

/** The process's log: one JSON object per line on standard output, secrets left out. */
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
