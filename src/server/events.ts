import type { GableEvent } from '#domain/events/events.ts';
import type { ErrandCtx, WriteCtx } from './context.ts';
import { newId } from './ids.ts';
import { type Job, job } from './jobs.ts';

type EventType = GableEvent['type'];
type EventOf<T extends EventType> = Extract<GableEvent, { type: T }>;

/** Runs in the transaction of the change: what must exist the moment the change exists. Database only. */
export interface InTransaction {
  readonly when: 'in-transaction';
  readonly type: EventType;
  run(ctx: WriteCtx, event: GableEvent): Promise<void>;
}

/** Runs after commit, at least once, possibly twice: what may follow. */
export interface Afterwards {
  readonly when: 'afterwards';
  readonly type: EventType;
  /** Names the listener in the queue: it must stay the same across versions. */
  readonly name: string;
  run(ctx: ErrandCtx, event: GableEvent, occurrence: Occurrence): Promise<void>;
}

/** Which occurrence of an event is being handled; its id makes good keys for "only once". */
export interface Occurrence {
  readonly id: string;
  readonly at: string;
}

export type Listener = InTransaction | Afterwards;

/** Declares what must happen in the same transaction as the event. */
export function inTransaction<T extends EventType>(
  type: T,
  run: (ctx: WriteCtx, event: EventOf<T>) => Promise<void>,
): InTransaction {
  return { when: 'in-transaction', type, run: run as InTransaction['run'] };
}

/** Declares what follows an event after commit. `name` is unique and lasting, e.g. `appointments/send-confirmation`. */
export function afterwards<T extends EventType>(
  type: T,
  name: string,
  run: (ctx: ErrandCtx, event: EventOf<T>, occurrence: Occurrence) => Promise<void>,
): Afterwards {
  return { when: 'afterwards', type, name, run: run as Afterwards['run'] };
}

interface DispatchData {
  listener: string;
  event: GableEvent;
  occurrence: Occurrence;
}

/** Everything that listens, by event type, and the job that runs the later ones. */
export interface Listeners {
  emit(ctx: WriteCtx, event: GableEvent): Promise<void>;
  readonly dispatch: Job<DispatchData>;
}

/** Builds the switchboard from the listeners of all rooms; two listeners of one name are refused. */
export function switchboard(listeners: readonly Listener[]): Listeners {
  const later = new Map<string, Afterwards>();
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
    if (each.when === 'in-transaction') await each.run(ctx, event);
    else await ctx.enqueue(dispatch, { listener: each.name, event, occurrence });
  }
}
