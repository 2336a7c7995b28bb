import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deviceSecret } from '@natim/demo/device-secret'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '../../platform/db/tenant.ts'
import { createLogger } from '../../platform/logger.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { isOnCitus } from '../../testing/citus.ts'
import { programOf } from '../../testing/server-program.ts'
import { shippedLimits } from '../../testing/shipped-limits.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { sanitiseHtml } from '../notice/notice-html.ts'
import { drainMarks } from '../rollup/index.ts'
import { querySeries } from '../timeseries/index.ts'
import { planHistory } from './history.ts'
import {
  isDemoMissing,
  LOAD_CONNECTIONS,
  type LoadProgress,
  type LoadResult,
  loadBareNetwork,
  loadDemoNetwork,
  type NetworkRows,
} from './load-demo.ts'
import { type LoadDatabase, openLoadDatabase } from './testing/load-database.ts'
import { smallNetwork, tinyNetwork } from './testing/small-network.ts'

const NOW = Date.UTC(2026, 10, 21, 2, 25, 40)
const LOAD_PROCESS = fileURLToPath(new URL('./testing/load-process.ts', import.meta.url))
const log = createLogger({ logLevel: 'silent' }).of('demo')
const network = smallNetwork()
const history = planHistory(network, NOW)

let dataDir: string
let database: LoadDatabase
let result: LoadResult | undefined

/** Progress reported by the first load. */
const told: LoadProgress[] = []
const load = () =>
  loadDemoNetwork(database.pool, { dataDir, nowMs: NOW, log, network, onProgress: (next) => told.push(next) })
const rows = <T>(text: string, values?: unknown[]) => database.rows<T>(text, values)
const count = (from: string) => database.count(from)
/** The n-th online device of a kind, with its numbers. */
const numbered = (kind: string) =>
  history.devices.find(({ device }) => device.kind === kind && device.status === 'online')!

/**
 * Loads in a separate process (the tiny network bare, or the small one whole) and kills it when the first row of a
 * table is written.
 */
async function killAmid(target: LoadDatabase, table: string, extent = 'bare', folder = dataDir): Promise<void> {
  await target.pool.query(`create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(120); return null; end $$`)
  await target.pool.query(`create trigger linger before insert on ${table} execute function linger()`)
  const args = [target.connectionString, folder, String(NOW), extent]
  const child = spawn(process.execPath, [...programOf(LOAD_PROCESS), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const lingering = `pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  // Starting a process from sources takes a while on a busy machine.
  await expect.poll(() => target.count(lingering), { timeout: 100_000 }).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await target.pool.query(`select pg_terminate_backend(pid) from ${lingering}`)
  await expect.poll(() => target.count(lingering)).toBe(0)
  await target.pool.query(`drop trigger linger on ${table}`)
}

/**
 * Row counts of each table filled by people and rules. Reviewed days are excluded, as they depend on station ids, which
 * differ each time.
 */
async function pastOf(target: LoadDatabase): Promise<Record<string, number>> {
  const tables = await target.rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and not relispartition and relnamespace = 'public'::regnamespace
       and relname ~ '^mon_(alarm|duty|wall|wearable|subject|breath|reid|suppression|sat|nbc|wx|report)' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) counts[name] = await target.count(name)
  return counts
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-demo-'))
  database = await openLoadDatabase()
  result = await load()
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

it('[BZ-20] alarms come from many rules, ended in every way by officers of their region, some are active, and each log is complete', async () => {
  expect(result?.alarms).toBe(await count('mon_alarm'))
  const by = async (what: string, where = 'not drill') =>
    new Map(
      (
        await rows<{ k: string; n: number }>(
          `select ${what} as k, count(*)::int as n from mon_alarm where ${where} group by 1`,
        )
      ).map(({ k, n }) => [String(k), n]),
    )
  expect([...(await by('severity_max')).keys()].toSorted()).toEqual(['1', '2', '3', '4', '5'])
  expect((await by('rule_id')).size).toBeGreaterThanOrEqual(6)
  expect([...(await by('close_code')).keys()].toSorted()).toEqual([
    'device',
    'false',
    'null',
    'other',
    'real',
    'test',
    'weather',
  ])
  const states = await by(`concat_ws(' ', active, acked, closed_ts is not null, shelved_until is not null)`)
  expect([...states.keys()]).toEqual(expect.arrayContaining(['f t f f', 'f t t f']))
  expect(await count(`mon_alarm where active and channel_no is null and rule_id <> 'rule-device-clock'`)).toBe(2)
  // Current leaks are active alarms based on their newest sample, one per rule.
  expect(await count('mon_alarm where active and channel_no is not null')).toBeGreaterThan(0)
  const leaking = history.leaks.filter(({ untilMs }) => untilMs > history.untilMs - 8 * HOUR_MS)
  const open = await rows<{ device_no: number; metric_code: string }>(
    'select device_no, metric_code from mon_alarm where active and channel_no is not null',
  )
  const leaks = leaking.map(({ device, metricCode }) => {
    const { deviceNo } = history.devices.find((row) => row.device.index === device)!
    return `${deviceNo} ${metricCode}`
  })
  for (const alarm of open) expect(leaks).toContain(`${alarm.device_no} ${alarm.metric_code}`)
  expect(await count('mon_alarm where historic and severity >= 4 and not active')).toBeGreaterThan(0)
  expect(await count('mon_alarm where escalate_level > 0')).toBeGreaterThan(0)
  expect(await by('close_code', 'drill')).toEqual(new Map([['test', 2]]))
  expect(await count(`mon_alarm where drill and title not like '【演练】%'`)).toBe(0)
  expect(
    await count(`mon_alarm a join sys_user u on u.username = a.ack_by where a.ack_by <> 'system'
      and not u.region_prefixes && array['*', left(a.region_code, 2)]`),
  ).toBe(0)
  // No log entry precedes the alarm itself or follows the load.
  const loaded = new Date(NOW).toISOString()
  expect(
    await count(
      `mon_alarm_log l join mon_alarm a on a.id = l.alarm_id where l.ts < a.trigger_ts or l.ts > '${loaded}'`,
    ),
  ).toBe(0)
  expect(await count(`mon_alarm where closed_ts < cleared_ts or ack_ts < trigger_ts`)).toBe(0)
})

it('permanently wrong clocks have one active alarm each, so that none is raised when the console starts', async () => {
  const skews = history.devices.flatMap(({ device, deviceNo }) => {
    const { skewMs } = history.signals.faultsOf(device)
    return skewMs === 0 ? [] : [{ device_id: deviceNo, skew_ms: -skewMs }]
  })
  const states = await rows('select device_id, skew_ms from mon_device_state where skew_ms is not null order by 1')
  expect(states).toEqual(skews.toSorted((a, b) => a.device_id - b.device_id))
  const wrong = skews.filter(({ skew_ms }) => Math.abs(skew_ms) > 30_000).map(({ device_id }) => device_id)
  expect(wrong.length).toBeGreaterThan(0)
  const alarms = await rows<{ device_no: number; active: boolean }>(
    `select device_no, active from mon_alarm where rule_id = 'rule-device-clock' and device_no = any($1) order by 1`,
    [wrong],
  )
  expect(alarms).toEqual(wrong.toSorted((a, b) => a - b).map((device_no) => ({ device_no, active: true })))
})

it('incidents are created from alarms by an officer, with references on both sides', async () => {
  expect(await count(`mon_incident where type = 'chem' and not drill`)).toBe(1)
  expect(await count('mon_incident i where not exists (select from mon_alarm a where a.incident_id = i.id)')).toBe(0)
  expect(
    await count(`mon_alarm a where incident_id is not null
      and not exists (select from mon_alarm_log l where l.alarm_id = a.id and l.action = 'link')`),
  ).toBe(0)
  expect(
    await count(`mon_alarm a join mon_incident i on i.id = a.incident_id where a.active and i.status = 'closed'`),
  ).toBe(0)
  expect(await count(`mon_incident i where not exists (select from sys_user u where u.username = i.lead_user)`)).toBe(0)
})

describe('the registers', () => {
  it('hold the network with models, stations, departments, gateways and channels', async () => {
    const channels = network.devices.reduce((sum, device) => sum + device.channels.length, 0)
    expect(result).toMatchObject({ stations: 300, devices: network.devices.length, channels })
    expect(await count('mon_station')).toBe(300)
    expect(await count('mon_device')).toBe(network.devices.length)
    expect(await count('mon_channel')).toBe(channels)
    expect(await count("sys_depart where org_code like 'A01A%'")).toBe(31)
    const children = network.devices.filter((device) => device.gatewayClientId !== null).length
    expect(await count(`mon_device d join mon_device g on g.id = d.gateway_id and g.kind = 'gateway'`)).toBe(children)
    expect(await count(`mon_device d join mon_device_model m on m.id = d.model_id and m.kind = d.kind`)).toBe(
      network.devices.length,
    )
  })

  it('hold the people of the centres in their departments, with roles and positions, but unable to sign in', async () => {
    expect(await count(`sys_user where create_by = 'demo'`)).toBe(network.staff.length)
    expect(
      await count(`sys_user u join sys_user_depart l on l.user_id = u.id join sys_depart d on d.id = l.dep_id
        join sys_user_role r on r.user_id = u.id join sys_position p on p.code = u.post where d.org_code = u.org_code`),
    ).toBe(network.staff.length)
    const hashes = await rows<{ hash: string }>(
      `select distinct password_hash as hash from sys_user where create_by = 'demo'`,
    )
    expect(hashes).toHaveLength(1)
    expect(hashes[0]?.hash).toMatch(/^\$argon2id\$/)
  })

  it('hold announcements that the sanitiser leaves unchanged', async () => {
    const notices = await rows<{ msg_content: string; send_time: Date }>('select * from sys_announcement')
    expect(notices.length).toBeGreaterThan(3)
    const messages = await rows<{ es_send_status: string }>('select es_send_status from sys_sms')
    expect(messages.map((message) => message.es_send_status).sort()).toEqual(['0', '1', '1', '2'])
    for (const notice of notices) {
      expect(sanitiseHtml(notice.msg_content)).toBe(notice.msg_content)
      expect(notice.send_time.getTime()).toBeLessThan(NOW)
    }
  })

  it('fill the administration pages: tenants, department roles, job runs, versions, log lines', async () => {
    expect(await count(`sys_tenant where create_by = 'demo'`)).toBe(3)
    expect(
      await count(`sys_user_tenant m join sys_user u on u.id = m.user_id and u.rel_tenant_ids = m.tenant_id::text`),
    ).toBeGreaterThan(3)
    expect(await count('sys_depart_role r join sys_depart_role_user m on m.drole_id = r.id')).toBeGreaterThan(3)
    expect(await count('sys_job_run where start_time > now() or end_time is null')).toBe(0)
    expect(await count('sys_job_run')).toBeGreaterThan(10)
    const kept = await database.db.transaction().execute((trx) =>
      inTenant(trx, 0, async (own) => ({
        versions: await own.selectFrom('sysDataLog').selectAll().where('dataVersion', '=', 2).execute(),
        lines: await own.selectFrom('sysLog').selectAll().execute(),
      })),
    )
    expect(kept.lines).toHaveLength(kept.versions.length)
    // The newest version is the current row.
    for (const { dataId, dataContent } of kept.versions) {
      const [station] = await rows<object>(
        `select code, name, contact_name as "contactName", lng, region_code as "regionCode", func_zone as "funcZone"
         from mon_station where id = $1`,
        [dataId],
      )
      expect(dataContent).toMatchObject(station ?? {})
      expect(Object.keys(dataContent as object).length).toBeGreaterThan(15)
    }
  })

  it('hold wearers with one device each, worn for weeks', async () => {
    const worn = await count("mon_device where kind = 'wearable'")
    const bindings = await count('mon_wearable_binding')
    expect(bindings).toBeGreaterThan(0)
    expect(bindings).toBeLessThanOrEqual(Math.min(240, worn))
    expect(await count("mon_subject where consent_id = 'DEMO-W'")).toBe(bindings)
    expect(await count("mon_wearable_binding where bound_from > now() - interval '17 days'")).toBe(0)
  })

  it('hold breath tests in many statuses, reviewed and released by two people, none with an invalid sample', async () => {
    expect(await count("mon_subject where consent_id is distinct from 'DEMO-W'")).toBe(600)
    const statuses = await rows<{ status: string; n: number; verdicts: number; hands: number }>(
      `select status, count(*)::int as n, count(verdict)::int as verdicts,
        count(*) filter (where reviewed_by <> released_by)::int as hands from mon_breath_test group by 1`,
    )
    const by = new Map(statuses.map((row) => [row.status, row]))
    expect([...by.keys()].toSorted()).toEqual([
      'analysing',
      'cancelled',
      'created',
      'invalid',
      'released',
      'resulted',
      'reviewed',
      'sampling',
    ])
    expect(by.get('invalid')?.verdicts).toBe(0)
    expect(by.get('released')?.hands).toBe(by.get('released')?.n)
    expect(
      await count(
        "mon_breath_test t where status = 'released' and not exists (select from mon_breath_value v where v.test_id = t.id)",
      ),
    ).toBe(0)
    // The day's next number is free.
    expect(
      await count(
        "mon_breath_test t join mon_breath_day d on t.no = 'BT' || to_char(d.day, 'YYYYMMDD') || '-' || lpad((d.n + 1)::text, 4, '0')",
      ),
    ).toBe(0)
    expect(await count("mon_blob_sample where kind = 'chromatogram'")).toBeGreaterThan(10)
  })

  it('hold past and future suppression windows, and access requests decided by another person', async () => {
    const windows = await rows<{ name: string; state: string }>(
      `select name, case when to_ts < $1 then 'over' when from_ts > $1 then 'to come' else 'open' end as state
       from mon_suppression order by from_ts`,
      [new Date(NOW)],
    )
    expect(windows.map(({ state }) => state)).toEqual(['over', 'over', 'to come'])
    const requests = await rows<{ state: string; viewed: boolean }>(
      `select state, viewed_at is not null as viewed from mon_reid_request
       where decided_by <> requested_by order by requested_at`,
    )
    expect(requests).toEqual([
      { state: 'refused', viewed: false },
      { state: 'viewed', viewed: true },
    ])
  })

  it('fill walls with reporting devices, and schedule the built-in reports soon', async () => {
    const corners = await rows<{ clientId: string; status: string }>(
      `select device.client_id as "clientId", state.status
       from mon_wall_state wall, jsonb_each_text(wall.state -> 'corners') corner
       join mon_device device on device.client_id = corner.value
       join mon_device_state state on state.device_id = device.device_no`,
    )
    expect(corners).toHaveLength(8)
    expect(corners.filter(({ status }) => status !== 'online')).toEqual([])
    const [plan] = await rows<{ n: number; at: Date }>(
      'select count(*)::int as n, max(next_run_at) as at from mon_report_def where cron is not null',
    )
    expect(plan).toEqual({ n: 5, at: new Date(NOW + 180_000) })
  })

  it('number new devices and channels after those of the demonstration', async () => {
    const [next] = await rows<{ device: number; channel: number }>(
      `select nextval('mon_device_no')::int as device, nextval('mon_channel_no')::int as channel`,
    )
    expect(next?.device).toBe(network.devices.length + 1)
    expect(next?.channel).toBe((result?.channels ?? 0) + 1)
  })

  it("derive each device's secret from a key only its owner can read", async () => {
    const file = join(dataDir, 'demo.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const key = (await readFile(file, 'utf8')).trim()
    const stored = await rows<{ client_id: string; secret_hash: Buffer }>(
      'select d.client_id, c.secret_hash from mon_device_credential c join mon_device d on d.id = c.device_id',
    )
    expect(stored).toHaveLength(network.devices.length)
    for (const { client_id: clientId, secret_hash: hash } of stored) {
      expect(hash).toEqual(createHash('sha256').update(deviceSecret(key, clientId)).digest())
    }
  })
})

describe('history', () => {
  it.skipIf(isOnCitus)('has a raw day and a month of hours for every channel that was heard', async () => {
    const heard = history.devices.filter(({ device }) => device.status !== 'inactive' && device.status !== 'offline')
    const channels = heard.flatMap((row) => row.channels.map(({ channelNo }) => channelNo))
    const poor = await rows(
      `select channel_no from unnest($1::int[]) as wanted (channel_no)
       where (select count(*) from mon_sample s where s.channel_no = wanted.channel_no and s.ts > $2) < 90
         or (select count(*) from mon_r1h h where h.channel_no = wanted.channel_no) < 650
         or (select count(*) from mon_r1d h where h.channel_no = wanted.channel_no) < 38`,
      [channels, new Date(NOW - DAY_MS)],
    )
    expect(poor).toEqual([])
  })

  it('matches at every instant what the simulator would have sent', async () => {
    for (const kind of ['air', 'rad', 'breath', 'wearable']) {
      const row = numbered(kind)
      const channel = row.channels[0]!
      const signal = history.signals.signalsOf(row.device)[0]!
      const samples = await rows<{ ms: number; v: number }>(
        `select (extract(epoch from ts) * 1000)::float8 as ms, v from mon_sample where channel_no = $1 order by ts`,
        [channel.channelNo],
      )
      expect(samples.length).toBeGreaterThan(80)
      expect(samples.every(({ ms, v }) => v === signal.at(ms))).toBe(true)
      expect(samples.at(-1)?.ms).toBeGreaterThan(NOW - Math.max(2 * MINUTE_MS, channel.template.periodS * 1000))
    }
  })

  it('has hours consistent with their samples', async () => {
    const { channelNo } = numbered('air').channels[0]!
    const differing = await rows(
      `select h.t from mon_r1h h
       join (select date_bin('1 hour', ts - interval '1 microsecond', 'epoch') + interval '1 hour' as t,
               min(v) as lo, max(v) as hi, count(*) as n from mon_sample where channel_no = $1 group by 1) s on s.t = h.t
       where h.channel_no = $1 and s.n = 60 and (h.v_min <> s.lo or h.v_max <> s.hi or h.n <> 60)`,
      [channelNo],
    )
    expect(differing).toEqual([])
  })

  it('is consistent at every level for a detector switched to a faster rate an hour ago', async () => {
    const { channelNo, template } = numbered('gas').channels[0]!
    expect(template.periodS).toBe(10)
    const deps = { db: database.db, limits: shippedLimits, now: () => NOW }
    const figuresOf = async (agg: 'raw' | '1m' | '1h', fromMs: number, toMs: number) => {
      const query = { channels: [channelNo], from: fromMs, to: toMs, maxPoints: 8_000, agg }
      const [series] = (await querySeries(deps, EVERYTHING, query)).series
      const { n, valid, completeness, avg, min, max } = series!.stats
      return { n, valid, completeness, avg, min, max }
    }
    // Spans the change; ends on full hours, so that every level holds the same samples.
    const [fromMs, toMs] = [history.fullRateFromMs - 12 * HOUR_MS, history.fullRateFromMs + HOUR_MS]
    const raw = await figuresOf('raw', fromMs, toMs)
    expect(raw.n).toBeGreaterThan(12 * 59 + 350)
    expect(raw.completeness).toBeGreaterThan(0.97)
    expect(await figuresOf('1m', fromMs, toMs)).toEqual(raw)
    expect(await figuresOf('1h', fromMs, toMs)).toEqual(raw)
    const [lastHour] = await rows<{ n: number }>(
      'select count(*)::int as n from mon_sample where channel_no = $1 and ts > $2 and ts <= $3',
      [channelNo, new Date(history.untilMs - HOUR_MS), new Date(history.untilMs)],
    )
    expect(lastHour?.n).toBeGreaterThan(340)
  })

  it('has a minute for each sample of a toxic gas measured once a minute, and none for other metrics', async () => {
    const air = numbered('air')
    const ofMetric = (metricCode: string) =>
      air.channels.find(({ template }) => template.metricCode === metricCode)!.channelNo
    const differing = await rows(
      `select s.ts, m.t from (select * from mon_sample where device_id = $1 and channel_no = $2) s
         full join (select * from mon_r1m where device_id = $1 and channel_no = $2) m on m.t = s.ts
       where (m.v_avg, m.v_sum, m.v_min, m.v_max, m.n, m.n_valid, m.cover_s) is distinct from (s.v, s.v, s.v, s.v, 1, 1, 60)`,
      [air.deviceNo, ofMetric('tvoc')],
    )
    expect(differing).toEqual([])
    expect(await count(`mon_r1m where channel_no = ${ofMetric('tvoc')}`)).toBeGreaterThan(1_400)
    expect(await count(`mon_r1m where channel_no = ${ofMetric('pm25')}`)).toBe(0)
  })

  it('leaves the hour ending now to be computed from minutes, so that its mean is available at once', async () => {
    const marks = await rows<{ hours: number }>(
      `select count(distinct bucket)::int as hours from mon_dirty
       where level = 1 and to_ts > $1 and from_ts <= $2 group by device_id`,
      [new Date(history.untilMs - HOUR_MS), new Date(history.untilMs)],
    )
    expect(marks).toHaveLength(history.devices.length)
    expect(new Set(marks.map(({ hours }) => hours))).toEqual(new Set([2]))
  })

  it('contains the chlorine release of two days ago', async () => {
    const detector = history.devices.find(({ device }) => device.name === '江北 2# 氯气探测器')!
    const [peak] = await rows<{ peak: number; t: Date }>(
      'select v_max as peak, t from mon_r1h where channel_no = $1 order by v_max desc limit 1',
      [detector.channels[0]!.channelNo],
    )
    expect(peak?.peak).toBeGreaterThan(30)
    expect(peak?.t.getTime()).toBeGreaterThan(history.releaseMs)
    expect(peak?.t.getTime()).toBeLessThan(history.releaseMs + 2 * HOUR_MS)
  })

  it('raises its alarms at sampling instants: once a minute until an hour or two ago', async () => {
    const { rawFromMs, fullRateFromMs } = history
    const [alarms] = await rows<{ n: number; between: number }>(
      `select count(*)::int as n, (count(*) filter (where extract(second from trigger_ts) <> 0))::int as between
       from mon_alarm where channel_no is not null and trigger_ts > to_timestamp($1) and trigger_ts <= to_timestamp($2)`,
      [rawFromMs / 1_000, fullRateFromMs / 1_000],
    )
    expect(alarms?.n).toBeGreaterThan(0)
    expect(alarms?.between).toBe(0)
  })

  it('marks the samples of the cut gateway as late, and their gap as filled', async () => {
    const cut = history.devices.find(
      (row) => history.timelineOf(row).silences[0]?.cause === 'network' && row.channels.length > 0,
    )!
    const [late] = await rows<{ n: number; delay: number }>(
      `select count(*)::int as n, max(extract(epoch from rx - ts))::float8 as delay from mon_sample
       where device_id = $1 and (q & 64) <> 0`,
      [cut.deviceNo],
    )
    expect(late?.n).toBeGreaterThan(350 * cut.channels.length)
    expect(late?.delay).toBeGreaterThan(5.9 * 3600)
    expect(await count(`mon_gap where device_id = ${cut.deviceNo} and filled_at is not null`)).toBe(cut.channels.length)
  })
})

describe('the present', () => {
  it.skipIf(isOnCitus)('continues the history: states, newest values, open gaps and maintenance', async () => {
    const states = await rows<{ status: string; n: number }>(
      'select status, count(*)::int as n from mon_device_state group by status',
    )
    const expected = Object.fromEntries(states.map(({ status, n }) => [status, n]))
    for (const status of ['online', 'offline', 'fault', 'maintenance', 'inactive'] as const) {
      expect(expected[status]).toBe(network.devices.filter((device) => device.status === status).length)
    }
    const offline = history.devices.find(({ device }) => device.status === 'offline')!
    expect(await count(`mon_gap where t_to is null and device_id = ${offline.deviceNo}`)).toBe(offline.channels.length)
    expect(await count('mon_maintenance where actual_to is null')).toBe(expected.maintenance)
    const stale = await rows(
      `select l.channel_no from mon_latest l
       where (l.ts, l.v) is distinct from (select (s.ts, s.v) from (select ts, v from mon_sample s
         where s.device_id = l.device_id and s.channel_no = l.channel_no order by ts desc limit 1) s) limit 5`,
    )
    expect(stale).toHaveLength(0)
  })

  it('leaves the current hour and day to the rollup worker, which changes nothing that was loaded', async () => {
    const channels = [numbered('gas'), numbered('air')].map((row) => row.channels[0]!.channelNo)
    const hoursOf = (channelNo: number) =>
      rows<{ t: Date; n: number; v_sum: number }>('select t, n, v_sum from mon_r1h where channel_no = $1 order by t', [
        channelNo,
      ])
    const before = await Promise.all(channels.map(hoursOf))
    await drainMarks(database.db)
    for (const [index, channelNo] of channels.entries()) {
      const after = await hoursOf(channelNo)
      const held = before[index] ?? []
      expect(after.slice(0, held.length)).toEqual(held)
      const running = after.at(-1)
      expect(running?.t.getTime()).toBe(Math.ceil(NOW / HOUR_MS) * HOUR_MS)
      // 25 minutes have passed.
      expect(running?.n).toBeGreaterThan(index === 0 ? 140 : 22)
      const [today] = await rows<{ n: number }>('select n from mon_r1d where channel_no = $1 order by t desc limit 1', [
        channelNo,
      ])
      // Nine hours at one per minute, then one at the current rate.
      expect(today?.n).toBeGreaterThan(9 * 59 + (index === 0 ? 340 + 140 : 59))
    }
  })
})

describe('loading', () => {
  /** For tests of start and end, which do not depend on the size. */
  const tiny = tinyNetwork()
  const bare = () => ({ dataDir, nowMs: NOW, network: tiny, rawHours: 6, log })
  /** Results of two processes loading at once. */
  let outcomes: readonly (NetworkRows | undefined)[]
  let left: { readonly devices: number; readonly samples: number }
  /** Row counts of the tiny network. */
  let whole: NetworkRows

  beforeAll(async () => {
    const empty = await openLoadDatabase()
    const second = createTestPool(empty.connectionString, { max: LOAD_CONNECTIONS, statementTimeoutMs: 0 })
    try {
      outcomes = await Promise.all([empty.pool, second].map((pool) => loadBareNetwork(pool, bare())))
      left = { devices: await empty.count('mon_device'), samples: await empty.count('mon_sample') }
    } finally {
      await second.end()
      await empty.close()
    }
    whole = outcomes.find((outcome) => outcome !== undefined) as NetworkRows
  })

  it('changes nothing when loaded again', async () => {
    const before = await count('mon_sample')
    expect(await load()).toBeUndefined()
    expect(await count('mon_sample')).toBe(before)
  })

  it('waits for another loading process, and then has nothing to do', () => {
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1)
    expect(whole.samples).toBeGreaterThan(10_000)
    expect(left).toEqual({ devices: tiny.devices.length, samples: whole.samples })
  })

  it('starts over after a kill, whatever was left', async () => {
    const second = await openLoadDatabase()
    try {
      const options = bare()
      const onProgress = ({ percent }: LoadProgress) => {
        // From 42 percent on, the samples are complete and committed.
        if (percent > 30) throw new Error('killed')
      }
      await expect(loadBareNetwork(second.pool, { ...options, onProgress })).rejects.toThrow('killed')
      // As if the kill had come after the first partitions were committed.
      await second.pool.query(`create table mon_sample_20261121 (like mon_sample including all)`)
      await second.pool.query(`alter table mon_sample attach partition mon_sample_20261121
        for values from ('2026-11-20T16:00:00Z') to ('2026-11-21T16:00:00Z')`)
      expect(await loadBareNetwork(second.pool, options)).toEqual(whole)
    } finally {
      await second.close()
    }
  })

  it.skipIf(isOnCitus)(
    'leaves nothing like a network after a kill -9 during the registers, and then loads everything',
    async () => {
      const third = await openLoadDatabase()
      try {
        await killAmid(third, 'mon_gap')
        for (const table of ['mon_station', 'mon_device', 'mon_latest', `sys_user where create_by = 'demo'`])
          expect(await third.count(table)).toBe(0)
        expect(await loadBareNetwork(third.pool, bare())).toEqual(whole)
      } finally {
        await third.close()
      }
    },
  )

  it.skipIf(isOnCitus)(
    'resumes after a kill -9 during the decisions, at the interrupted part, and ends with the same rows',
    async () => {
      const fifth = await openLoadDatabase()
      const folder = join(dataDir, 'fifth')
      const options = { dataDir: folder, nowMs: NOW, log, network }
      const files = async () => (await readdir(join(folder, 'files', 'wx'))).toSorted()
      try {
        await mkdir(folder)
        // The pictures are written by then.
        await killAmid(fifth, 'mon_wx_image', 'whole', folder)
        expect(await isDemoMissing(fifth.pool)).toBe(true)
        expect(await fifth.count('mon_device')).toBe(network.devices.length)
        const done = await fifth.rows<{ part: string }>('select part from mon_demo_load order by done_at')
        expect(done.map(({ part }) => part)).toEqual(
          'registers alarms duty reviews walls wearables breath decisions satellites nbc wx-products'.split(' '),
        )
        expect(await fifth.count('mon_sat_task')).toBe(await count('mon_sat_task'))
        expect(await pastOf(fifth)).not.toEqual(await pastOf(database))
        const written = await files()
        // A quarter of an hour later, in another process.
        const again = await loadDemoNetwork(fifth.pool, { ...options, nowMs: NOW + 15 * MINUTE_MS })
        expect(again).toEqual({ ...result, seconds: expect.any(Number) })
        expect(await pastOf(fifth)).toEqual(await pastOf(database))
        expect(written).toHaveLength(3 * network.wxImages)
        expect(await files()).toEqual(written)
        const [plan] = await fifth.rows<{ at: Date }>('select max(next_run_at) as at from mon_report_def')
        expect(plan?.at).toEqual(new Date(NOW + 18 * MINUTE_MS))
        expect(await isDemoMissing(fifth.pool)).toBe(false)
        expect(await loadDemoNetwork(fifth.pool, options)).toBeUndefined()
      } finally {
        await fifth.close()
      }
    },
  )

  it('continues without a failing part, retries it once at the next start, then gives up', async () => {
    const sixth = await openLoadDatabase()
    const options = bare()
    const failures = () =>
      sixth.rows<{ part: string; failures: number; open: boolean }>(
        `select part, failures, failed_at is not null as open from mon_demo_load where failures > 0 order by part`,
      )
    try {
      await sixth.pool.query(`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'broken'; end $$`)
      for (const table of ['mon_breath_test', 'mon_wall_screen'])
        await sixth.pool.query(`create trigger refuse before insert on ${table} execute function refuse()`)
      expect(await loadDemoNetwork(sixth.pool, options)).toMatchObject({ devices: tiny.devices.length })
      const [breath, walls] = ['breath', 'walls'].map((part) => ({ part, failures: 1, open: true }))
      expect(await failures()).toEqual([breath, walls])
      expect(await sixth.count('mon_breath_test')).toBe(0)
      expect(await sixth.count('mon_wx_image')).toBe(tiny.wxImages)
      expect(await isDemoMissing(sixth.pool)).toBe(true)
      await sixth.pool.query('drop trigger refuse on mon_breath_test')
      await loadDemoNetwork(sixth.pool, options)
      expect(await failures()).toEqual([
        { ...breath, open: false },
        { ...walls, failures: 2 },
      ])
      expect(await sixth.count('mon_breath_test')).toBeGreaterThan(0)
      expect(await sixth.count('mon_wx_image')).toBe(tiny.wxImages)
      expect(await isDemoMissing(sixth.pool)).toBe(false)
      expect(await loadDemoNetwork(sixth.pool, options)).toBeUndefined()
    } finally {
      await sixth.close()
    }
  })

  it('stops at once when aborted, and the next load starts over', async () => {
    const fourth = await openLoadDatabase()
    try {
      const ending = new AbortController()
      const onProgress = ({ percent }: LoadProgress) => {
        if (percent > 30) ending.abort(new Error('told to stop'))
      }
      const options = bare()
      const first = loadBareNetwork(fourth.pool, { ...options, onProgress, signal: ending.signal })
      await expect(first).rejects.toThrow('told to stop')
      expect(await fourth.count('mon_device')).toBe(0)
      expect(await loadBareNetwork(fourth.pool, options)).toEqual(whole)
    } finally {
      await fourth.close()
    }
  })

  it('reports progress that never decreases', () => {
    expect([...new Set(told.map(({ part }) => part))]).toEqual(['history', 'indexes', 'registers'])
    const percents = told.map(({ percent }) => percent)
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b))
    expect(percents.at(-1)).toBeLessThan(100)
  })
})
