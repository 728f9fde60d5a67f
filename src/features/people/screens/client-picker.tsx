import type { PersonOption } from '../contract.ts';
import { PersonPicker } from './person-picker.tsx';

interface Props {
  value: readonly PersonOption[];
  onChange: (clients: PersonOption[]) => void;
  label?: string;
  error?: React.ReactNode;
  required?: boolean;
  autoFocus?: boolean;
}

/** Selects clients, or adds a new one without leaving the page. */
export function ClientPicker(props: Props) {
  return <PersonPicker type="clients" {...props} />;
}
