// Checks that every table is written by one feature only. Reading is free: a store may join any table.
import { readFileSync } from 'node:fs';

/** A table that several features write, each with the reason why it has no single owner. */
const sharedTables: Record<string, { features: string[]; why: string }> = {
  users: {
    features: ['auth', 'people'],
    why: 'auth owns sign-in and sessions, people the profile and rights of members',
  },
};

const builderWrite =
  /\b(?:insertInto|updateTable|deleteFrom|(?:insert|update|delete)Mine)\(\s*(?:\w+,\s*)?'(\w+)'/g;
const sqlWrite = /\b(?:insert into|delete from)\s+(\w+)\b|\bupdate\s+(\w+)\s+(?:as\s+)?(?:\w+\s+)?set\b/gi;

/** A write to a table by a feature that does not own it. */
export interface OwnershipProblem {
  file: string;
  line: number;
  rule: string;
}

/**
 * Returns a problem for each write to a table that more than one feature writes. `files` are paths below src; `tables`
 * are the names of all tables, which keeps prose in SQL-like words from counting.
 */
export function ownershipProblems(
  files: readonly { file: string; text: string }[],
  tables: ReadonlySet<string>,
): OwnershipProblem[] {
  const writes = new Map<string, { feature: string; file: string; line: number }[]>();
  for (const { file, text } of files) {
    const feature = /^features\/([^/]+)\//.exec(file)?.[1];
    if (!feature) continue;
    for (const pattern of [builderWrite, sqlWrite]) {
      for (const match of text.matchAll(pattern)) {
        const table = match[1] ?? match[2] ?? '';
        if (!tables.has(table)) continue;
        const line = text.slice(0, match.index).split('\n').length;
        writes.set(table, [...(writes.get(table) ?? []), { feature, file, line }]);
      }
    }
  }
  return [...writes].flatMap(([table, all]) => {
    const features = [...new Set(all.map(({ feature }) => feature))].sort();
    const allowed = sharedTables[table]?.features;
    if (features.length === 1 || (allowed && features.every((feature) => allowed.includes(feature))))
      return [];
    const rule = `A table is written by one feature only (${table}: ${features.join(', ')})`;
    return all.map(({ file, line }) => ({ file: `src/${file}`, line, rule }));
  });
}

/** The names of the tables that the migrations create. */
export function tableNames(migrations: readonly string[]): Set<string> {
  const created = migrations.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/create table (?:if not exists )?(\w+)/gi),
  ]);
  return new Set(created.map((match) => match[1] ?? ''));
}
