import { z } from 'zod/mini';
import type { AnsweredSettings, SentSettings, SettingKey } from '#domain/settings/all-settings.ts';
import { settingKeys, settingRules } from '#domain/settings/all-settings.ts';
import type { WireType } from '#domain/settings/rules.ts';
import { asText, id } from './fields.ts';

type Schemas<T> = { [K in keyof T]: z.ZodMiniType<T[K], T[K]> };

/** The schemas of all settings as they are answered. */
export function answeredSchemas(): Schemas<AnsweredSettings> {
  return schemasOf((key) => answered(settingRules[key].wire)) as Schemas<AnsweredSettings>;
}

/** The schemas of all settings as they are accepted in a change; rules beyond the types are checked later. */
export function sentSchemas(): Schemas<SentSettings> {
  return schemasOf((key) => sent(settingRules[key].wire)) as Schemas<SentSettings>;
}

const schemasOf = (schemaOf: (key: SettingKey) => z.ZodMiniType) =>
  Object.fromEntries(settingKeys.map((key) => [key, schemaOf(key)]));

const basic = {
  text: z.string(),
  number: z.number(),
  flag: z.boolean(),
  id,
  point: z.object({ lat: z.number(), lng: z.number() }),
  /** A URL path (below /api). */
  picture: z.nullable(z.string()),
  roleRights: z.record(z.string(), z.record(z.string(), z.boolean())),
};

function answered(wire: WireType): z.ZodMiniType {
  if (typeof wire === 'string') return basic[wire];
  if ('choice' in wire) return z.enum(wire.choice);
  if ('nullable' in wire) return z.nullable(answered(wire.nullable));
  if ('optional' in wire) return z.optional(answered(wire.optional));
  if ('list' in wire) return z.array(answered(wire.list));
  return z.object(mapValues(wire.fields, answered));
}

function sent(wire: WireType): z.ZodMiniType {
  if (wire === 'picture') return z.null('Upload the picture as a file');
  if (wire === 'text') return z.string().check(asText);
  if (typeof wire === 'string') return basic[wire];
  // An empty string also means "none".
  if ('nullable' in wire && wire.nullable === 'id') return z.nullable(z.union([id, z.literal('')]));
  if ('fields' in wire) return z.partial(z.strictObject(mapValues(wire.fields, sent)));
  if ('nullable' in wire) return z.nullable(sent(wire.nullable));
  if ('optional' in wire) return z.optional(sent(wire.optional));
  if ('list' in wire) return z.array(sent(wire.list));
  return answered(wire);
}

function mapValues<V, R>(values: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
