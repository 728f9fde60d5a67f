import { newAction, type Rule, type RuleList } from '#domain/automations/action-types.ts';
import { cleanAction, type SentAction } from '#domain/automations/clean-action.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { findUnknownReferences, type Reference } from '#server/db/find-unknown-references.ts';
import { newId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import { chosenGroup } from '../groups-contract.ts';
import { asSource } from './copy-group.ts';
import { seesHeaderValues } from './present.ts';
import type { StoredGroup } from './store.ts';

/** A group chosen for an appointment: its copy is made from this. */
export type GroupToCopy = Pick<StoredGroup, 'id' | 'name' | 'enable' | 'actions'>;

interface Reading {
  /** The company's groups. */
  offered: readonly StoredGroup[];
  /** Sources of the copies that the appointment has already; they may be deleted. */
  present: ReadonlySet<string>;
  country: string;
}

/**
 * Returns the groups that a payload chose, with their edits cleaned. Throws BAD_USER_INPUT naming each invalid field
 * of the payload's `field` (`action_groups.0.actions.1.subject`).
 */
export async function readChosenGroups(
  ctx: ReadCtx | WriteCtx,
  sent: readonly unknown[],
  { offered, present, country }: Reading,
  field = 'action_groups',
): Promise<GroupToCopy[]> {
  const problems: Record<string, string> = {};
  const references: Reference[] = [];
  const groups = new Map<string, GroupToCopy>();
  for (const [at, entry] of sent.entries()) {
    const path = `${field}.${at}`;
    const { data, error } = chosenGroup.safeParse(typeof entry === 'string' ? { id: entry } : entry);
    if (!data) {
      for (const issue of error.issues) problems[[path, ...issue.path].join('.')] ??= issue.message;
      continue;
    }
    const source = offered.find((one) => one.id === data.id);
    if (!source && present.has(data.id)) continue;
    if (!source) {
      problems[path] = 'This group is not available';
      continue;
    }
    const actions = data.actions?.map((one, i) => {
      const cleaned = cleanEdited(one, source, { country, seesHeaderValues: seesHeaderValues(ctx) });
      for (const [field, problem] of Object.entries(cleaned.problems))
        problems[`${path}.actions.${i}.${field}`] = problem;
      references.push(
        ...cleaned.action.rules.flatMap((rule, n) => referencesIn(rule, `${path}.actions.${i}.rules.${n}`)),
      );
      return { ...cleaned.action, group_id: source.id, position: i, source_id: cleaned.source_id };
    });
    const { id } = source;
    const { name = source.name, enable = source.enable } = data;
    if (!groups.has(id))
      groups.set(id, { id, name: name || source.name, enable, actions: actions ?? asSource(source).actions });
  }
  Object.assign(problems, await findUnknownReferences(ctx, references));
  if (Object.keys(problems).length > 0) throw badInput(problems);
  return [...groups.values()];
}

type EditedAction = SentAction & { id?: string; copy_of?: string };

function cleanEdited(
  { id, copy_of, ...sent }: EditedAction,
  source: StoredGroup,
  facts: Parameters<typeof cleanAction>[2],
) {
  const before = source.actions.find((one) => one.id === id);
  const copied = source.actions.find((one) => one.id === copy_of);
  const { webhook_headers = [], webhook_url = '' } = copied ?? {};
  const start = before ?? { ...newAction(newId()), webhook_headers, webhook_url };
  const { action, problems } = cleanAction(sent, start, facts);
  return { action, problems, source_id: before?.id ?? null };
}

/** Returns what a rule names, for the check that it exists. */
export function referencesIn(rule: Rule, path: string): Reference[] {
  const list = (field: RuleList, kind: Reference['kind']) =>
    rule[field].map((id, i) => ({ kind, id, path: `${path}.${field}.${i}` }));
  return [
    ...list('services', 'service'),
    ...list('changed_services', 'service'),
    ...list('service_addons', 'addOn'),
    ...list('changed_service_addons', 'addOn'),
  ];
}
