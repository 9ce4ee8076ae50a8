import { z } from 'zod';

/** Version of the archive layout: raised when an older version of the app could not read a newer archive. */
export const FORMAT = 1;

/**
 * Entries of the archive, in this order: tables, objects and the list of them, the secret, the manifest with its hash.
 */
export const TABLES = 'database/';
export const OBJECTS = 'objects/';
export const OBJECT_LIST = 'objects.sha256';
export const SECRET = 'secret';
export const MANIFEST = 'manifest.json';
export const MANIFEST_HASH = 'manifest.sha256';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: count,
  /** Hash of the rows as COPY writes them, before compression. */
  sha256,
});

/** What an archive holds and how it is verified. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Time of the one snapshot in which the whole database was read. */
  madeAt: z.iso.datetime({ offset: true }),
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256 })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** `sha256` is the hash of the object list. */
  objects: z.object({ count, bytes: count, sha256 }),
  /** Whether APP_SECRET is in the archive (it was stored in DATA_DIR), and its fingerprint. */
  secret: z.object({ isIncluded: z.boolean(), fingerprint: z.string() }),
  /** The comment of the database: whether it holds the demonstration data. */
  mark: z.string().nullable(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableFacts = z.infer<typeof tableSchema>;

/** One line of the list of objects, in the format of `sha256sum -c`. */
export const objectLine = (hash: string, key: string): string => `${hash}  ${OBJECTS}${key}\n`;
