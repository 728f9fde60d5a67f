import { useUrlState } from '#web/navigation/use-url-state.ts';
import type { ListFilter, Tab } from '../../list-contract.ts';

/** The tabs of the page in order. */
export const shownTabs = [
  'upcoming',
  'requested',
  'past',
  'unpaid',
  'unpublished',
  'canceled',
  'all',
] as const satisfies Tab[];
export type ShownTab = (typeof shownTabs)[number];

/** The list filters as stored in the URL; empty means not filtered. */
export const noFilter = {
  state: '',
  from: '',
  to: '',
  technicianId: '',
  clientId: '',
  agentId: '',
  paid: '',
  signed: '',
  published: '',
  voided: '',
  silent: '',
  waiting: '',
  sort: '',
};
export type Filter = typeof noFilter;
export type FilterKey = keyof Filter;

/** Tabs that mix appointments of several statuses. */
export const mixedTabs: readonly string[] = ['past', 'unpaid', 'unpublished', 'all'];

export const answers = ['paid', 'signed', 'published', 'voided', 'silent', 'waiting'] as const;
const texts = ['from', 'to', 'technicianId', 'clientId', 'agentId'] as const;
const states = ['requested', 'scheduled', 'completed', 'canceled'] as const;
const sorts = ['date_time', '-date_time', 'created_at', '-created_at'] as const;

/** The list state from the URL: tab, search text, filters, and the resulting server input. */
export function useListFilter() {
  const [url, change] = useUrlState({ tab: '', text: '', status: '', ...noFilter });
  const { tab: _tab, text, status: _status, ...filter } = url;
  const tab = tabOf(url);
  return { tab, text, filter: filter as Filter, change, input: inputOf(tab, text, filter as Filter) };
}

// The old URL of the requests has `status=requested`.
function tabOf({ tab, status }: { tab: string; status: string }): ShownTab {
  const wanted = tab || status;
  return shownTabs.find((one) => one === wanted) ?? 'upcoming';
}

function inputOf(tab: ShownTab, text: string, filter: Filter): ListFilter {
  const state = states.find((one) => one === filter.state);
  const sort = sorts.find((one) => one === filter.sort);
  return {
    tab,
    ...(text ? { text } : {}),
    ...(state && mixedTabs.includes(tab) ? { status: state } : {}),
    ...(sort ? { sort } : {}),
    ...Object.fromEntries(texts.filter((key) => filter[key] !== '').map((key) => [key, filter[key]])),
    ...Object.fromEntries(
      answers
        .filter((key) => filter[key] === 'yes' || filter[key] === 'no')
        .map((key) => [key, filter[key] === 'yes']),
    ),
  };
}

const onThePage: readonly FilterKey[] = ['from', 'to', 'technicianId', 'paid', 'state'];

/** Returns the filters set in the dialog, which the page lists as chips. */
export function dialogFilters(tab: ShownTab, filter: Filter): FilterKey[] {
  return activeFilters(tab, filter).filter((key) => !onThePage.includes(key));
}

/** Returns the filters that narrow a tab's list; the sort order does not count. */
export function activeFilters(tab: ShownTab, filter: Filter): FilterKey[] {
  return (Object.keys(noFilter) as FilterKey[]).filter(
    (key) => filter[key] !== '' && key !== 'sort' && (key !== 'state' || mixedTabs.includes(tab)),
  );
}
