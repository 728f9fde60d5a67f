import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Installation } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { switchboard } from '#server/events.ts';
import type { Files } from '#server/files/store.ts';
import { onboardingMode } from '#server/gateway-config.ts';
import type { House } from '#server/house.ts';
import { type CallFacts, errandCtx } from '#server/http/calls.ts';
import { newId } from '#server/ids.ts';
import { type JobEnvelope, type MakeJobCtx, openQueue } from '#server/jobs.ts';
import type { Outside } from '#server/outside/outside.ts';
import { lockSecret, unlockSecret } from '#server/secret-box.ts';
import { keyedHash, signAccessToken } from '#server/tokens.ts';
import { openKeptSeal } from './kept-seal.ts';
import { jobs, listeners, routes } from './rooms.ts';
import { translations } from './server-texts.ts';

interface Parts {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  outside: Outside;
  files: Files;
  /** Whether this process supervises the queue (a worker does, a web process or a test does not). */
  supervisesQueue: boolean;
  checksAnswers: boolean;
}

/** Puts the rooms together into a house that can serve and work. */
export async function assembleHouse(parts: Parts): Promise<House> {
  const { config, database, clock, log } = parts;
  const board = switchboard(listeners);
  const queue = await openQueue({
    connection: database.connection,
    jobs: [board.dispatch, ...jobs],
    log,
    supervise: parts.supervisesQueue,
  });
  return {
    config,
    db: database.db,
    clock,
    log,
    queue,
    listeners: board,
    outside: parts.outside,
    files: parts.files,
    seal: keptSeal(parts),
    installation: installationOf(config),
    routes,
    translations,
    checksAnswers: parts.checksAnswers,
  };
}

/** Opened once per process; a failed opening is tried again by the next who asks. */
function keptSeal(parts: Parts): House['seal'] {
  let opened: ReturnType<House['seal']> | null = null;
  return () => {
    opened ??= openKeptSeal(parts.database.db, parts.config, parts.clock.now()).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

function installationOf(config: Config): Installation {
  return {
    publicUrl: config.publicUrl,
    demo: config.demo,
    emailVerification: config.emailVerification,
    sandboxMode: config.gateways.defaultMode === 'simulator' ? 'simulator' : 'test',
    merchantOnboarding: onboardingMode(config.gateways, config.production),
    mailFrom: /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom,
    accessToken: (claims, now) => signAccessToken(config.secretKey, claims, now),
    sign: (purpose, text) => keyedHash(config.secretKey, purpose, text),
    lock: (secret, about) => lockSecret(Buffer.from(secret), config.secretKey, about),
    unlock: (locked, about) => unlockSecret(locked, config.secretKey, about).toString(),
  };
}

/** Contexts for jobs: in the name of the tenant that the job carries, without a person. */
export function jobContexts(house: House): MakeJobCtx {
  return (envelope, job) =>
    errandCtx(house, systemFacts(house, envelope, job.options.scope ?? 'tenant', job.name));
}

/** Facts of work that no person called for: jobs, the demo filler, start-up. */
export function systemFacts(
  house: House,
  envelope: Pick<JobEnvelope, 'subscriberId'>,
  scope: CallFacts['scope'],
  name: string,
): CallFacts {
  const requestId = newId();
  return {
    actor: null,
    claims: null,
    link: null,
    subscriberId: envelope.subscriberId,
    scope,
    now: house.clock.now(),
    lang: 'en',
    ip: '',
    userAgent: name,
    requestId,
    log: house.log.child({ job: name, requestId }),
    installation: house.installation,
    reply: { cookies: [], isSecret: false, redirect: null, requestCookies: {}, origin: null, host: '' },
  };
}
