import { addDays, asZone, localDate } from '#domain/base/time.ts';
import { type Appointment, getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { call } from '#web/client.ts';
import { now } from '#web/clock.ts';
import { jobPhotosCache } from '#web/offline/job-photos-cache.ts';
import { keepCopies, storeCopy, storeUser } from '#web/offline/offline-store.ts';
import type { SessionUser } from '#web/session.ts';
import { type FullReport, getReport } from '../../contract.ts';
import { getCommentLibrary } from '../../library-contract.ts';
import { jobsKey, libraryKey, reportKey, type StoredJobs } from '../work/stored-jobs.ts';

/** Bounds of what a device stores: a busy day of two, and thumbnails of some 20 MB. */
const most = { jobs: 20, reports: 30, photos: 1_000 };

/** What a browser knows about its connection; not all of them do. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** How much may be loaded in the background: nothing on a metered or very slow connection, no photos on a slow one. */
export function backgroundBudget(
  { saveData, effectiveType = '4g' }: Connection = (navigator as { connection?: Connection }).connection ??
    {},
): 'nothing' | 'texts' | 'all' {
  if (saveData || effectiveType.endsWith('2g')) return 'nothing';
  return effectiveType === '3g' ? 'texts' : 'all';
}

/**
 * Stores the user's jobs of today and tomorrow with their reports and thumbnails on this device, and removes what is no
 * longer among them. One request after the other, so that pages go first. Stops when `isCurrent` says so.
 */
export async function storeJobs(user: SessionUser, isCurrent: () => boolean): Promise<void> {
  const budget = backgroundBudget();
  if (budget === 'nothing') return;
  const { from, jobs } = await readJobs(user, isCurrent);
  if (!isCurrent()) return;
  await storeUser(user);
  await storeCopy(user, jobsKey, { from, jobs } satisfies StoredJobs);
  const photos = new Set<string>();
  const keys = new Set([jobsKey]);
  for (const { id } of jobs.flatMap((job) => job.reports).slice(0, most.reports)) {
    const report = await call(getReport, { reportId: id }).catch(() => null);
    if (!isCurrent()) return;
    keys.add(reportKey(id));
    if (report?.projection !== 'full') continue;
    await storeCopy(user, reportKey(id), report);
    keys.add(libraryKey(id));
    // What the editor suggests; it also works without.
    const library = await call(getCommentLibrary, { id }).catch(() => null);
    if (library && isCurrent()) await storeCopy(user, libraryKey(id), library);
    if (budget === 'all') await storePhotos(report, photos, isCurrent);
  }
  if (!isCurrent()) return;
  await keepCopies(keys);
  await keepPhotos(photos);
}

async function readJobs(user: SessionUser, isCurrent: () => boolean): Promise<StoredJobs> {
  const from = localDate(now(), asZone(user.timezone));
  const days = { from, to: addDays(from, 1), technicianId: user.id };
  const { pageData } = await call(listAppointments, { ...days, sort: 'date_time', perPage: most.jobs });
  const jobs: Appointment[] = [];
  for (const { id, status } of pageData) {
    if (!isCurrent()) break;
    if (status === 'canceled') continue;
    const job = await call(getAppointment, { inspection_id: id });
    if (job.projection === 'full') jobs.push(job);
  }
  return { from, jobs };
}

/** Stores the thumbnails of a report that are not stored yet. Adds the address of each to `photos`. */
async function storePhotos(report: FullReport, photos: Set<string>, isCurrent: () => boolean): Promise<void> {
  const cache = await caches.open(jobPhotosCache);
  const sorted = report.sections.flatMap((section) => section.items.flatMap((item) => item.media));
  const media = [...sorted, ...report.unsorted];
  for (const { public_id } of media) {
    if (photos.size >= most.photos || !isCurrent()) return;
    const path = `/api/v2/reports/${report.public_id}/media/${public_id}/thumb`;
    photos.add(path);
    if (await cache.match(path)) continue;
    // The editor draws the marks itself, and the original never changes.
    const answer = await fetch(`${path}?t=${report.team_pass}&original=true`, { priority: 'low' });
    if (answer.ok && isCurrent()) await cache.put(path, answer);
  }
}

async function keepPhotos(photos: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(jobPhotosCache);
  const others = (await cache.keys()).filter(({ url }) => !photos.has(new URL(url).pathname));
  await Promise.all(others.map((each) => cache.delete(each)));
}
