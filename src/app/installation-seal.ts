import type { Kysely } from 'kysely';
import { asInstant, type Instant } from '#domain/base/time.ts';
import type { Config } from '#server/config/config.ts';
import { asPlatform, asPlatformReadOnly } from '#server/db/connect.ts';
import type { DB } from '#server/db/tables.ts';
import { loadOrCreateSeal, type Seal } from '#server/documents/seal.ts';

/** Opens the seal of the installation from its table, so that all processes share one. */
export function openInstallationSeal(db: Kysely<DB>, config: Config, now: Instant): Promise<Seal> {
  return loadOrCreateSeal({
    secretKey: config.secretKey,
    now,
    organization: new URL(config.publicUrl).hostname,
    store: {
      load: async () => {
        const row = await asPlatformReadOnly(db, (trx) =>
          trx
            .selectFrom('seal_keys')
            .where('retired_at', 'is', null)
            .orderBy('created_at', 'desc')
            .selectAll()
            .executeTakeFirst(),
        );
        return row ? { ...row, created_at: asInstant(row.created_at) } : null;
      },
      save: async (row) => {
        await asPlatform(db, (trx) =>
          trx
            .insertInto('seal_keys')
            .values(row)
            .onConflict((oc) => oc.column('id').doNothing())
            .execute(),
        );
      },
    },
  });
}
