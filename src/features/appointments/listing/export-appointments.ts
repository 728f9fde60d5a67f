import { distinctLabels } from '#domain/base/labels.ts';
import { fullName } from '#domain/base/names.ts';
import { localDate, type Zone } from '#domain/base/time.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { csvFile } from '#server/csv.ts';
import { mine } from '#server/db/scope.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import type { exportSelected as selectedContract } from '../bulk-contract.ts';
import type { AppointmentRow } from '../list-contract.ts';
import { type ChosenFilter, filterConditions } from './conditions.ts';
import { appointmentBatches } from './list-appointments.ts';

const batchRows = 500;
const header = [
  'order_id',
  'date',
  'start_time',
  'end_time',
  'timezone',
  'status',
  'address',
  'city',
  'state',
  'zip_code',
  'clients',
  'agents',
  'technicians',
  'services',
  'duration',
  'total_fee',
  'outstanding',
  'agreement_signed',
  'paid',
  'published',
  'notifications',
];

/**
 * Exports the filtered appointments as a CSV file named by the company's date, in list order and company time. Read in
 * batches: rows added during the export may be included, and none appears twice.
 */
export async function exportAppointments(ctx: ActionCtx, input: ChosenFilter): Promise<Download> {
  const timezone = await ctx.read(async (r) => {
    const company = await getCompany(r);
    // Validates the filter before the first line is sent.
    filterConditions(r, input, company.timezone);
    return company.timezone;
  });
  return csvFile(`appointments-${localDate(ctx.now, timezone)}.csv`, header, lines(ctx, input, timezone));
}

/** Exports chosen appointments with the same columns. */
export function exportSelected(
  ctx: ActionCtx,
  { ids }: HandlerInput<typeof selectedContract>,
): Promise<Download> {
  return exportAppointments(ctx, { ids });
}

async function* lines(
  ctx: ActionCtx,
  input: ChosenFilter,
  zone: Zone,
): AsyncGenerator<(string | number)[][]> {
  const technicians = await ctx.read(technicianLabels);
  for await (const rows of appointmentBatches(ctx, input, zone, batchRows))
    yield rows.map((row) => cellsOf(row, zone, technicians));
}

/** The names of all technicians by id, also of former ones; those of one name with their email address. */
async function technicianLabels(r: ReadCtx): Promise<ReadonlyMap<string, string>> {
  const rows = await mine(r, 'users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .orderBy('id')
    .execute();
  const labels = distinctLabels(rows, fullName, (row) => row.email);
  return new Map(rows.map(({ id }, i) => [id, labels[i] ?? '']));
}

function cellsOf(
  row: AppointmentRow,
  zone: Zone,
  technicians: ReadonlyMap<string, string>,
): (string | number)[] {
  const yesNo = (is: boolean) => (is ? 'yes' : 'no');
  const names = (people: readonly { first_name: string; last_name: string }[]) =>
    people.map(fullName).join(', ');
  return [
    row.order_id,
    row.date_time.slice(0, 10),
    row.date_time.slice(11, 16),
    row.end_time.slice(11, 16),
    zone,
    row.display_status,
    row.address,
    row.city,
    row.state,
    row.zip_code,
    names(row.clients),
    names(row.agents),
    row.technicians.map((one) => technicians.get(one.id) ?? fullName(one)).join(', '),
    row.services.join(', '),
    row.duration,
    row.total_fee ?? '',
    row.outstanding ?? '',
    yesNo(row.agreement_signed),
    yesNo(row.paid),
    yesNo(row.published),
    row.disable_automated_notifications ? 'off' : 'on',
  ];
}
