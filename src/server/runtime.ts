import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Installation } from './context.ts';
import type { DB } from './db/tables.ts';
import type { Seal } from './documents/seal.ts';
import type { EventBus } from './events.ts';
import type { FileStore } from './files/file-store.ts';
import type { HandledRoute } from './http/handle.ts';
import type { Queue } from './jobs.ts';
import type { ExternalServices } from './outside/external-services.ts';
import type { Translations } from './translate.ts';

/** The dependencies of a running process, created once by src/app (or by a test) and passed to the server. */
export interface Runtime {
  readonly config: Config;
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly queue: Queue;
  readonly eventBus: EventBus;
  readonly external: ExternalServices;
  readonly files: FileStore;
  readonly seal: () => Promise<Seal>;
  readonly installation: Installation;
  readonly routes: readonly HandledRoute[];
  readonly translations: Translations;
  /** In tests and in demo mode responses are validated by their contract, so that it cannot drift. */
  readonly checksResponses: boolean;
}
