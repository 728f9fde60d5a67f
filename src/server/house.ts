import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Installation } from './context.ts';
import type { DB } from './db/tables.ts';
import type { Seal } from './documents/seal.ts';
import type { Listeners } from './events.ts';
import type { Files } from './files/store.ts';
import type { Handled } from './http/handle.ts';
import type { Queue } from './jobs.ts';
import type { Outside } from './outside/outside.ts';
import type { Translations } from './texts.ts';

/** What a running process holds; made once by src/app (or by a test) and handed to the kit. */
export interface House {
  readonly config: Config;
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly queue: Queue;
  readonly listeners: Listeners;
  readonly outside: Outside;
  readonly files: Files;
  readonly seal: () => Promise<Seal>;
  readonly installation: Installation;
  readonly routes: readonly Handled[];
  readonly translations: Translations;
  /** In tests and in demo mode answers are parsed by their contract, so that it cannot drift. */
  readonly checksAnswers: boolean;
}
