/** Notices of the app: a queue of which at most five show; a sixth waits until one leaves. */

export type ToastKind = 'info' | 'success' | 'error' | 'warning';

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** A button in the notice, for example Undo. */
  action?: { label: string; run: () => void } | undefined;
  milliseconds: number;
}

export interface ToastOptions {
  kind?: ToastKind | undefined;
  action?: Toast['action'];
  milliseconds?: number | undefined;
}

/** How many notices show at once. */
export const maxVisibleToasts = 5;
/** How long a notice stays, by kind (decisions G-SHL-4). */
export const toastDurations: Record<ToastKind, number> = {
  info: 3000,
  warning: 5000,
  success: 5000,
  error: 5000,
};
/** The shortest and the longest a notice may stay, whatever was asked for: success at most 7 s, an error 3.5 to 5 s, the others a minute. */
const bounds: Partial<Record<ToastKind, [number, number]>> = { success: [0, 7000], error: [3500, 5000] };

/** A queue of notices with its own timers; `toasts` is the one of this tab. */
export function createToasts() {
  let queue: readonly Toast[] = [];
  let shown: readonly Toast[] = [];
  let nextId = 1;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  function settle(next: readonly Toast[]) {
    queue = next;
    shown = queue.slice(0, maxVisibleToasts);
    // The time of a waiting notice begins when it is seen.
    for (const toast of shown) if (!timers.has(toast.id)) start(toast.id, toast.milliseconds);
    for (const listener of listeners) listener();
  }

  function start(id: number, milliseconds: number) {
    timers.set(
      id,
      setTimeout(() => close(id), milliseconds),
    );
  }

  /** Takes a notice away. */
  function close(id: number) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    settle(queue.filter((toast) => toast.id !== id));
  }

  return {
    show(message: string, options: ToastOptions = {}): number {
      const kind = options.kind ?? 'info';
      // The same notice again takes the place of the first: three tries are not three boxes over the button.
      const same = options.action
        ? undefined
        : queue.find((one) => one.kind === kind && one.message === message && !one.action);
      if (same) close(same.id);
      const id = nextId++;
      const [least, most] = bounds[kind] ?? [0, 60_000];
      const milliseconds = Math.min(Math.max(options.milliseconds ?? toastDurations[kind], least), most);
      settle([...queue, { id, kind, message, action: options.action, milliseconds }]);
      return id;
    },
    close,
    /** Stops the clock of a notice that a pointer or the focus rests on. */
    hold(id: number) {
      clearTimeout(timers.get(id));
    },
    /** Starts its clock again, from the full time. */
    release(id: number) {
      const toast = shown.find((one) => one.id === id);
      if (toast) start(id, toast.milliseconds);
    },
    visible: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The notices of this tab. */
export const toasts = createToasts();

/** Shows a notice: `toast('Saved', { kind: 'success' })`. */
export function toast(message: string, options?: ToastOptions): number {
  return toasts.show(message, options);
}
