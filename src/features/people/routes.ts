import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { agentCounts } from './contacts/agent-counts.ts';
import * as contract from './contract.ts';
import { countPeople } from './count-people.ts';
import { exportContacts } from './export-contacts.ts';
import { importRoutes } from './imports/routes.ts';
import { mergeRoutes } from './merges/routes.ts';
import { contactOptions } from './people-options.ts';
import {
  type ContactRouteKind,
  contactKindByRoute,
  presentContact,
  presentOption,
  presentRow,
} from './present.ts';
import { createContact, updateContact } from './save-contact.ts';
import { setStatusOfMany } from './set-status-of-many.ts';
import * as store from './store.ts';
import { presentMember } from './team/present.ts';
import { teamRoutes } from './team/routes.ts';
import * as team from './team.ts';

export const routes = [
  ...contactRoutes(contract.clients, 'clients'),
  ...contactRoutes(contract.agents, 'agents'),
  ...contactRoutes(contract.contractors, 'contractors'),
  ...teamRoutes,
  ...importRoutes,
  ...mergeRoutes,
  handle(contract.countPeople, countPeople),
  handle(contract.setStatusOfMany, setStatusOfMany),
  handle(contract.getPeopleData, getPeopleData),
  handle(contract.getUserById, getUserById),
];

function contactRoutes(routesOfKind: typeof contract.clients, routeKind: ContactRouteKind) {
  const kind = contactKindByRoute[routeKind];
  return [
    handle(routesOfKind.list, async (ctx, input) => {
      const page = await store.page(ctx, kind, input);
      const ids = kind === 'agent' ? page.pageData.map((row) => row.id) : [];
      const counts = await agentCounts(ctx, ids);
      return { ...page, pageData: page.pageData.map((row) => presentRow(row, counts.get(row.id))) };
    }),
    handle(routesOfKind.exportFile, (ctx, input) => exportContacts(ctx, routeKind, input)),
    handle(routesOfKind.exportFileOf, (ctx, input) => exportContacts(ctx, routeKind, input)),
    handle(routesOfKind.get, async (ctx, { id }) => presentContact(found(await store.byId(ctx, kind, id)))),
    handle(routesOfKind.create, (ctx, input) => createContact(ctx, routeKind, input)),
    handle(routesOfKind.update, (ctx, input) => updateContact(ctx, routeKind, input)),
    handle(routesOfKind.setStatus, async (ctx, { id, newStatus }) => {
      const row = found(await store.setStatus(ctx, kind, id, Number(newStatus)));
      await ctx.emit({ type: 'contact.changed', contact_id: id, fields: ['status'] });
      return presentContact(row);
    }),
    handle(routesOfKind.remove, (ctx, { id }) => removeContact(ctx, routeKind, id)),
  ];
}

async function removeContact(ctx: WriteCtx, routeKind: ContactRouteKind, id: string): Promise<null> {
  if (!(await store.remove(ctx, contactKindByRoute[routeKind], id))) throw notFound();
  await ctx.emit({ type: 'contact.deleted', contact_id: id });
  await ctx.audit({ action: 'delete', entity: contactKindByRoute[routeKind], entity_id: id });
  return null;
}

async function getPeopleData(ctx: ReadCtx, { status }: HandlerInput<typeof contract.getPeopleData>) {
  return {
    agentOptions: await contactOptions(ctx, 'agent', status),
    clientOptions: await contactOptions(ctx, 'client', status),
    contractorOptions: await contactOptions(ctx, 'contractor', status),
    inspectorOptions: (await team.allTechnicians(ctx, status)).slice(0, 100).map(presentOption),
  };
}

async function getUserById(ctx: ReadCtx, { user_id }: HandlerInput<typeof contract.getUserById>) {
  const row = found(await team.memberById(ctx, user_id));
  return { ...presentMember(row), is_technician: row.is_technician };
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw notFound();
  return row;
}
