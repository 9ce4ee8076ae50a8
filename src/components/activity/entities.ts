/** Loads every declared record, so that the log can name the fields of each, whichever pages have been opened before. */
import.meta.glob(
  [
    '../../lib/{platform,numbering,directory,content,budgeting,inventory,purchasing,products,customers,agencies,appointments,operations,dashboards}/*.ts',
    '../../lib/platform/mail/mail.ts',
    '!**/*.server.ts',
    '!**/*.prints.ts',
  ],
  { eager: true },
);
