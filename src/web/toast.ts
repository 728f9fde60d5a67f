/** Toasts of the app: a queue of which at most five are visible; a sixth waits until one closes. */

export type ToastKind = 'info' | 'success' | 'error' | 'warning';

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** A button in the toast, for example Undo. */
  action?: { label: string; run: () => void } | undefined;
  milliseconds: number;
}

export interface ToastOptions {
  kind?: ToastKind | undefined;
  action?: Toast['action'];
  milliseconds?: number | undefined;
}

/** The number of toasts visible at once. */
const maxVisibleToasts = 5;
/** How long a toast is visible, by kind (decisions G-SHL-4). */
const toastDurations: Record<ToastKind, number> = {
  info: 3000,
  warning: 5000,
  success: 5000,
  error: 5000,
};
/**
 * The shortest and longest duration of a toast, regardless of the requested one: success at most 7 s, an error 3.5 to 5
 * s, others up to a minute.
 */
const bounds: Partial<Record<ToastKind, [number, number]>> = { success: [0, 7000], error: [3500, 5000] };

function durationOf(kind: ToastKind, requested = toastDurations[kind]): number {
  const [least, most] = bounds[kind] ?? [0, 60_000];
  return Math.min(Math.max(requested, least), most);
}

/** Creates a queue of toasts with its own timers; `toasts` is the one of this tab. */
export function createToasts() {
  let queue: readonly Toast[] = [];
  let shown: readonly Toast[] = [];
  let nextId = 1;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  const start = ({ id, milliseconds }: Toast) => timers.set(id, setTimeout(close, milliseconds, id));

  function settle(next: readonly Toast[]) {
    queue = next;
    shown = queue.slice(0, maxVisibleToasts);
    // The timer of a waiting toast starts when it becomes visible.
    for (const toast of shown) if (!timers.has(toast.id)) start(toast);
    for (const listener of listeners) listener();
  }

  /** Closes a toast. */
  function close(id: number) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    settle(queue.filter((toast) => toast.id !== id));
  }

  return {
    show(message: string, options: ToastOptions = {}): number {
      const kind = options.kind ?? 'info';
      // A repeated toast replaces the first one: three attempts must not stack three boxes over the button.
      const same = queue.find((one) => one.kind === kind && one.message === message && !one.action);
      if (same && !options.action) close(same.id);
      const id = nextId++;
      const milliseconds = durationOf(kind, options.milliseconds);
      settle([...queue, { id, kind, message, action: options.action, milliseconds }]);
      return id;
    },
    close,
    /** Pauses the timer of a toast that has the pointer or the focus. */
    hold(id: number) {
      clearTimeout(timers.get(id));
    },
    /** Restarts its timer with the full duration. */
    release(id: number) {
      const toast = shown.find((one) => one.id === id);
      if (toast) start(toast);
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

/** The toasts of this tab. */
export const toasts = createToasts();

/** Shows a toast: `toast('Saved', { kind: 'success' })`. */
export function toast(message: string, options?: ToastOptions): number {
  return toasts.show(message, options);
}
