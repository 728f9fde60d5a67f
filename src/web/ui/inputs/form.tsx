import { useForm } from '@mantine/form';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Route, RouteInput } from '#wire/route.ts';
import type { Write } from '../../api.ts';
import { Notice } from '../feedback/notice.tsx';
import classes from './form.module.css';

interface Options<V, R> {
  initialValues: V;
  /** From useWrite: sends the values, brings the server's field messages back. */
  write: Write<R>;
  /** Values as the route takes them, where the form holds them differently. */
  toInput?: (values: V) => RouteInput<R>;
  /** Messages by field that the browser knows itself (two passwords that differ); empty lets the form go. */
  check?: (values: V) => Record<string, string>;
  /** Fields that the route calls otherwise: `{ new_password: 'password' }`. */
  alias?: Record<string, string>;
}

/** The same again sooner than this after it was saved was not meant. */
const doubleClickMs = 1000;

/**
 * A form over a route, uncontrolled (a key costs half a millisecond, not five). In the screen:
 * `<TextInput key={form.key('email')} {...form.getInputProps('email')} label=… />`. The server's messages appear under
 * their fields; those of fields the form does not show appear above it.
 */
export function useRouteForm<V extends Record<string, unknown>, R extends Route>(options: Options<V, R>) {
  const form = useForm<V>({ mode: 'uncontrolled', initialValues: options.initialValues });
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
    const first = names.find(known);
    // Fields are disabled while saving and take the focus only afterwards.
    if (first) requestAnimationFrame(() => getInputNode(first as never)?.focus());
    // Told anew by every refusal, not by every render.
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
    // The second half of a double click may find the dialog still closing, after the first one was answered.
    const same = JSON.stringify(input);
    if (saved.current?.input === same && performance.now() - saved.current.at < doubleClickMs) return;
    const answer = await options.write.send(input);
    if (answer !== null) saved.current = { at: performance.now(), input: same };
  }

  return { ...form, submit, pending, above };
}

export type RouteForm = {
  submit: (event?: FormEvent<HTMLFormElement>) => Promise<void>;
  pending: boolean;
  above: string[];
};

/** The form element of useRouteForm: blocked while saving, sent by Enter, without the browser's own bubbles. */
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

/** Fields in two columns, one on phones; a child with `data-wide` takes both. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}
