import pg from 'pg';
import { vi } from 'vitest';

/** A statement as it was sent to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Returns the statements with `part` in their text that are sent to the database while `work` runs. */
export async function statementsDuring(part: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const sent = (spy.mock.calls as unknown[][]).map(([query, values]) =>
      typeof query === 'string' ? { text: query, values: (values ?? []) as unknown[] } : (query as Statement),
    );
    return sent.filter(({ text }) => text?.includes(part));
  } finally {
    spy.mockRestore();
  }
}
