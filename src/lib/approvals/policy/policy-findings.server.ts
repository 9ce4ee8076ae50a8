import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, today } from '#lib/values/time.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import type { Policy } from './policy-choice.ts';
import { findingsAmong, type Finding } from './policy-findings.ts';
import { peopleFindings } from './policy-people.server.ts';
import { policiesOn } from './policy.server.ts';

/**
 * What is wrong with the policies of one type of document, or of all: those of today, then those of the days on which
 * something changes; what keeps a document from being decided comes first.
 */
export async function findingsOf(docType: string | null, reader: Db = db): Promise<Finding[]> {
  const found = new Map<string, Finding>();
  const add = (one: Finding) => {
    const key = one.key + one.policyIds.join();
    if (!found.has(key)) found.set(key, one);
  };
  const versions = new Map<string, Policy>();
  for (const day of await daysOfChange(docType, reader)) {
    const policies = await policiesOn(day, reader, docType);
    for (const policy of policies) versions.set(`${policy.id}:${policy.version}`, policy);
    for (const [type, ofType] of Map.groupBy(policies, (policy) => policy.docType)) {
      for (const one of findingsAmong(type, ofType)) add({ ...one, from: day === today() ? null : day });
    }
  }
  for (const one of await peopleFindings([...versions.values()], reader)) add(one);
  return [...found.values()].toSorted((a, b) => Number(b.isGrave) - Number(a.isGrave));
}

/** Identifies these findings when somebody has read them and saves nonetheless. */
export function findingsFingerprint(findings: readonly Finding[]): string {
  return createHash('sha256')
    .update(JSON.stringify(findings.map(({ key }) => key).toSorted()))
    .digest('hex')
    .slice(0, 16);
}

/** Today, and every later day on which a version begins or has ended. */
async function daysOfChange(docType: string | null, reader: Db): Promise<string[]> {
  const { rows } = await sql<{ validFrom: string; validTo: string | null }>`
    select v.valid_from, v.valid_to from approval_policy_versions v join approval_policies p on p.id = v.policy_id and p.status = 'active'
    where (${docType}::text is null or p.doc_type = ${docType}) and v.withdrawn_at is null and (v.valid_from > ${today()}::date or v.valid_to >= ${today()}::date)`.execute(
    reader,
  );
  const days = rows
    .flatMap(({ validFrom, validTo }) => [validFrom, ...(validTo ? [addDays(validTo, 1)] : [])])
    .filter((day) => day > today());
  return [today(), ...new Set(days.toSorted())];
}
