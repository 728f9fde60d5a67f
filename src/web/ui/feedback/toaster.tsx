import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n.ts';
import { type Toast, type ToastKind, toasts } from '../../toast.ts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '../layout/icons.ts';
import classes from './toaster.module.css';

const icons: Record<ToastKind, typeof IconX> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertTriangle,
};

/** Renders the toasts, top right below the top bar. Rendered once per entry. */
export function Toaster() {
  const t = useTranslation('web');
  const shown = useSyncExternalStore(toasts.subscribe, toasts.visible, toasts.visible);
  const stack = useRef<HTMLElement>(null);
  usePublishedHeight(stack, shown.length > 0);
  return (
    <section
      ref={stack}
      className={classes.stack}
      aria-label={t('notices')}
      aria-live="polite"
      aria-relevant="additions"
    >
      {shown.map((toast) => (
        <Card key={toast.id} toast={toast} dismiss={t('dismiss')} />
      ))}
    </section>
  );
}

/** Publishes the height of the toasts, so that dialogs stay below them and no button is covered. */
function usePublishedHeight(stack: RefObject<HTMLElement | null>, hasAny: boolean): void {
  useEffect(() => {
    const element = stack.current;
    if (!hasAny || !element) return;
    const page = document.documentElement.style;
    const watcher = new ResizeObserver(() =>
      page.setProperty('--app-notices', `${Math.ceil(element.offsetHeight)}px`),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      page.removeProperty('--app-notices');
    };
  }, [stack, hasAny]);
}

function Card({ toast, dismiss }: { toast: Toast; dismiss: string }) {
  const Icon = icons[toast.kind];
  const hold = () => toasts.hold(toast.id);
  const release = () => toasts.release(toast.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timer.
    <div
      className={classes.card}
      data-kind={toast.kind}
      data-toast=""
      role={toast.kind === 'error' ? 'alert' : undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon size={18} stroke={1.8} className={classes.icon} aria-hidden />
      <div className={classes.message}>{toast.message}</div>
      {toast.action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toast.action?.run();
            toasts.close(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={dismiss}
        onClick={() => toasts.close(toast.id)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
