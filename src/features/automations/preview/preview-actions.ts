import { newAction } from '#domain/automations/action-types.ts';
import { cleanAction } from '#domain/automations/clean-action.ts';
import { decide } from '#domain/automations/decide.ts';
import type {
  AutomationFacts,
  Decision,
  GroupedAction,
  Occurrence,
} from '#domain/automations/decision-types.ts';
import {
  knownByEvent,
  knownOnceSaved,
  leavePlaceholders,
  templatesOf,
  usedIn,
} from '#domain/automations/placeholders.ts';
import { recipientsOf } from '#domain/automations/recipients.ts';
import { automationEvent } from '#domain/events/events.ts';
import { getCompany } from '#features/company/get-company.ts';
import { isOwnTextTooLong } from '#features/messages/is-own-text-too-long.ts';
import type { ReadCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { readChosenGroups } from '../groups/read-chosen-groups.ts';
import { requireEdit } from '../groups/require-edit.ts';
import * as store from '../groups/store.ts';
import { wireValue } from '../jobs/list-jobs.ts';
import type * as contract from '../jobs-contract.ts';
import type { PreviewedAction } from '../jobs-contract.ts';
import { knownIds } from '../planning/known-ids.ts';
import { loadFacts } from '../planning/load-facts.ts';
import { mergeMessage } from '../running/merge-message.ts';
import { readerOf } from '../running/readers.ts';
import { webhookText } from '../running/webhook-body.ts';
import { loadSource, type ValueSource } from '../values/load-source.ts';
import { type Reader, valuesFor } from '../values/values-for.ts';
import { lastOccurrence } from './last-occurrence.ts';
import { loadDraft } from './load-draft.ts';

type Input = HandlerInput<typeof contract.previewActions>;

interface Listed {
  group_id: string | null;
  group_name: string;
  action: GroupedAction;
}

interface Subject {
  facts: AutomationFacts;
  source: ValueSource;
  isSaved: boolean;
}

/** Returns when actions would run, whether and why not, and what they would send, by the functions that run them. */
export async function previewActions(
  ctx: ReadCtx,
  input: Input,
): Promise<HandlerOutput<typeof contract.previewActions>> {
  if (input.appointment_id === undefined) ctx.requireCapability('can_schedule_new');
  else await requireEdit(ctx, input.appointment_id);
  const subject = await subjectOf(ctx, input);
  const listed = await listedActions(ctx, input);
  const known_ids = await knownIds(
    ctx,
    listed.map(({ action }) => action),
  );
  const facts = { ...subject.facts, known_ids };
  const previews: PreviewedAction[] = [];
  for (const one of listed) previews.push(await previewOne(ctx, one, { ...subject, facts }));
  return previews;
}

async function subjectOf(ctx: ReadCtx, { appointment_id, draft }: Input): Promise<Subject> {
  if (draft) return { ...(await loadDraft(ctx, draft)), isSaved: false };
  if (appointment_id === undefined) throw badInput({ appointment_id: 'Choose an appointment' });
  const facts = await loadFacts(ctx, appointment_id);
  if (!facts) throw notFound();
  return { facts, source: await loadSource(ctx, appointment_id), isSaved: true };
}

async function listedActions(ctx: ReadCtx, { appointment_id, groups, action }: Input): Promise<Listed[]> {
  if (action) {
    const cleaned = await cleanSent(ctx, action);
    return [{ group_id: null, group_name: '', action: { ...cleaned, group_enable: true } }];
  }
  const own = appointment_id === undefined ? [] : await store.listGroups(ctx, appointment_id);
  const { country_code: country } = await getCompany(ctx);
  const present = new Set(own.flatMap((one) => one.source_id ?? []));
  const offered = groups ? await store.listGroups(ctx, null) : [];
  const listed = groups ? await readChosenGroups(ctx, groups, { offered, present, country }, 'groups') : own;
  return listed.flatMap((group) =>
    group.actions.map((one) => ({
      group_id: group.id,
      group_name: group.name,
      action: { ...one, group_enable: group.enable },
    })),
  );
}

/** Returns an action that was sent but is not saved. Throws BAD_USER_INPUT naming each invalid field. */
export async function cleanSent(ctx: ReadCtx, sent: NonNullable<Input['action']>) {
  const { country_code: country } = await getCompany(ctx);
  const { action, problems } = cleanAction(sent, newAction(newId()), { country });
  const named = Object.entries(problems).map(([field, problem]) => [`action.${field}`, problem]);
  if (named.length > 0) throw badInput(Object.fromEntries(named));
  return action;
}

async function previewOne(
  ctx: ReadCtx,
  { group_id, group_name, action }: Listed,
  { facts, source, isSaved }: Subject,
): Promise<PreviewedAction> {
  const is_timed = automationEvent(action.event_type)?.on === null;
  const last = isSaved ? await lastOccurrence(ctx, facts.appointment_id, action) : null;
  const occurrence: Occurrence = {
    ...{ event_type: action.event_type, id: last?.id ?? 'preview', at: ctx.now, planned_for: null },
    data: last?.data ?? {},
  };
  const { to, unreachable } = recipientsOf(action, facts.people, occurrence);
  const reader = await readerOf(ctx, source, to[0]?.person ?? null);
  const left = [...(last ? [] : knownByEvent(action.event_type)), ...(isSaved ? [] : knownOnceSaved)];
  const details = occurrence.data.details ?? {};
  const valuesAs = (who: Reader | null) => leavePlaceholders(valuesFor(source, details, who), left);
  // A personal link is for its person alone.
  const shown = { ...reader, linkTo: (path: string) => `${source.publicUrl}${path}` };
  const merged =
    action.action_type === 3
      ? { subject: '', ...(await webhookText(ctx, occurrence, action, { source, values: valuesAs(null) })) }
      : mergeMessage(action, valuesAs(shown));
  const decision = decide(action, facts, occurrence, ctx.now);
  const isTooLong =
    action.action_type === 2 &&
    decision.wouldRun &&
    (await isOwnTextTooLong(ctx, { phone: to[0]?.address ?? '', body: merged.body, lang: reader.lang }));
  return {
    ...{ action_id: action.id, group_id, group_name, is_timed },
    ...{ action_name: action.action_name, action_type: action.action_type, event_type: action.event_type },
    ...presentDecision(decision),
    ...(isTooLong ? { would_run: false, reason: 'too_long' } : {}),
    missing: [...decision.missing],
    recipients: to.map(({ address, person }) => ({ name: person?.name ?? '', address })),
    unreachable: unreachable.map((one) => one.name),
    ...merged,
    later: usedIn(templatesOf(action), left),
  };
}

/** Returns a decision in wire format. */
export function presentDecision({ runAt, moved, wouldRun, reason, rules }: Decision) {
  return {
    ...{ run_at: runAt, moved, would_run: wouldRun, reason: reason as string | null },
    rules: rules.map((rule) => ({ ...rule, saw: { ...rule.saw, value: wireValue(rule.saw.value) } })),
  };
}
