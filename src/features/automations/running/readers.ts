import type { Reachable } from '#domain/automations/decision-types.ts';
import { isClientRole } from '#domain/people/client-rights.ts';
import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { personalUrl } from '#server/personal-links.ts';
import { langOf } from '#server/translate.ts';
import type { ValueSource } from '../values/load-source.ts';
import type { Reader } from '../values/values-for.ts';

/** Returns the reader that a recipient is; a literal address reads in the company's language, without a personal link. */
export async function readerOf(
  ctx: ReadCtx | WriteCtx,
  source: ValueSource,
  person: Reachable | null,
): Promise<Reader> {
  const own = source.people.filter((one) => one.person_id === person?.id);
  const holder = own.find((one) => isClientRole(one.role));
  const [first] = own;
  return {
    lang: await languageOf(ctx, source, person?.id ?? null, first?.language),
    person_id: person?.id ?? null,
    first_name: first?.first_name || (person?.name ?? ''),
    name: person?.name ?? '',
    linkTo: (path) =>
      holder
        ? personalUrl(ctx.installation, path, { id: holder.row_id, link_version: holder.link_version })
        : `${source.publicUrl}${path}`,
  };
}

/** A person who is not on the appointment is an administrator, or has left it. */
async function languageOf(
  ctx: ReadCtx | WriteCtx,
  { company }: ValueSource,
  personId: string | null,
  known: string | undefined,
): Promise<Lang> {
  if (personId === null || known !== undefined) return langOf(known || company.settings.message_language);
  for (const table of ['users', 'contacts'] as const) {
    const row = await mine(ctx, table as 'users')
      .where('id', '=', personId)
      .select('language')
      .executeTakeFirst();
    if (row) return langOf(row.language || company.settings.message_language);
  }
  return langOf(company.settings.message_language);
}
