import Fastify from 'fastify';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { columnTypes } from '../../src/server/db/column-types.ts';
import { keyedHash } from '../../src/server/tokens.ts';

/** The list as hand-written SQL optimized for speed: the baseline. */
const pageSql = `select id, public_id, order_id, status, date_time, end_time, duration_minutes, address, city, state, zip_code, paid,
    agreement_signed, published, require_payment, total_fee_cents, outstanding_cents, rev,
    (select coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'id', p.person_id,
        'first_name', coalesce(c.first_name, u.first_name, ''), 'last_name', coalesce(c.last_name, u.last_name, ''),
        'color', coalesce(u.color, ''), 'invisible', p.invisible) order by p.position, p.id), '[]')
      from appointment_people p
      left join contacts c on c.subscriber_id = p.subscriber_id and c.id = p.person_id and p.role <> 'inspector'
      left join users u on u.subscriber_id = p.subscriber_id and u.id = p.person_id and p.role = 'inspector'
      where p.subscriber_id = appointments.subscriber_id and p.appointment_id = appointments.id
        and p.role in ('client', 'agent', 'inspector')) as people,
    (select coalesce(jsonb_agg(s.name order by s.position), '[]') from appointment_services s
      where s.subscriber_id = appointments.subscriber_id and s.appointment_id = appointments.id) as services
  from appointments where subscriber_id = $1 and deleted_at is null
  order by date_time desc, id desc limit 26`;
const totalSql = `select c.timezone, t.total from companies c left join tallies t on t.subscriber_id = c.subscriber_id
  and t.name = 'appointments' where c.subscriber_id = $1`;

interface RawSettings {
  url: string;
  secret: string;
  port: number;
  poolSize: number;
}

/**
 * Plain Fastify and pg without our code: `/guarded` verifies the token and uses row-level security, `/open` does
 * neither.
 */
export async function serveRaw(settings: RawSettings): Promise<void> {
  const pool = new pg.Pool({ connectionString: settings.url, max: settings.poolSize, types: columnTypes });
  const key = new TextEncoder().encode(keyedHash(settings.secret, 'access-token', 'v1'));
  const app = Fastify();
  app.get('/guarded', async (req) => {
    const { payload } = await jwtVerify((req.headers.authorization ?? '').slice(7), key, {
      issuer: 'gable',
      algorithms: ['HS256'],
    });
    const tenant = String(payload.tid);
    const client = await pool.connect();
    try {
      await client.query(
        `begin read only; select set_config('role', 'app_user', true), set_config('app.tenant_id', ${pg.escapeLiteral(tenant)}, true)`,
      );
      const answer = await page(client, tenant);
      await client.query('commit');
      return answer;
    } finally {
      client.release();
    }
  });
  app.get('/open', async (req) => page(pool, String(req.headers['x-tenant'])));
  await app.listen({ port: settings.port, host: '127.0.0.1' });
}

async function page(db: pg.Pool | pg.PoolClient, tenant: string) {
  const total = await db.query(totalSql, [tenant]);
  const { rows } = await db.query(pageSql, [tenant]);
  const pageData = rows.slice(0, 25);
  return {
    success: true,
    data: { pageData, pageInfo: { total: total.rows[0]?.total ?? 0, hasNextPage: rows.length > 25 } },
    error: null,
  };
}
