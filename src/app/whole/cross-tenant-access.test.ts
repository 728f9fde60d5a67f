import { describe, expect, test } from 'vitest';
import { idsIn, readCompanyRows } from '#testing/company-rows.ts';
import { createFullCompany } from '#testing/full-company.ts';
import type { Ids } from '#testing/ids.ts';
import { findIdPaths, idFields, withValueAt } from '#testing/routes/input-paths.ts';
import { pathIds } from '#testing/routes/path-ids.ts';
import type { Input } from '#testing/routes/route-input.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import { type LinkKind, pathParams, type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const theirs = await createFullCompany(testApp, 'Zebulon');
const ours = await createFullCompany(testApp, 'Quixby');
const declared = routes.map((each) => each.route);
const before = await readCompanyRows(testApp, theirs.owner.subscriberId);
const theirIds = idsIn(before);

/** Fields that take an id without referring to an existing record. */
const newRecordIds: Record<string, string[]> = {
  'PATCH /v2/reports/{id}/ops': [
    'ops.0.op_id',
    'ops.0.section.id',
    'ops.0.item.id',
    'ops.0.comment.id',
    'own.0',
  ],
  'POST /v2/reports/{id}/media': ['media_id'],
  'POST /v2/reports/{id}/sections/{sectionId}/duplicate': ['new_id'],
  'POST /inspections': ['inspection_events.0.id'],
  // Modifiers and taxes are replaced as a whole: an id that is not one of the service's creates a new row.
  'POST /v2/services': ['modifiers.0.id', 'taxes.0.id', 'add_ons.0.id'],
  'PUT /v2/services/{id}': ['modifiers.0.id', 'taxes.0.id'],
  'POST /v2/reports2/{reportId}/visits': ['visit'],
  'POST /v2/action-groups/{id}/actions': ['rules.0.id'],
  'PUT /v2/action-groups/{id}/actions/{actionId}': ['rules.0.id'],
  'POST /v2/action-groups/preview': ['action.rules.0.id'],
  'POST /v2/action-groups/dry-run': ['action.rules.0.id'],
  // Operations that the browser has made and sent before: only compared with those of others.
  'PATCH /v2/templates/{id}/ops': ['own.0'],
  // Templates of the store belong to no company.
  'PUT /v2/admin/template-store/order': ['ids.0'],
  // Only a hold of the member is released; any other id releases nothing.
  'POST /v2/slot-holds': ['replaces'],
  // A visitor's own hold: any other id holds and releases nothing.
  'GET /v2/public/companies/{requestId}/slots': ['holdId'],
  'POST /v2/public/companies/{requestId}/slot-holds': ['replaces'],
  'POST /v2/public/companies/{requestId}/appointments': ['hold_id', 'submission_key'],
  'POST /v2/public/companies/{requestId}/visitor-checks': ['submission_key'],
  'POST /v2/public/appointments/{publicId}/rebook': ['hold_id', 'submission_key'],
};
/**
 * Fields of which a valid input can show only one variant; the same code reads the other variants. `over` repeats what
 * a refusal named: it is only compared with the conflicts found, never looked up.
 */
const otherVariants =
  /^(overrule\.over\.0\..*|ops\.0\..*|systemRef\.appointmentId|technician\.id|(draft\.)?services\.0\.add_ons\.0\.id|fees\.0\.discountCodeId|fees\.0\.(serviceId|addOnId))$/;
/** Fields that are never looked up: they grant nothing and are not stored (decisions G-APT-3, X-4). */
const ignored = /^(u_id|user_id|userId|visit)$/;
/** Keys in addition to the link: with an invalid one, the caller is a visitor and sees what every visitor sees. */
const keys = /^(p|t)$/;
/** Unknown ids that are ignored: the last test checks that they are not stored. */
const ignoredUnknown = [
  'PUT /v2/appointments/{id} inspection_events.0.id',
  'POST /v2/reports/{id}/media comment_id',
  'POST /v2/reports/{id}/videos comment_id',
  'POST /v2/reports/{id}/publish send_to.0',
  // Only counts how often one of our clients has used a code.
  'POST /v2/pricing/quote clients.0',
];

let calls = 0;
const from = () => ({ ip: `10.9.${++calls >> 8}.${calls & 255}` });

interface Attempt {
  route: Route;
  /** The path of the field that contains an id of the other company. */
  at: string;
  input: Input;
}

/** An id that no company has. */
const madeUp = '00000000-0000-7000-8000-00000000dead';

/** All inputs in which exactly one id belongs to the other company, or is one of `more`, and the rest is ours. */
function attempts(route: Route, more: string[] = []): Attempt[] {
  const good = goodInput(route, ours.ids);
  const isLink = (path: string[]) => path.length === 1 && path[0] === route.link?.param;
  return findIdPaths(good, ours.ids)
    .filter(({ path }) => !(isLink(path) && route.access === 'link'))
    .flatMap(({ path, idName }) =>
      [theirs.ids[idName], ...more].map((id) => ({
        route,
        at: path.join('.'),
        input: withValueAt(good, path, id),
      })),
    );
}

/** Ids and names of the other company in a response, except those that were sent. */
function leaked(raw: Buffer, sent: Input): string[] {
  const text = raw.toString('latin1');
  const own = JSON.stringify(sent);
  const ids = [...theirIds, theirs.ids.appointmentPublic, theirs.ids.reportPublic, theirs.ids.invoicePublic];
  return [theirs.marker, ...ids].filter((word) => text.includes(word) && !own.includes(word));
}

describe('an id of another company', () => {
  test('is tested wherever a route takes an id', () => {
    const unseen: string[] = [];
    for (const route of declared) {
      const places = findIdPaths(goodInput(route, ours.ids), ours.ids).map(({ path }) =>
        path.join('.').replace(/\.\d+/g, '.0'),
      );
      const known = [...places, ...(newRecordIds[routeKey(route)] ?? [])];
      for (const field of idFields(route)) {
        if (!known.includes(field) && !otherVariants.test(field)) unseen.push(`${routeKey(route)}: ${field}`);
      }
      for (const [name, idName] of Object.entries(pathIds(route))) {
        if (idName && !places.includes(name)) unseen.push(`${routeKey(route)}: {${name}} is empty`);
      }
    }
    expect(unseen).toEqual([]);
  });

  test('in a path is not found, and the response reveals nothing about that company', async () => {
    const wrong: string[] = [];
    for (const attempt of declared.flatMap((each) => attempts(each))) {
      const { route, at, input } = attempt;
      if (!pathParams(route.path).includes(at)) continue;
      const answer = await ours.owner.request(route, input, from());
      const type = answer.error?.type ?? `${answer.status}`;
      if (!['NOT_FOUND', 'FORBIDDEN'].includes(type)) wrong.push(`${routeKey(route)} {${at}}: ${type}`);
      const found = leaked(answer.raw, input);
      if (found.length > 0) wrong.push(`${routeKey(route)} {${at}} reveals ${found.join(', ')}`);
    }
    expect(wrong).toEqual([]);
  });

  test('or of no company in a body or query is refused with the field’s name, or has no effect', async () => {
    const wrong: string[] = [];
    for (const { route, at, input } of declared.flatMap((each) => attempts(each, [madeUp]))) {
      if (pathParams(route.path).includes(at)) continue;
      const answer = await ours.owner.request(route, input, from());
      const type = answer.error?.type ?? `${answer.status}`;
      const found = leaked(answer.raw, input);
      if (found.length > 0) wrong.push(`${routeKey(route)} ${at} reveals ${found.join(', ')}`);
      if (['NOT_FOUND', 'FORBIDDEN'].includes(type) || ignored.test(at) || keys.test(at)) continue;
      if (answer.success && ignoredUnknown.includes(`${routeKey(route)} ${at}`)) continue;
      if ((route.kind === 'read' || route.download) && answer.success) continue;
      const field = at.split('.')[0] ?? '';
      const names = Object.keys(answer.error?.details ?? {});
      const isNamed = type === 'BAD_USER_INPUT' && names.some((name) => name.split('.')[0] === field);
      if (!isNamed && !refusedInside(answer.data))
        wrong.push(`${routeKey(route)} ${at}: ${type} ${names.join(', ')}`);
    }
    expect(wrong).toEqual([]);
  });

  test('under one of our public links is not found or refused by name, with our personal key or theirs', async () => {
    const wrong: string[] = [];
    for (const route of declared.filter((each) => each.access === 'link')) {
      for (const personal of [theirs.ids.personal, undefined]) {
        for (const { at, input } of attempts(route)) {
          if (keys.test(at)) continue;
          const answer = await testApp.visitor.request(
            route,
            { ...input, ...(personal && !takesKnownFieldsOnly(route) ? { p: personal } : {}) },
            from(),
          );
          const isNamed =
            !pathParams(route.path).includes(at) &&
            Object.keys(answer.error?.details ?? {}).some((name) => `${at}.`.startsWith(`${name}.`));
          if (!['NOT_FOUND', 'FORBIDDEN'].includes(answer.error?.type ?? '') && !isNamed)
            wrong.push(`${routeKey(route)} ${at}: ${answer.status}`);
          if (leaked(answer.raw, input).length > 0) wrong.push(`${routeKey(route)} ${at} reveals data`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('of the wrong kind opens no public page', async () => {
    const kinds: (keyof Ids)[] = [
      'appointmentPublic',
      'agreementPublic',
      'invoicePublic',
      'reportPublic',
      'view',
      'mediaPublic',
    ];
    const wrong: string[] = [];
    for (const route of declared.filter((each) => each.access === 'link' && each.link)) {
      const param = route.link?.param ?? '';
      const right = pathIds(route)[param];
      for (const kind of kinds) {
        const named = kind.replace(/Public$/, '') as LinkKind;
        if (kind === right || [route.link?.kind].flat().includes(named)) continue;
        const input = { ...goodInput(route, ours.ids), [param]: ours.ids[kind] };
        const answer = await testApp.visitor.request(route, input, from());
        if (answer.error?.type !== 'NOT_FOUND')
          wrong.push(`${routeKey(route)} with ${kind}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('is never stored by us, and no row of the other company has changed', async () => {
    await testApp.runDueJobs();
    expect(await readCompanyRows(testApp, theirs.owner.subscriberId)).toEqual(before);
    const own = await readCompanyRows(testApp, ours.owner.subscriberId);
    // The history of a report stores every change that was sent, including refused ones.
    const tables = Object.entries(own).filter(([table]) => !['report_ops', 'template_ops'].includes(table));
    const stored = tables.flatMap(([table, text]) =>
      [...theirIds, theirs.marker].filter((word) => text.includes(word)).map((word) => `${table}: ${word}`),
    );
    expect(stored).toEqual([]);
    expect(testApp.logs).toEqual([]);
    const mailed = testApp.sent.emails.filter(
      (mail) => !mail.to.some((to) => to.address.includes('zebulon')),
    );
    expect(
      mailed.filter(
        (mail) => mail.text.includes(theirs.marker) && mail.to.some((to) => to.address.includes('quixby')),
      ),
    ).toEqual([]);
  });
});

/** Routes that refuse every field they do not know, and so a personal key. */
function takesKnownFieldsOnly(route: Route): boolean {
  return route.path.startsWith('/v2/public/companies/{requestId}');
}

/** Autosave answers 200 and reports refused changes inside the response. */
function refusedInside(data: unknown): boolean {
  const answer = data as {
    results?: { refused: string | null }[];
    /** Bulk actions say for each record why they left it. */
    done?: string[];
    failed?: { reason: string }[];
  } | null;
  if (answer?.failed && answer.done?.length === 0)
    return answer.failed.every((one) => one.reason === 'missing');
  return answer?.results?.some((one) => one.refused !== null) ?? false;
}
