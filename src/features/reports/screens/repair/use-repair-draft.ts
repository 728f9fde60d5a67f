import { useEffect, useRef, useState } from 'react';
import { fromCents, toCentsOrNull } from '#domain/base/money.ts';
import { typedAmount } from '#domain/base/typed-number.ts';
import type { RepairDocument, RepairItem, RepairRequest } from '#domain/reports/repair/repair-list.ts';
import { mergeRepairLists, type RepairClash } from '#domain/reports/repair/repair-merge.ts';
import { useWrite } from '#web/api.ts';
import { call } from '#web/client/client.ts';
import { warnBeforeUnload } from '#web/editing/warn-before-unload.ts';
import { getRepairList, type ListedItem, type RepairList, saveRepairList } from '../../repair-contract.ts';
import type { ListReader } from './repair-list-urls.ts';

/** A defect as it is being edited; the amount is what was typed. */
export interface DraftItem {
  id: string;
  request: RepairRequest;
  credit: string;
  note: string;
}

/** What the form shows of a defect. */
export type KnownDefect = Pick<
  ListedItem,
  'number' | 'name' | 'place' | 'category' | 'min_cost' | 'max_cost'
> &
  Partial<Pick<ListedItem, 'state' | 'locations'>>;

interface RepairDraft {
  title: string;
  /** Separated by commas. */
  addressees: string;
  items: DraftItem[];
}

/**
 * The form of a list. Saving sends all of it at the revision it is based on; if someone else saved in between, their
 * changes are taken in, what was typed here stays, and `clashes` names the fields that both changed.
 */
export function useRepairDraft(list: RepairList, reader: ListReader) {
  const [base, setBase] = useState(list);
  const [draft, setDraft] = useState(() => draftOf(documentOf(list)));
  const [clashes, setClashes] = useState<RepairClash[] | null>(null);
  const { t: _team, ...maker } = reader;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(documentOf(base)));
  useWarning(isDirty);
  const write = useWrite(saveRepairList, {
    onFail: (failure) => {
      if (failure.type !== 'CONFLICT') return false;
      void takeTheirs();
      return true;
    },
    onDone: (saved, sent) => {
      setBase(saved);
      // What was typed while it was being saved stays.
      setDraft((now) => (isSent(now, sent) ? draftOf(documentOf(saved)) : now));
      setClashes(null);
    },
  });
  async function takeTheirs() {
    try {
      const theirs = await call(getRepairList, reader);
      const joined = mergeRepairLists(documentOf(base), typedDocument(draft), documentOf(theirs));
      setBase(theirs);
      setDraft(draftOf(joined.merged));
      setClashes(joined.clashes);
    } catch {
      // The form is unchanged; the next attempt finds the conflict again.
    }
  }
  const problems = creditProblems(draft);
  return {
    base,
    draft,
    isDirty,
    clashes,
    write,
    problems,
    change: (changes: Partial<RepairDraft>) => setDraft((now) => ({ ...now, ...changes })),
    changeItem: (id: string, changes: Partial<DraftItem>) =>
      setDraft((now) => ({
        ...now,
        items: now.items.map((item) => (item.id === id ? { ...item, ...changes } : item)),
      })),
    save: (more: { newest_version?: boolean } = {}) =>
      write.send({ ...maker, ...onWire(typedDocument(draft)), rev: base.rev, ...more }),
  };
}

function useWarning(isDirty: boolean): void {
  const latest = useRef(isDirty);
  useEffect(() => {
    latest.current = isDirty;
  });
  useEffect(() => warnBeforeUnload(() => latest.current), []);
}

function documentOf(list: RepairList): RepairDocument {
  return {
    title: list.title,
    addressees: list.addressees,
    items: list.items.map(({ id, request, credit, note }) => ({
      id,
      request,
      credit_cents: toCentsOrNull(credit),
      note,
    })),
  };
}

function draftOf({ title, addressees, items }: RepairDocument): RepairDraft {
  return {
    title,
    addressees: addressees.join(', '),
    items: items.map(({ id, request, credit_cents, note }) => ({
      id,
      request,
      credit: credit_cents === null ? '' : String(fromCents(credit_cents)),
      note,
    })),
  };
}

function typedDocument({ title, addressees, items }: RepairDraft): RepairDocument {
  return {
    title: title.trim(),
    addressees: addressees
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    items: items.map(({ id, request, credit, note }): RepairItem => {
      const typed = typedAmount(credit);
      return {
        id,
        request,
        credit_cents: request === 'credit' && 'cents' in typed ? typed.cents : null,
        note,
      };
    }),
  };
}

function onWire({ title, addressees, items }: RepairDocument) {
  return {
    title,
    addressees: [...addressees],
    items: items.map(({ id, request, credit_cents, note }) => ({
      id,
      request,
      credit: credit_cents === null ? null : fromCents(credit_cents),
      note,
    })),
  };
}

/** The messages of amounts that can't be read or are below zero, by defect. */
export function creditProblems({ items }: Pick<RepairDraft, 'items'>): Record<string, string> {
  return Object.fromEntries(
    items.flatMap(({ id, request, credit }) => {
      if (request !== 'credit') return [];
      const typed = typedAmount(credit);
      if ('problem' in typed) return [[id, typed.problem]];
      return typed.cents < 0 ? [[id, 'Enter an amount of 0 or more']] : [];
    }),
  );
}

function isSent(draft: RepairDraft, sent: object): boolean {
  const now = onWire(typedDocument(draft));
  const { title, addressees, items } = sent as typeof now;
  return JSON.stringify(now) === JSON.stringify({ title, addressees, items });
}
