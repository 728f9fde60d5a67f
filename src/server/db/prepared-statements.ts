import type { Compilable } from 'kysely';
import type { ReadCtx, WriteCtx } from '../context.ts';

/** Each connection stores a plan for every query it has run, so their number is limited. */
const most = 200;
const names = new Map<string, string>();

/**
 * Runs a frequent query as a prepared statement: every connection parses and plans it once, which for short queries
 * takes longer than running it. Only for SQL text that does not vary between calls (no lists of varying length) and
 * whose best plan does not depend on the values.
 */
export async function runPrepared<T>(
  ctx: Pick<ReadCtx | WriteCtx, 'db'>,
  question: Compilable<T>,
): Promise<T[]> {
  const compiled = question.compile();
  registerPreparedStatement(compiled.sql);
  return (await ctx.db.getExecutor().executeQuery<T>(compiled)).rows;
}

/** Registers a statement written elsewhere, so that it is prepared wherever our transactions run it. */
export function registerPreparedStatement(text: string): void {
  if (!names.has(text) && names.size < most) names.set(text, `planned_${names.size + 1}`);
}

/**
 * Returns the name under which connections store the plan of a query, or undefined for queries that are not prepared.
 */
export function preparedStatementName(text: string): string | undefined {
  return names.get(text);
}
