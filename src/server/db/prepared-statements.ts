import type { Compilable } from 'kysely';
import type { ReadCtx, WriteCtx } from '../context.ts';

/** Each connection keeps a plan for each it has been asked, so they are few. */
const most = 200;
const names = new Map<string, string>();

/**
 * Asks a question that is asked all the time: every connection parses and plans it once and keeps the plan (a prepared
 * statement), which for short questions takes longer than the answer. For texts that do not differ from call to call (no lists
 * of varying length) and whose best plan does not depend on the values.
 */
export async function runPrepared<T>(
  ctx: Pick<ReadCtx | WriteCtx, 'db'>,
  question: Compilable<T>,
): Promise<T[]> {
  const compiled = question.compile();
  registerPreparedStatement(compiled.sql);
  return (await ctx.db.getExecutor().executeQuery<T>(compiled)).rows;
}

/** The same for a statement that others word: from now on its plan is kept wherever it is asked in a transaction of ours. */
export function registerPreparedStatement(text: string): void {
  if (!names.has(text) && names.size < most) names.set(text, `planned_${names.size + 1}`);
}

/** The name under which connections keep the plan of a question; undefined for all others. */
export function preparedStatementName(text: string): string | undefined {
  return names.get(text);
}
