import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { hasSimulators, onboardingMode } from '#server/config/gateway-config.ts';
import type { Installation } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { createEventBus } from '#server/events.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { type CallFacts, createActionCtx } from '#server/http/call-contexts.ts';
import { newId } from '#server/ids.ts';
import { type JobEnvelope, type MakeJobCtx, openQueue } from '#server/jobs.ts';
import type { ExternalServices } from '#server/outside/external-services.ts';
import type { Runtime } from '#server/runtime.ts';
import { decryptSecret, encryptSecret } from '#server/secret-box.ts';
import { keyedHash, signAccessToken } from '#server/tokens.ts';
import { jobs, listeners, routes } from './features.ts';
import { openInstallationSeal } from './installation-seal.ts';
import { translations } from './server-translations.ts';

interface Parts {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  outside: ExternalServices;
  files: FileStore;
  /** Whether this process supervises the queue: true for a worker, false for a web process or a test. */
  supervisesQueue: boolean;
  checksAnswers: boolean;
}

/** Assembles a runtime from its parts: everything that serving requests and running jobs requires. */
export async function createRuntime(parts: Parts): Promise<Runtime> {
  const { config, database, clock, log } = parts;
  const eventBus = createEventBus(listeners);
  const queue = await openQueue({
    connection: database.connection,
    jobs: [eventBus.dispatch, ...jobs],
    log,
    supervise: parts.supervisesQueue,
  });
  return {
    config,
    db: database.db,
    clock,
    log,
    queue,
    eventBus,
    external: parts.outside,
    files: parts.files,
    seal: sealOpener(parts),
    installation: installationOf(config, parts.outside),
    routes,
    translations,
    checksResponses: parts.checksAnswers,
  };
}

/** Opens the seal once per process. A failed attempt is repeated on the next call. */
function sealOpener(parts: Parts): Runtime['seal'] {
  let opened: ReturnType<Runtime['seal']> | null = null;
  return () => {
    opened ??= openInstallationSeal(parts.database.db, parts.config, parts.clock.now()).catch(
      (error: unknown) => {
        opened = null;
        throw error;
      },
    );
    return opened;
  };
}

function installationOf(config: Config, { webhooks, captcha }: ExternalServices): Installation {
  return {
    publicUrl: config.publicUrl,
    demo: config.demo,
    emailVerification: config.emailVerification,
    sandboxMode: config.gateways.defaultMode === 'simulator' ? 'simulator' : 'test',
    merchantOnboarding: onboardingMode(config.gateways, config.production),
    privateReceivers: webhooks.allowed,
    mailFrom: /<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom,
    captcha: captcha?.widget ?? null,
    canText: config.texts !== null || hasSimulators(config),
    mailBounceDomain: config.mail.bounceDomain,
    signAccessToken: (claims, now) => signAccessToken(config.secretKey, claims, now),
    sign: (purpose, text) => keyedHash(config.secretKey, purpose, text),
    encrypt: (secret, about) => encryptSecret(Buffer.from(secret), config.secretKey, about),
    decrypt: (locked, about) => decryptSecret(locked, config.secretKey, about).toString(),
  };
}

/** Creates contexts for jobs: they act for the tenant that the job names, without a user. */
export function createJobContexts(runtime: Runtime): MakeJobCtx {
  return (envelope, job) =>
    createActionCtx(runtime, systemCallFacts(runtime, envelope, job.options.scope ?? 'tenant', job.name));
}

/** Call facts for work that no user requested: jobs, demo seeding, startup. */
export function systemCallFacts(
  runtime: Runtime,
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
    isBackground: true,
    isIdentityConfirmed: true,
    now: runtime.clock.now(),
    lang: 'en',
    ip: '',
    userAgent: name,
    requestId,
    log: runtime.log.child({ job: name, requestId }),
    installation: runtime.installation,
    reply: { cookies: [], isSecret: false, redirect: null, requestCookies: {}, origin: null, host: '' },
  };
}
