import { invalidReason, verdictOf } from '@natim/domain/breath'
import { BREATH_RESULT_EVENT, type BreathResult, parseBreathResult } from '@natim/domain/breath-result'
import type pg from 'pg'
import { randomId } from '../subject/index.ts'

type Connection = Pick<pg.ClientBase, 'query'>

/** A device event as stored by ingest. */
export interface ResultEvent {
  readonly deviceNo: number
  readonly tsMs: number
  readonly rxMs: number
  readonly key: Buffer
  readonly type: string
  /** JSON */
  readonly data: string
}

/**
 * Creates tests from results, in the transaction that stores their events, so that both or neither are acknowledged.
 * The event's key makes this idempotent.
 */
export async function writeBreathResults(connection: Connection, events: readonly ResultEvent[]): Promise<void> {
  for (const event of events) if (event.type === BREATH_RESULT_EVENT) await writeResult(connection, event)
}

async function writeResult(connection: Connection, event: ResultEvent): Promise<void> {
  const device = await one<Device>(connection, DEVICE, [event.deviceNo])
  if (device === undefined) return
  if (await one(connection, KNOWN, [device.id, event.key])) return
  const result = parseBreathResult(JSON.parse(event.data))
  const columns = await columnsOf(connection, result)
  const shared = [device.id, event.key, new Date(event.tsMs), new Date(event.rxMs), ...columns]
  const waiting = result.no === null ? undefined : await one<{ id: string }>(connection, FILL, [result.no, ...shared])
  const { no: _no, subjectCode, sessionNo, platePos } = result
  const isFree = sessionNo !== null && platePos !== null && !(await one(connection, TAKEN, [sessionNo, platePos]))
  const place = [sessionNo, isFree ? platePos : null]
  const test = waiting ?? (await one<{ id: string }>(connection, ADD, [...shared, randomId(), subjectCode, ...place]))
  // Another process inserted it first.
  if (test === undefined) return
  const { values } = result
  await connection.query(VALUES, [
    test.id,
    values.map(({ metricCode }) => metricCode),
    values.map(({ value }) => value),
    values.map(({ ambient }) => ambient),
    values.map(({ unit }) => unit),
  ])
  await connection.query(STEP, [test.id, device.name])
}

interface Device {
  readonly id: string
  readonly name: string
}

/** Parameters from $4 on of the statements below. */
async function columnsOf(connection: Connection, result: BreathResult): Promise<unknown[]> {
  const { sample, flowMls, ambientTemp, ambientRh, method } = result
  const model = result.ok ? await one<Model>(connection, MODEL, [result.model.name, result.model.version]) : undefined
  const unread = result.ok ? (model ? undefined : '模型版本未登记') : result.reason
  const reason = invalidReason(sample) ?? unread ?? null
  const isValid = reason === null && result.ok && model !== undefined
  return [
    method,
    isValid ? 'resulted' : 'invalid',
    sample.volumeMl,
    flowMls,
    sample.etco2,
    sample.ambientVoc,
    ambientTemp,
    ambientRh,
    model?.id ?? null,
    // An invalid sample gets neither score nor verdict.
    isValid ? verdictOf(result.score, model) : null,
    isValid ? result.score : null,
    isValid ? result.confidence : null,
    reason,
  ]
}

interface Model {
  readonly id: string
  readonly cutOff: number
  readonly doubtFrom: number
}

async function one<T>(connection: Connection, text: string, values: readonly unknown[]): Promise<T | undefined> {
  const { rows } = await connection.query(text, [...values])
  return rows[0] as T | undefined
}

const DEVICE = 'select id, name from mon_device where device_no = $1'
const KNOWN = 'select 1 as one from mon_breath_test where device_id = $1 and event_key = $2'
const MODEL = `select id, cut_off as "cutOff", doubt_from as "doubtFrom" from mon_breath_model where name = $1 and version = $2`
const TAKEN = `select 1 as one from mon_breath_test where session_no = $1 and plate_pos = $2 and status <> 'cancelled'`

const FILL = `update mon_breath_test set event_key = $3, sample_ts = coalesce(sample_ts, $4), result_ts = $5, method = $6, status = $7,
    volume_ml = $8, flow_mls = $9, etco2 = $10, ambient_voc = $11, ambient_temp = $12, ambient_rh = $13, model_id = $14,
    verdict = $15, score = $16, confidence = $17, exit_reason = $18, version = version + 1
  where no = $1 and device_id = $2 and status in ('created', 'sampling', 'analysing')
  returning id`

const ADD = `with place as (
    insert into mon_breath_day (day, n) values (($3::timestamptz at time zone 'Asia/Shanghai')::date, 1)
    on conflict (day) do update set n = mon_breath_day.n + 1
    returning 'BT' || to_char(day, 'YYYYMMDD') || '-' || lpad(n::text, 4, '0') as no)
  insert into mon_breath_test (id, no, event_key, subject_id, device_id, station_id, region_code, sys_org_code, session_no, plate_pos,
    sample_ts, result_ts, method, status, volume_ml, flow_mls, etco2, ambient_voc, ambient_temp, ambient_rh, model_id, verdict, score,
    confidence, exit_reason)
  select $18, place.no, $2, (select id from mon_subject where subject_code = $19), device.id, device.station_id, device.region_code,
    device.sys_org_code, $20, $21, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
  from place, mon_device as device where device.id = $1
  on conflict (device_id, event_key) do nothing
  returning id`

const VALUES = `insert into mon_breath_value (test_id, metric_code, value, ambient_value, unit)
  select $1, code, value, ambient, unit
  from unnest($2::text[], $3::float8[], $4::float8[], $5::text[]) as p (code, value, ambient, unit)
  on conflict do nothing`

const STEP = `insert into mon_breath_step (test_id, status, action, note, user_name)
  select id, status, 'result', exit_reason, $2 from mon_breath_test where id = $1`
