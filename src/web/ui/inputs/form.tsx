import { useForm } from '@mantine/form';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Route, RouteInput } from '#wire/route.ts';
import type { Write } from '../../api.ts';
import { Notice } from '../feedback/notice.tsx';
import classes from './form.module.css';

interface Options<V, R> {
  initialValues: V;
  /** From useWrite: sends the values and returns the server's field messages. */
  write: Write<R>;
  /** Converts the values of the form to the input of the route, if they differ. */
  toInput?: (values: V) => RouteInput<R>;
  /** Validates in the browser (such as two passwords that differ): messages by field; empty lets the form be sent. */
  check?: (values: V) => Record<string, string>;
  /** Fields with another name in the route: `{ new_password: 'password' }`. */
  alias?: Record<string, string>;
  /** Called with every change of a value. */
  onValuesChange?: (values: V) => void;
}

/** Sending the same values again within this time after saving is treated as a double click. */
const doubleClickMs = 1000;

/**
 * Creates a form for a route, uncontrolled (a key press costs half a millisecond instead of five). In the screen:
 * `<TextInput key={form.key('email')} {...form.getInputProps('email')} label=… />`. The server's messages appear below
 * their fields; those of fields that the form does not show appear above it.
 */
export function useRouteForm<V extends Record<string, unknown>, R extends Route>(options: Options<V, R>) {
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues: options.initialValues,
    ...(options.onValuesChange ? { onValuesChange: options.onValuesChange } : {}),
  });
  const [above, setAbove] = useState<string[]>([]);
  const { fieldErrors, pending } = options.write;
  const { setErrors, getInputNode } = form;
  const saved = useRef<{ at: number; input: string }>(undefined);

  useEffect(() => {
    const messages = Object.fromEntries(
      Object.entries(fieldErrors).map(([name, message]) => [options.alias?.[name] ?? name, message]),
    );
    const names = Object.keys(messages);
    if (names.length === 0) return;
    const known = (name: string) => (name.split('.')[0] ?? '') in options.initialValues;
    setErrors(Object.fromEntries(names.filter(known).map((name) => [name, messages[name]])));
    setAbove(names.filter((name) => !known(name)).map((name) => messages[name] ?? ''));
    // Fields are disabled while saving and can be focused only afterwards.
    requestAnimationFrame(() =>
      firstOnPage(names.filter(known).map((name) => getInputNode(name as never)))?.focus(),
    );
    // Runs for every rejection, not for every render.
  }, [options.write.failure]);

  async function submit(event?: FormEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    event?.stopPropagation();
    if (pending) return;
    const values = form.getValues();
    const own = options.check?.(values) ?? {};
    form.setErrors(own);
    setAbove([]);
    const first = Object.keys(own)[0];
    if (first) {
      form.getInputNode(first as never)?.focus();
      return;
    }
    const input = options.toInput ? options.toInput(values) : (values as unknown as RouteInput<R>);
    // The second half of a double click may hit the closing dialog after the first one was answered.
    const same = JSON.stringify(input);
    if (saved.current?.input === same && performance.now() - saved.current.at < doubleClickMs) return;
    const active = document.activeElement;
    const answer = await options.write.send(input);
    if (answer !== null) saved.current = { at: performance.now(), input: same };
    else requestAnimationFrame(() => returnFocus(active));
  }

  return { ...form, submit, pending, above };
}

/** The server names fields in the order of its checks, not in that of the form. */
function firstOnPage(fields: readonly (HTMLElement | null)[]): HTMLElement | undefined {
  const [first, ...others] = fields.filter((field) => field !== null);
  const isBefore = (a: HTMLElement, b: HTMLElement) =>
    (b.compareDocumentPosition(a) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  return first && others.reduce((found, field) => (isBefore(field, found) ? field : found), first);
}

/** What is disabled loses the focus: without an invalid field to go to, it returns to where it was. */
function returnFocus(to: Element | null): void {
  if (document.activeElement === document.body && to instanceof HTMLElement) to.focus();
}

export type RouteForm = {
  submit: (event?: FormEvent<HTMLFormElement>) => Promise<void>;
  pending: boolean;
  above: string[];
};

/**
 * The form element of useRouteForm: locked while saving, submitted by Enter, without the browser's validation bubbles.
 */
export function Form({
  of,
  children,
  label,
  id,
}: {
  of: RouteForm;
  children: ReactNode;
  label?: string;
  id?: string;
}) {
  const ownId = useId();
  return (
    <form id={id ?? ownId} noValidate onSubmit={of.submit} aria-label={label} aria-busy={of.pending}>
      <fieldset disabled={of.pending} className={classes.fields}>
        {of.above.length > 0 && (
          <div className={classes.above}>
            <Notice tone="bad" isNews>
              {of.above.map((message) => (
                <div key={message}>{message}</div>
              ))}
            </Notice>
          </div>
        )}
        {children}
      </fieldset>
    </form>
  );
}

/** Fields in two columns, one on phones; a child with `data-wide` spans both. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}
