import { useUrlState } from '#web/navigation/use-url-state.ts';
import { messageStates } from '../contract.ts';

/** The filters of the log as they are in the address. */
export const unfiltered = {
  to: '',
  state: '',
  channel: '',
  kind: '',
  appointment: '',
  person: '',
  from: '',
  until: '',
};
export type LogFilter = typeof unfiltered;

const channels = ['email', 'text'] as const;
const dayIn = (text: string) => (/^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? text : '');
const idIn = (text: string) => (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : '');

/** The filters of the log, their change, and the request for what they show. What the address has wrong is left out. */
export function useLogFilter() {
  const [found, change] = useUrlState(unfiltered);
  const state = messageStates.find((one) => one === found.state);
  const channel = channels.find((one) => one === found.channel);
  const [from, until] = [dayIn(found.from), dayIn(found.until)];
  const [appointment, person] = [idIn(found.appointment), idIn(found.person)];
  const filter: LogFilter = {
    ...{ to: found.to, kind: found.kind.slice(0, 60), from, until, appointment, person },
    ...{ state: state ?? '', channel: channel ?? '' },
  };
  const { to, kind } = filter;
  return {
    filter,
    change,
    input: {
      ...(to ? { to } : {}),
      ...(state ? { state } : {}),
      ...(channel ? { channel } : {}),
      ...(kind ? { kind } : {}),
      ...(appointment ? { appointment_id: appointment } : {}),
      ...(person ? { person_id: person } : {}),
      ...(from ? { from } : {}),
      ...(until ? { until } : {}),
    },
  };
}
