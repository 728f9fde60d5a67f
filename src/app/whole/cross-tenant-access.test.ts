import { describe, expect, test } from 'vitest';
import { idsIn, readCompanyRows } from '#testing/company-rows.ts';
import { createFullCompany, type Ids } from '#testing/full-company.ts';
import { findIdPaths, idFields, withValueAt } from '#testing/input-paths.ts';
import { pathIds } from '#testing/path-ids.ts';
import type { Input } from '#testing/route-input.ts';
import { goodInput } from '#testing/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import { type LinkKind, pathParams, type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const house = await startTestApp();
const theirs = await createFullCompany(house, 'Zebulon');
const ours = await createFullCompany(house, 'Quixby');
const declared = routes.map((each) => each.route);
const before = await readCompanyRows(house, theirs.owner.subscriberId);
const theirIds = idsIn(before);

/** Fields that take an id without naming anything that is there already. */
const notOfAnything: Record<string, string[]> = {
  'PATCH /v2/reports/{id}/ops': ['ops.0.op_id', 'ops.0.section.id', 'ops.0.item.id', 'ops.0.comment.id'],
  'POST /v2/reports/{id}/media': ['media_id'],
  'POST /inspections': ['inspection_events.0.id'],
  // Steps and taxes are replaced as a whole: an id that is none of the service's is a new row.
  'POST /v2/services': ['modifiers.0.id', 'taxes.0.id', 'add_ons.0.id'],
  'PUT /v2/services/{id}': ['modifiers.0.id', 'taxes.0.id'],
  'POST /v2/reports2/{reportId}/visits': ['visit'],
  // Only what the member holds is given back; another id gives back nothing.
  'POST /v2/slot-holds': ['replaces'],
};
/** Fields of which a good input can show only one form; the other forms are known to be read by the same lines. */
/** `over` says again what a refusal named: it is only compared with the rivals found, never looked up. */
const shownOtherwise =
  /^(overrule\.over\.0\..*|ops\.0\..*|systemRef\.appointmentId|technician\.id|services\.0\.add_ons\.0\.id|fees\.0\.discountCodeId|fees\.0\.(serviceId|addOnId))$/;
/** What may be named without being looked up: it grants nothing and is not kept (decisions G-APT-3, X-4). */
const ignored = /^(u_id|user_id|userId|visit)$/;
/** Keys beside the link: one that is not genuine makes a visitor of its holder, who sees what every visitor sees. */
const keys = /^(p|t)$/;
/** Unknown ids that are passed over: the last test sees that nothing is kept. */
const passedOver = [
  'PUT /v2/appointments/{id} inspection_events.0.id',
  'POST /v2/reports/{id}/media comment_id',
  'POST /v2/reports/{id}/videos comment_id',
  'POST /v2/reports/{id}/publish send_to.0',
  // Only how often a client of ours has used a code is counted.
  'POST /v2/pricing/quote clients.0',
];

let calls = 0;
const from = () => ({ ip: `10.9.${++calls >> 8}.${calls & 255}` });

interface Attempt {
  route: Route;
  /** The place at which an id of the other company stands. */
  at: string;
  input: Input;
}

/** Every call that names exactly one thing of the other company and is otherwise ours. */
function attempts(route: Route): Attempt[] {
  const good = goodInput(route, ours.ids);
  const isLink = (path: string[]) => path.length === 1 && path[0] === route.link?.param;
  return findIdPaths(good, ours.ids)
    .filter(({ path }) => !(isLink(path) && route.access === 'link'))
    .map(({ path, idName }) => ({
      route,
      at: path.join('.'),
      input: withValueAt(good, path, theirs.ids[idName]),
    }));
}

/** Ids and words of the other company in what was answered, apart from what was sent. */
function leaked(raw: Buffer, sent: Input): string[] {
  const text = raw.toString('latin1');
  const own = JSON.stringify(sent);
  const ids = [...theirIds, theirs.ids.appointmentPublic, theirs.ids.reportPublic, theirs.ids.invoicePublic];
  return [theirs.marker, ...ids].filter((word) => text.includes(word) && !own.includes(word));
}

describe('an id of another company', () => {
  test('has a place in the tests wherever a route takes one', () => {
    const unseen: string[] = [];
    for (const route of declared) {
      const places = findIdPaths(goodInput(route, ours.ids), ours.ids).map(({ path }) =>
        path.join('.').replace(/\.\d+/g, '.0'),
      );
      const known = [...places, ...(notOfAnything[routeKey(route)] ?? [])];
      for (const field of idFields(route)) {
        if (!known.includes(field) && !shownOtherwise.test(field))
          unseen.push(`${routeKey(route)}: ${field}`);
      }
      for (const [name, idName] of Object.entries(pathIds(route))) {
        if (idName && !places.includes(name)) unseen.push(`${routeKey(route)}: {${name}} is empty`);
      }
    }
    expect(unseen).toEqual([]);
  });

  test('in a path is not found, and nothing of that company is said', async () => {
    const wrong: string[] = [];
    for (const attempt of declared.flatMap(attempts)) {
      const { route, at, input } = attempt;
      if (!pathParams(route.path).includes(at)) continue;
      const answer = await ours.owner.request(route, input, from());
      const type = answer.error?.type ?? `${answer.status}`;
      if (!['NOT_FOUND', 'FORBIDDEN'].includes(type)) wrong.push(`${routeKey(route)} {${at}}: ${type}`);
      const words = leaked(answer.raw, input);
      if (words.length > 0) wrong.push(`${routeKey(route)} {${at}} tells ${words.join(', ')}`);
    }
    expect(wrong).toEqual([]);
  });

  test('in a body or query is refused by name, or leads to nothing', async () => {
    const wrong: string[] = [];
    for (const { route, at, input } of declared.flatMap(attempts)) {
      if (pathParams(route.path).includes(at)) continue;
      const answer = await ours.owner.request(route, input, from());
      const type = answer.error?.type ?? `${answer.status}`;
      const words = leaked(answer.raw, input);
      if (words.length > 0) wrong.push(`${routeKey(route)} ${at} tells ${words.join(', ')}`);
      if (['NOT_FOUND', 'FORBIDDEN'].includes(type) || ignored.test(at) || keys.test(at)) continue;
      if (answer.success && passedOver.includes(`${routeKey(route)} ${at}`)) continue;
      if ((route.kind === 'read' || route.download) && answer.success) continue;
      const field = at.split('.')[0] ?? '';
      const names = Object.keys(answer.error?.details ?? {});
      const isNamed = type === 'BAD_USER_INPUT' && names.some((name) => name.split('.')[0] === field);
      if (!isNamed && !refusedInside(answer.data))
        wrong.push(`${routeKey(route)} ${at}: ${type} ${names.join(', ')}`);
    }
    expect(wrong).toEqual([]);
  });

  test('behind a public link of ours is not found, with our personal part or theirs', async () => {
    const wrong: string[] = [];
    for (const route of declared.filter((each) => each.access === 'link')) {
      for (const personal of [theirs.ids.personal, undefined]) {
        for (const { at, input } of attempts(route)) {
          if (keys.test(at)) continue;
          const answer = await house.visitor.request(
            route,
            { ...input, ...(personal ? { p: personal } : {}) },
            from(),
          );
          if (!['NOT_FOUND', 'FORBIDDEN'].includes(answer.error?.type ?? ''))
            wrong.push(`${routeKey(route)} ${at}: ${answer.status}`);
          if (leaked(answer.raw, input).length > 0) wrong.push(`${routeKey(route)} ${at} tells`);
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
        const answer = await house.visitor.request(route, input, from());
        if (answer.error?.type !== 'NOT_FOUND')
          wrong.push(`${routeKey(route)} with ${kind}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('was never written down by us, and not a row of theirs has changed', async () => {
    await house.runDueJobs();
    expect(await readCompanyRows(house, theirs.owner.subscriberId)).toEqual(before);
    const own = await readCompanyRows(house, ours.owner.subscriberId);
    // The history of a report keeps every change that was sent, also those that were refused.
    const tables = Object.entries(own).filter(([table]) => table !== 'report_ops');
    const kept = tables.flatMap(([table, text]) =>
      [...theirIds, theirs.marker].filter((word) => text.includes(word)).map((word) => `${table}: ${word}`),
    );
    expect(kept).toEqual([]);
    expect(house.logs).toEqual([]);
    const mailed = house.sent.emails.filter((mail) => !mail.to.some((to) => to.address.includes('zebulon')));
    expect(
      mailed.filter(
        (mail) => mail.text.includes(theirs.marker) && mail.to.some((to) => to.address.includes('quixby')),
      ),
    ).toEqual([]);
  });
});

/** Autosave answers 200 and refuses single changes inside. */
function refusedInside(data: unknown): boolean {
  const results = (data as { results?: { refused: string | null }[] } | null)?.results;
  return results?.some((one) => one.refused !== null) ?? false;
}
