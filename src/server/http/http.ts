import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { failed, succeeded } from '#wire/envelope.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { type Download, type Route, routeKey } from '#wire/route.ts';
import { noTenant, resolveLink } from '../actors.ts';
import type { LinkTarget, ReplyHints } from '../context.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { type TokenClaims, verifyAccessToken } from '../tokens.ts';
import { preferredLang, translate } from '../translate.ts';
import { closeOnEndlessBody, maxFormBytes, maxJsonBytes, refuseLargeForm } from './body-limits.ts';
import { CachedChunk, joinChunks } from './cached-chunks.ts';
import {
  type CallFacts,
  createActionCtx,
  withCurrentRights,
  withReadCtx,
  withWriteCtx,
} from './call-contexts.ts';
import { checkFilesOf } from './check-files.ts';
import { compressResponses, sendChunks } from './compress.ts';
import { cookiesOf, setCookies } from './cookies.ts';
import { sendDownload } from './downloads.ts';
import { sendErrorResponse } from './error-responses.ts';
import { compareTenant, guard, hasConfirmedIdentity } from './guard.ts';
import type { HandledRoute } from './handle.ts';
import { hashBody, type IdempotentRequest, runIdempotent, runIdempotentAction } from './idempotency.ts';
import { checkResponse, gatherInput, parseInputOf } from './input.ts';
import { ipBucket } from './ip-bucket.ts';
import { parseJsonBodies } from './json-body.ts';
import { limitConnections, timeouts } from './load/connection-limits.ts';
import { endSlowConnections } from './load/slow-connections.ts';
import { prebuiltChunks } from './prebuilt-json.ts';
import { logRequests } from './request-log.ts';
import { limitByInput, limitByIp } from './route-limits.ts';
import { installSchemaMessages } from './schema-messages.ts';
import { answerClientError, answerForNode, setSecurityHeaders } from './security-headers.ts';
import { answerUnchanged } from './unchanged.ts';

installSchemaMessages();

const isOnHttps = ({ config }: Runtime) => config.publicUrl.startsWith('https:');

/** Creates the HTTP server with every route mounted below /api; `serveWeb` adds pages and files. */
export async function createHttp(runtime: Runtime): Promise<FastifyInstance> {
  const isSecure = isOnHttps(runtime);
  const app = Fastify({
    ...timeouts,
    http: { ...timeouts.http, requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, isSecure),
    loggerInstance: runtime.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxJsonBytes,
    trustProxy: trustedProxies(runtime.config.trustProxy),
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Requests accepted before the shutdown are answered; the response says that the connection closes.
    return503OnClosing: false,
    // Paths that cannot be decoded never reach a route or a hook.
    frameworkErrors: (error, req, reply) => {
      setSecurityHeaders(reply as FastifyReply, isSecure);
      void sendErrorResponse(runtime, error, req as FastifyRequest, reply as FastifyReply);
    },
  });
  parseJsonBodies(app);
  answerForNode(app, isSecure);
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: true });
  app.addHook('onSend', async (_req, reply) => setSecurityHeaders(reply, isSecure));
  closeOnEndlessBody(app);
  endSlowConnections(app, isSecure);
  limitConnections(app.server, runtime.config);
  answerUnchanged(app);
  compressResponses(app);
  logRequests(app);
  app.setErrorHandler((error, req, reply) => sendErrorResponse(runtime, error, req, reply));
  for (const each of runtime.routes) mount(app, runtime, each);
  app.all('/api/*', async (req, reply) => {
    const lang = preferredLang(req.headers['accept-language']);
    return reply
      .code(404)
      .send(failed('NOT_FOUND', translate(runtime.translations, lang, 'Not found'), null));
  });
  return app;
}

function mount(app: FastifyInstance, runtime: Runtime, handled: HandledRoute): void {
  const { route } = handled;
  const url = `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`;
  // Mail scanners send HEAD for each link, which must not count as following it.
  const isFollowed = route.method === 'GET' && route.kind === 'write';
  if (isFollowed) app.head(url, async (_req, reply) => reply.code(204).send());
  app.route({
    method: route.method,
    url,
    exposeHeadRoute: !isFollowed,
    config: {
      isRead:
        !route.download && (route.kind === 'read' || (route.kind === 'action' && route.method === 'GET')),
      ...(route.form ? { maxBodyBytes: maxFormBytes(route.form) } : {}),
      ...(route.isNeverShed ? { isNeverShed: true } : {}),
    },
    // The token is checked before any body is read.
    onRequest: async (req) => {
      const claims = await claimsOf(runtime, route, req);
      (req as Entering).claims = claims;
      await limitByIp(runtime, route, req.ip);
      if (route.form) refuseLargeForm(req, route.form);
    },
    handler: async (req, reply) => answer(runtime, handled, req as Entering, reply),
  });
}

type Entering = FastifyRequest & { claims?: TokenClaims | null };

async function answer(
  runtime: Runtime,
  handled: HandledRoute,
  req: Entering,
  reply: FastifyReply,
): Promise<unknown> {
  const { route } = handled;
  // For actions with a session, the body is read only after checking the user's rights: uploads may be large.
  const early =
    route.kind === 'action' && req.claims
      ? null
      : await gatherInput(route, req, checkFilesOf(runtime, req.claims?.subscriberId ?? ipBucket(req.ip)));
  const facts = await factsOf(runtime, route, req, early);
  const data = await run(runtime, handled, facts, req, early);
  setCookies(reply, facts.reply.cookies, isOnHttps(runtime));
  if (facts.reply.redirect) return reply.redirect(facts.reply.redirect, 303);
  if (route.download) return sendDownload(req, reply, data as Download);
  const ready = prebuiltChunks(data);
  if (ready && !runtime.checksResponses)
    return sendChunks(req, reply, [envelopeStart, ...ready, envelopeEnd]);
  const plain = ready ? (JSON.parse(joinChunks(ready).toString()) as unknown) : data;
  const checked = runtime.checksResponses ? checkResponse(route, plain) : (plain ?? null);
  const envelope: Record<string, unknown> = { ...succeeded(checked) };
  for (const name of route.mirrors ?? [])
    envelope[name] = (checked as Record<string, unknown> | null)?.[name];
  return envelope;
}

async function run(
  runtime: Runtime,
  handled: HandledRoute,
  facts: CallFacts,
  req: Entering,
  early: Record<string, unknown> | null,
): Promise<unknown> {
  const { route } = handled;
  const key = req.headers['idempotency-key'];
  const guarded = async <C extends { actor: CallFacts['actor'] }>(
    ctx: C,
    input: unknown,
  ): Promise<unknown> => {
    guard(route, ctx.actor, facts);
    compareTenant(ctx.actor, facts, input);
    const parsed = await parseInputOf(handled, input as Record<string, unknown>);
    const work = (as: unknown = ctx) => handled.run(as as never, parsed);
    if (typeof key !== 'string' || route.method !== 'POST' || route.kind === 'read') return work();
    const call = repeatable(route, facts, key, await hashBody(input, runtime.config.secretKey));
    return route.kind === 'action'
      ? runIdempotentAction(ctx as never, call, work)
      : runIdempotent(ctx as never, call, work);
  };
  if (route.kind === 'action') {
    const now = await withCurrentRights(runtime, facts);
    guard(route, now.actor, facts);
    const input =
      early ??
      (await gatherInput(route, req, checkFilesOf(runtime, req.claims?.subscriberId ?? ipBucket(req.ip))));
    await limitByInput(runtime, route, facts, input);
    return guarded(createActionCtx(runtime, now), input);
  }
  const input = early ?? {};
  await limitByInput(runtime, route, facts, input);
  const inContext = route.kind === 'read' ? withReadCtx : withWriteCtx;
  return inContext(runtime, facts, (ctx: { actor: CallFacts['actor'] }) => guarded(ctx, input));
}

async function claimsOf(runtime: Runtime, route: Route, req: FastifyRequest): Promise<TokenClaims | null> {
  const header = req.headers.authorization ?? '';
  const token = header.startsWith('Bearer ') ? header.slice(7) : '';
  if (route.access === 'public') return null;
  if (!token) {
    if (route.access === 'anyone' || route.access === 'link') return null;
    throw new AppError('UNAUTHENTICATED', 'Please sign in');
  }
  const claims = await verifyAccessToken(runtime.config.secretKey, token, runtime.clock.now());
  if (claims.purpose !== 'full' && route.token !== claims.purpose)
    throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return claims;
}

async function factsOf(
  runtime: Runtime,
  route: Route,
  req: Entering,
  input: Record<string, unknown> | null,
): Promise<CallFacts> {
  const claims = req.claims ?? null;
  const link = await linkFor(runtime, route, claims, { ...input, ...(req.params as Record<string, string>) });
  const reply: ReplyHints = {
    cookies: [],
    isSecret: false,
    redirect: null,
    requestCookies: cookiesOf(req, isOnHttps(runtime)),
    origin: req.headers.origin ?? null,
    host: req.host,
  };
  return {
    actor: null,
    claims,
    link,
    subscriberId: link?.subscriberId ?? claims?.subscriberId ?? noTenant,
    isIdentityConfirmed: await hasConfirmedIdentity(runtime, route, claims),
    scope: route.scope ?? 'tenant',
    turn: link || claims ? undefined : visitorTurn(req),
    now: runtime.clock.now(),
    lang: preferredLang(req.headers['accept-language']),
    ip: req.ip,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 300),
    requestId: req.id,
    log: runtime.log.child({ requestId: req.id }),
    installation: runtime.installation,
    reply,
  };
}

/** Visitors take turns by the page they are on, which one company owns, or by their address. */
function visitorTurn(req: FastifyRequest): string {
  return Object.values(req.params as Record<string, string>)[0] ?? ipBucket(req.ip);
}

/**
 * Returns the link of a `link` route, or on an `anyone` route that of a visitor. A member's own session needs no link.
 */
async function linkFor(
  runtime: Runtime,
  route: Route,
  claims: TokenClaims | null,
  named: Record<string, unknown>,
): Promise<LinkTarget | null> {
  if (!route.link || (route.access === 'anyone' && claims)) return null;
  return resolveLink(runtime.db, String(named[route.link.param] ?? ''), route.link.kind);
}

function repeatable(route: Route, facts: CallFacts, key: string, bodyHash: string): IdempotentRequest {
  if (key.length > 200) throw badInput({ 'Idempotency-Key': 'The Idempotency-Key is too long' });
  const caller = facts.claims?.userId ?? facts.link?.id ?? facts.ip;
  return { caller, key, route: routeKey(route), bodyHash };
}

/** A number of proxies: each adds the address of its peer at the end, so only the last ones are ours. */
function trustedProxies(trusted: Runtime['config']['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}

const envelopeStart = new CachedChunk('{"success":true,"data":');
const envelopeEnd = new CachedChunk(',"error":null}');
