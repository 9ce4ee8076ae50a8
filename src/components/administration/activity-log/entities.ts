/** Loads every declared record, so that the log can name the fields of each, whichever pages have been opened before. */
import.meta.glob(['../../../lib/**/*.ts', '!**/process/**', '!**/*.server.ts'], { eager: true });
