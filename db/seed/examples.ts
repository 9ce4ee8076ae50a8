import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';
import type { Company } from './builders.ts';

/** What the demonstration company has of a kind of record: made by the file of its name in `examples/`. */
interface Example {
  demonstrate(company: Company): Promise<void>;
}

/** Makes everything that `examples/` has; each file is found there, and stands in no list. */
export async function buildExamples(company: Company): Promise<void> {
  const folder = join(import.meta.dirname, 'examples');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ts')) : [];
  for (const file of files.sort()) {
    const { demonstrate } = (await import(join(folder, file))) as Example;
    await demonstrate(company);
  }
}

/** Staff ask for documents of this subject, and heads read and approve those of their department. */
export async function allowUsual(subject: string): Promise<void> {
  const own = ['my-request-read', 'my-request-show', 'my-request-create', 'my-request-update', 'my-request-publish'];
  await allow('STAFF', subject, own, 'none');
  await allow('DEPARTMENT-HEAD', subject, ['read', 'show', 'approve'], 'department');
}

async function allow(role: string, subject: string, actions: readonly string[], condition: string): Promise<void> {
  await sql`insert into role_permissions (role_id, subject, action, condition)
    select id, ${subject}, unnest(${actions}::text[]), ${condition} from roles where code = ${role} on conflict do nothing`.execute(
    db,
  );
}
