import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { formatServiceArea, parseServiceArea } from '#domain/scheduling/availability.ts';
import { type Read, useRead, useWrite } from '#web/api.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Saveable } from '#web/ui/feedback/save-bar.tsx';
import { useSaveable } from '#web/ui/feedback/save-bar-page.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import type { TypedNumber } from '#web/ui/inputs/number-text-input.tsx';
import { changeLimits, getLimits, type Limits } from '../limits-contract.ts';

export const limitFields = ['buffer_minutes', 'max_per_day', 'notice_hours', 'max_days_ahead'] as const;
export type LimitField = (typeof limitFields)[number];
const offerFields = ['all_services', 'services', 'add_ons'] as const;

/** What the cards edit: a number may be invalid while it is typed, and so may an area; an address is text until it is chosen. */
type Values = Record<LimitField, TypedNumber> &
  Pick<Limits, (typeof offerFields)[number]> & { areas: string[]; home: Limits['home'] | string };

export interface LimitsForm {
  limits: Limits;
  values: Values;
  set: (patch: Partial<Values>) => void;
  /** The server's message for a field. */
  error: (field: LimitField | 'areas' | 'home') => string | undefined;
}

interface Shared {
  read: Read<Limits>;
  /** Null while the limits are loading. */
  form: LimitsForm | null;
}
const SharedContext = createContext<Shared | null>(null);

/** Holds what the cards inside change about a technician: one record, saved by one request through the save bar. */
export function LimitsProvider({ technicianId, children }: { technicianId: string; children: ReactNode }) {
  const read = useRead(getLimits, { id: technicianId }, { log: 'The limits could not be loaded' });
  const form = useLimitsForm(read);
  return <SharedContext value={{ read, form }}>{children}</SharedContext>;
}

/** The limits as they are stored, undefined while they are loading. */
export function useStoredLimits(): Limits | undefined {
  return use(SharedContext)?.form?.limits;
}

/** Renders a card's fields once the limits have loaded. */
export function LoadedLimits({
  height,
  children,
}: {
  height: number;
  children: (form: LimitsForm) => ReactNode;
}) {
  const shared = use(SharedContext);
  if (shared?.form) return children(shared.form);
  if (shared?.read.status !== 'failed') return <CardSkeleton height={height} />;
  return <ErrorState failure={shared.read.failure} onRetry={shared.read.retry} />;
}

function useLimitsForm({ data }: Read<Limits>): LimitsForm | null {
  const t = useTranslation('availability');
  const [answer, setAnswer] = useState<Limits | null>(null);
  const [patch, setPatch] = useState<Partial<Values>>({});
  const [newer, setNewer] = useState<Limits | null>(null);
  // The rev at the first change: what someone else saves later must not be silently overwritten.
  const seenRev = useRef<number | null>(null);
  const stored = answer && data && answer.rev > data.rev ? answer : data;
  const begin = (limits: Limits | null) => {
    if (limits) setAnswer(limits);
    setPatch({});
    setNewer(null);
    seenRev.current = null;
  };
  const write = useWrite(changeLimits, {
    toast: t('saved'),
    onDone: begin,
    onFail: (failure) => {
      const current = newerVersionIn<Limits>(failure);
      setNewer(current);
      return current !== null;
    },
  });
  const changes = stored ? changesOf(stored, patch) : {};
  const isDirty = Object.keys(changes).length > 0;
  useSaveable({
    isDirty,
    pending: write.pending,
    isStale: newer !== null,
    save: async (options) => {
      const input = toInput(changes);
      if (!stored || !input) return;
      const rev = options?.over && newer ? newer.rev : (seenRev.current ?? stored.rev);
      await write.send({ id: stored.technician_id, rev, ...input });
    },
    discard: () => {
      begin(newer);
      write.reset();
    },
    others: () => [],
  } satisfies Saveable);
  if (!stored) return null;
  return {
    limits: stored,
    values: { ...stored, ...patch },
    set: (next) => {
      if (!isDirty) seenRev.current = stored.rev;
      setPatch((before) => ({ ...before, ...next }));
    },
    error: (field) => write.fieldErrors[field],
  };
}

/** The fields to send. The offered services are one choice, sent as a whole. */
function changesOf(stored: Limits, patch: Partial<Values>): Partial<Values> {
  const values: Values = { ...stored, ...patch };
  const isChanged = (field: keyof Values) => formOf(values[field]) !== formOf(stored[field]);
  const offers = offerFields.some(isChanged) ? offerFields : [];
  const others = (['areas', 'home'] as const).filter(isChanged);
  const fields = [...limitFields.filter(isChanged), ...offers, ...others];
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function formOf(value: Values[keyof Values]): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
}

/** Null while something invalid is typed, which has its message below the field. */
function toInput({ areas, home, ...rest }: Partial<Values>) {
  const clean = areas?.map(parseServiceArea);
  if (typeof home === 'string') return null;
  if (limitFields.some((field) => typeof rest[field] === 'string') || clean?.includes(null)) return null;
  return {
    ...(rest as Partial<Pick<Limits, LimitField | (typeof offerFields)[number]>>),
    ...(home === undefined ? {} : { home }),
    ...(clean ? { areas: clean.flatMap((one) => (one === null ? [] : [formatServiceArea(one)])) } : {}),
  };
}
