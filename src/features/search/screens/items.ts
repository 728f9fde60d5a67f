import type { IconUser } from '#web/ui/layout/icons.ts';

/** The headings of the palette, in order: what is known at once stays where it is when the results arrive. */
export const groups = [
  'recent',
  'actions',
  'pages',
  'appointments',
  'people',
  'invoices',
  'payments',
] as const;
type ItemGroup = (typeof groups)[number];

/** An entry of the palette. */
export interface Item {
  /** Unique among all entries. */
  id: string;
  group: ItemGroup;
  Icon: typeof IconUser;
  title: string;
  detail: string;
  /** The page it opens; an action without one runs. */
  to?: string;
  run?: () => void;
}
