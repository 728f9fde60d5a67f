import type { Instant } from '#domain/base/time.ts';
import type { GableEvent } from '#domain/events/events.ts';
import type { ActionCtx, WriteCtx } from './context.ts';
import { newId } from './ids.ts';
import { type Job, job } from './jobs.ts';

type EventType = GableEvent['type'];
type EventOf<T extends EventType> = Extract<GableEvent, { type: T }>;

/** Runs in the transaction of the change, for data that must exist together with it. Database only. */
export interface TransactionListener {
  readonly when: 'in-transaction';
  readonly type: EventType;
  run(ctx: WriteCtx, event: GableEvent, occurrence: EventOccurrence): Promise<void>;
}

/** Runs after commit, at least once and possibly twice, for follow-up work. */
export interface AfterCommitListener {
  readonly when: 'afterwards';
  readonly type: EventType;
  /** Identifies the listener in the queue, so it must not change between versions. */
  readonly name: string;
  run(ctx: ActionCtx, event: GableEvent, occurrence: EventOccurrence): Promise<void>;
}

/** The occurrence of an event being handled; its id is suitable for deduplication keys. */
export interface EventOccurrence {
  readonly id: string;
  readonly at: Instant;
}

export type Listener = TransactionListener | AfterCommitListener;

/** Declares what must happen in the same transaction as the event. */
export function listenInTransaction<T extends EventType>(
  type: T,
  run: (ctx: WriteCtx, event: EventOf<T>, occurrence: EventOccurrence) => Promise<void>,
): TransactionListener {
  return { when: 'in-transaction', type, run: run as TransactionListener['run'] };
}

/**
 * Declares what happens after the event is committed. `name` is unique and permanent, e.g.
 * `appointments/send-confirmation`.
 */
export function listenAfterCommit<T extends EventType>(
  type: T,
  name: string,
  run: (ctx: ActionCtx, event: EventOf<T>, occurrence: EventOccurrence) => Promise<void>,
): AfterCommitListener {
  return { when: 'afterwards', type, name, run: run as AfterCommitListener['run'] };
}

interface DispatchData {
  listener: string;
  event: GableEvent;
  occurrence: EventOccurrence;
}

/** All listeners by event type, and the job that runs the after-commit ones. */
export interface EventBus {
  emit(ctx: WriteCtx, event: GableEvent): Promise<void>;
  readonly dispatch: Job<DispatchData>;
}

/** Builds the event bus from the listeners of all features. Throws when two listeners have the same name. */
export function createEventBus(listeners: readonly Listener[]): EventBus {
  const later = new Map<string, AfterCommitListener>();
  for (const each of listeners) {
    if (each.when !== 'afterwards') continue;
    if (later.has(each.name)) throw new Error(`two listeners are named ${each.name}`);
    later.set(each.name, each);
  }
  const dispatch = job<DispatchData>(
    'events/dispatch',
    async (ctx, data) => {
      const listener = later.get(data.listener);
      if (listener) await listener.run(ctx, data.event, data.occurrence);
    },
    { retryLimit: 10, concurrency: 4 },
  );
  return { dispatch, emit: (ctx, event) => emit(ctx, event, listeners, dispatch) };
}

async function emit(
  ctx: WriteCtx,
  event: GableEvent,
  listeners: readonly Listener[],
  dispatch: Job<DispatchData>,
): Promise<void> {
  const occurrence = { id: newId(), at: ctx.now };
  const { type, ...data } = event;
  await ctx.db
    .insertInto('events')
    .values({
      subscriber_id: ctx.subscriberId,
      id: occurrence.id,
      type,
      data: JSON.stringify(data),
      appointment_id: 'appointment_id' in event ? event.appointment_id : null,
      actor_id: ctx.actor?.userId ?? null,
      at: ctx.now,
    })
    .execute();
  for (const each of listeners) {
    if (each.type !== type) continue;
    if (each.when === 'in-transaction') await each.run(ctx, event, occurrence);
    else await ctx.enqueue(dispatch, { listener: each.name, event, occurrence });
  }
}
