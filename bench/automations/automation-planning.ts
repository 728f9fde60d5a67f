import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createRuntime, systemCallFacts } from '../../src/app/create-runtime.ts';
import { openExternalServices } from '../../src/app/open-external-services.ts';
import { addDays, asLocalDate } from '../../src/domain/base/time.ts';
import { planAppointment } from '../../src/features/automations/planning/plan-appointment.ts';
import { systemClock } from '../../src/server/clock.ts';
import { readConfig } from '../../src/server/config/config.ts';
import { openDatabase } from '../../src/server/db/connect.ts';
import { updateMine } from '../../src/server/db/scope.ts';
import { withWriteCtx } from '../../src/server/http/call-contexts.ts';
import { type BenchCluster, benchId } from '../data/list-data.ts';
import { median } from '../support/server.ts';
import { company, ownerOf, secret } from './automation-data.ts';

const actions = 40;
const moves = 200;
/** Scheduled, in the future, and not used by the burst. */
const appointmentId = benchId(5, company.small, 900);

/** Moves an appointment with 40 actions again and again in this process; returns the median time to plan them, in ms. */
export async function measurePlanning(cluster: BenchCluster, origin: string): Promise<number> {
  const call = await ownerOf(origin, company.small);
  const group = await call('POST', '/v2/action-groups', { name: 'Forty' });
  for (let n = 0; n < actions; n += 1)
    await call('POST', `/v2/action-groups/${group.id}/actions`, {
      ...{ event_type: 18 + (n % 2), trigger_type: n % 4 === 0 ? 'after' : 'before' },
      ...{ duration: 1 + n, duration_type: 1, action_type: 1, to_address: ['clients'] },
      ...{ subject: `Action ${n}`, body_content: '<p>Soon: {{inspection.date}}</p>' },
    });
  await call('PUT', `/v2/appointments/${appointmentId}/action-groups`, { groupIds: [group.id] });
  const folder = mkdtempSync(join(tmpdir(), 'gable-bench-plan-'));
  const log = pino({ level: 'fatal' });
  const config = readConfig({ DATA_DIR: folder, SECRET_KEY: secret, DATABASE_URL: cluster.url });
  const database = openDatabase(cluster.embedded.connection, { max: 4 });
  const opened = await openExternalServices(config, log);
  const runtime = await createRuntime({
    ...{ config, database, clock: systemClock, log, outside: opened.outside, files: opened.files },
    ...{ supervisesQueue: false, checksAnswers: false },
  });
  try {
    const facts = () =>
      systemCallFacts(runtime, { subscriberId: benchId(1, company.small) }, 'tenant', 'bench');
    const times: number[] = [];
    for (let n = 0; n < moves; n += 1)
      times.push(
        await withWriteCtx(runtime, facts(), async (w) => {
          const day = addDays(asLocalDate('2028-06-01'), n);
          await updateMine(w, 'appointments')
            .set({ date_time: `${day}T14:00:00Z`, end_time: `${day}T17:00:00Z` })
            .where('id', '=', appointmentId)
            .execute();
          const begin = performance.now();
          await planAppointment(w, appointmentId);
          return performance.now() - begin;
        }),
      );
    const [row] = await cluster.ask<{ moved: number }>(
      `select count(*)::int as moved from automation_jobs where appointment_id = '${appointmentId}' and status = 'pending' and action_id is not null`,
    );
    if (row?.moved !== actions) throw new Error(`${row?.moved} of ${actions} actions are planned`);
    return median(times);
  } finally {
    await runtime.queue.stop();
    await opened.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
