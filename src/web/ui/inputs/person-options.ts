import { distinctLabels } from '#domain/base/labels.ts';
import { fullName } from '../layout/person-avatar.tsx';

interface Person {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** Returns people as the options of a select; those of one name with their email address. */
export function personOptions(people: readonly Person[]): { value: string; label: string }[] {
  const labels = distinctLabels(people, fullName, (one) => one.email);
  return people.map(({ id }, i) => ({ value: id, label: labels[i] ?? '' }));
}
