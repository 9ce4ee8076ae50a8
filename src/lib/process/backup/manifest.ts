import { z } from 'zod';

/** Of the archive's layout: raised when an older garden could not read a newer archive. */
export const FORMAT = 1;

/** Entries of the archive, in this order: tables, objects with the list of them, the secret, the manifest with its hash. */
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
  /** Of the rows as COPY writes them, before they are packed. */
  sha256,
});

/** What an archive holds and how it is proved. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Of the one snapshot that the whole database was read in. */
  madeAt: z.iso.datetime({ offset: true }),
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256 })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** `sha256` is that of the list of them. */
  objects: z.object({ count, bytes: count, sha256 }),
  /** Whether APP_SECRET is in the archive (it was kept in DATA_DIR), and what tells one from another. */
  secret: z.object({ isIncluded: z.boolean(), fingerprint: z.string() }),
  /** What the database says of itself: whether it is the demonstration garden. */
  mark: z.string().nullable(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableFacts = z.infer<typeof tableSchema>;

/** One line of the list of objects, as `sha256sum -c` reads it. */
export const objectLine = (hash: string, key: string): string => `${hash}  ${OBJECTS}${key}\n`;
