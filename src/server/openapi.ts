import { z } from 'zod/mini';
import { errorStatus } from '#wire/errors.ts';
import { pathParams, type Route, routeKey, type Schema } from '#wire/route.ts';

type Json = Record<string, unknown>;
interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

/**
 * Returns the whole contract as an OpenAPI 3.1 document, generated from the same data that mounts and guards the
 * routes.
 */
export function openApiDocument(routes: readonly Route[], publicUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    (paths[route.path] as Record<string, Json>)[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gable',
      version: '2',
      description:
        'Every JSON answer has the shape { success, data, error: { type, message, details } }. POSTs accept an Idempotency-Key header: the same key and body get the first answer again for 48 hours; another body is CONFLICT with that answer as details.first_answer.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: 'gable_refresh' },
      },
      schemas: { Failure: failureSchema },
    },
  };
}

const failureSchema = {
  type: 'object',
  required: ['success', 'data', 'error'],
  properties: {
    success: { const: false },
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['type', 'message', 'details'],
      properties: {
        type: { enum: Object.keys(errorStatus) },
        message: { type: 'string' },
        details: {
          type: ['object', 'null'],
          description: 'Field messages keyed by path, or facts the type names.',
        },
      },
    },
  },
};

function operation(route: Route): Json {
  const takes = route.input ? (schemaOf(route.input, 'input') as ObjectSchema) : undefined;
  const inPath = pathParams(route.path);
  const rest = Object.keys(takes?.properties ?? {}).filter((name) => !inPath.includes(name));
  const inQuery = route.method === 'GET' || route.method === 'DELETE' ? rest : [];
  const inBody = route.method === 'GET' || route.method === 'DELETE' ? [] : rest;
  const parameters: Json[] = [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: takes?.properties?.[name] ?? { type: 'string' },
    })),
    ...inQuery.map((name) => ({
      name,
      in: 'query',
      required: takes?.required?.includes(name) ?? false,
      schema: takes?.properties?.[name] ?? {},
    })),
  ];
  if (route.method === 'POST' && route.kind !== 'read') {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 200 },
    });
  }
  return {
    operationId: routeKey(route),
    summary: route.summary,
    description: rightsOf(route),
    tags: [route.path.split('/').find((part) => part && !/^v\d+$/.test(part)) ?? 'other'],
    ...(route.access === 'public' || route.access === 'link'
      ? {}
      : { security: [{ bearer: [] }, ...(route.access === 'anyone' ? [{}] : [])] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inBody.length > 0 ? { requestBody: requestBody(route, takes ?? {}, inBody) } : {}),
    responses: {
      200: success(route),
      default: { description: 'Refused', content: asJson({ $ref: '#/components/schemas/Failure' }) },
    },
  };
}

function rightsOf(route: Route): string {
  const who = {
    public: 'Anybody.',
    anyone: 'Anybody; a signed-in member sees more.',
    link: 'Whoever holds the link.',
    user: 'Any signed-in person.',
    member: 'A signed-in member of the company.',
    admin: 'The platform administrator.',
  }[route.access];
  const right = route.capability ? ` Needs the right ${route.capability}.` : '';
  const identity = {
    always: ' Needs POST /v2/auth/confirm-identity in the last 10 minutes.',
    sometimes: ' Some inputs need POST /v2/auth/confirm-identity in the last 10 minutes.',
  };
  return `${who}${right}${route.identity ? identity[route.identity] : ''}`;
}

function requestBody(route: Route, takes: ObjectSchema, names: string[]): Json {
  const properties = Object.fromEntries(names.map((name) => [name, takes.properties?.[name] ?? {}]));
  const required = (takes.required ?? []).filter((name) => names.includes(name));
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return {
    required: required.length > 0,
    content: route.form ? { 'multipart/form-data': { schema } } : asJson(schema),
  };
}

function success(route: Route): Json {
  if (route.download) {
    return {
      description: 'The file',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  }
  const data = route.output ? schemaOf(route.output, 'output') : {};
  const mirrored = Object.fromEntries((route.mirrors ?? []).map((name) => [name, {}]));
  return {
    description: 'Done',
    content: asJson({
      type: 'object',
      required: ['success', 'data', 'error'],
      properties: { success: { const: true }, data, error: { type: 'null' }, ...mirrored },
    }),
  };
}

function asJson(schema: Json): Json {
  return { 'application/json': { schema } };
}

function schemaOf(schema: unknown, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema as Schema as unknown as z.ZodMiniType, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  const { $schema: _, ...rest } = made;
  return rest;
}
