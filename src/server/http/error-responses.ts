import type { FastifyReply, FastifyRequest } from 'fastify';
import { failed } from '#wire/envelope.ts';
import { AppError, errorStatus } from '#wire/errors.ts';
import { busyError } from '../db/turns.ts';
import type { Runtime } from '../runtime.ts';
import { preferredLang, translate } from '../translate.ts';

/** Sends any thrown error as an envelope in the caller's language. All failures pass through here. */
export function sendErrorResponse(
  runtime: Runtime,
  error: unknown,
  req: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = asAppError(error);
  const lang = preferredLang(req.headers['accept-language']);
  const say = (text: string) => translate(runtime.translations, lang, text);
  if (!known) {
    req.log.error({ err: error }, 'unhandled error');
    return reply.code(500).send(failed('INTERNAL', say('Something went wrong'), { requestId: req.id }));
  }
  if (known.cause) req.log.info({ why: known.cause, type: known.type }, 'refused');
  if (known.type === 'RATE_LIMITED' || known.type === 'UNAVAILABLE')
    reply.header('retry-after', String(known.details?.retryAfter ?? 60));
  const details = known.type === 'BAD_USER_INPUT' ? translated(known.details, say) : known.details;
  return reply.code(errorStatus[known.type]).send(failed(known.type, say(known.message), details));
}

function translated(details: AppError['details'], say: (text: string) => string): AppError['details'] {
  if (!details) return null;
  return Object.fromEntries(Object.entries(details).map(([k, v]) => [k, typeof v === 'string' ? say(v) : v]));
}

/** Maps errors of the HTTP library and of the database that are meaningful to the caller. */
function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isOutOfTime(error)) return busyError();
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE', 'The file is too large');
    // Of JSON; the bodies of uploads are not parsed.
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE', 'The form contains too much text');
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_PROTO_VIOLATION':
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return badBody();
    case '23P01':
    case '23505':
      return new AppError('CONFLICT', 'This was changed by someone else in the meantime');
    // A text with NUL, a number out of range, an invalid time: rejected by the column, so it is an input error.
    case '22007':
    case '22021':
    case '22P05':
    case '22P02':
    case '22003':
    case '22008':
    case '22009':
      return new AppError('BAD_USER_INPUT', 'A value can’t be stored', { body: 'A value can’t be stored' });
    default:
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? badBody() : null;
  }
}

/** Codes of the database's limits: lock, statement, and a transaction that did nothing for too long. */
const limitCodes = new Set(['55P03', '57014', '25P03']);
/** What the driver says, without a code, of a connection that the database closed. */
const closedMessages = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether a transaction ran into one of its limits, or its connection was closed for that reason. */
function isOutOfTime(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return limitCodes.has(code ?? '') || closedMessages.test(message ?? '');
}

function badBody(): AppError {
  return new AppError('BAD_USER_INPUT', 'The request could not be read', {
    body: 'The request could not be read',
  });
}
