import { parseGmt8 } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from '../ingest/testing/network.ts'

const clock = { ms: parseGmt8('2026-11-21 10:20:00') as number }
const SUBJECT = 'B-7K2Q8M3XTD'
const RESULT = {
  subject: SUBJECT,
  method: 'GC-MS',
  volumeMl: 512,
  flowMls: 52,
  etco2: 4.6,
  ambientVoc: 84,
  temp: 22.4,
  rh: 46,
  model: 'VOC-5 v2.3.1',
  score: 0.78,
  conf: 0.84,
  values: { br_acetone: { v: 1184, a: 212 }, br_isoprene: { v: 96, a: 4 } },
}

let network: TestNetwork
let device: TestDevice
let other: TestDevice
let client: MqttClient
let told = 0

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { kind: 'breath', regionCode: '130100' })
      other = await addDevice(db, { kind: 'breath', regionCode: '130100' })
      const place = { regionCode: '130100', sysOrgCode: 'A01' }
      await db
        .insertInto('monSubject')
        .values({ id: 's1', subjectCode: SUBJECT, ageBand: '40-59', ...place })
        .execute()
    },
  })
  client = await connect(network, device)
})
afterEach(async () => {
  clock.ms += 1_000
  await network.pool.query('truncate mon_device_event, mon_message_seen')
  await network.pool.query('alter table mon_breath_step disable trigger append_only')
  await network.pool.query('delete from mon_breath_step; delete from mon_breath_test')
  await network.pool.query('alter table mon_breath_step enable trigger append_only')
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

const send = (data: object, envelope: object = {}) => {
  told += 1
  const event = {
    id: `r${told}`,
    ts: clock.ms - 5_000,
    type: 'breath.result',
    data: { ...RESULT, ...data },
    ...envelope,
  }
  return publish(client, `dt/${device.clientId}/event`, event)
}
const tests = async () => (await network.pool.query('select * from mon_breath_test order by no')).rows

describe('a result sent by a device', () => {
  it('is stored as a test when acknowledged: person, sample, values, verdict by the model, step', async () => {
    await send({ session: 'S-1', pos: 3 })
    const [test, ...more] = await tests()
    expect(more).toEqual([])
    expect(test).toMatchObject({
      no: expect.stringMatching(/^BT20261121-\d{4}$/),
      subject_id: 's1',
      device_id: device.id,
      region_code: '130100',
      status: 'resulted',
      verdict: 'presumptive',
      score: 0.78,
      model_id: 'bm-voc5-23',
      sample_ts: new Date(clock.ms - 5_000),
      session_no: 'S-1',
      plate_pos: 3,
      etco2: 4.6,
    })
    const { rows } = await network.pool.query(
      'select metric_code, value, ambient_value, unit from mon_breath_value order by 1',
    )
    expect(rows).toEqual([
      { metric_code: 'br_acetone', value: 1184, ambient_value: 212, unit: 'ppb' },
      { metric_code: 'br_isoprene', value: 96, ambient_value: 4, unit: 'ppb' },
    ])
    const steps = await network.pool.query('select status, action from mon_breath_step')
    expect(steps.rows).toEqual([{ status: 'resulted', action: 'result' }])
  })

  it('is stored as one test however often it is sent, even after the message memory is cleared', async () => {
    const again = { id: 'same', ts: clock.ms - 2_000 }
    for (let i = 0; i < 3; i++) await send({}, again)
    await network.pool.query('truncate mon_message_seen')
    await send({}, again)
    expect(await tests()).toHaveLength(1)
  })

  it('with the same id from two devices is stored as two tests', async () => {
    const client2 = await connect(network, other)
    const event = { id: 'both', ts: clock.ms, type: 'breath.result', data: RESULT }
    await publish(client, `dt/${device.clientId}/event`, event)
    await publish(client2, `dt/${other.clientId}/event`, event)
    await client2.endAsync()
    expect(await tests()).toHaveLength(2)
  })

  it.each([
    [{ etco2: 2.4 }, '呼气末 CO₂ 2.4 %vol，低于下限 3'],
    [{ score: 7 }, '指纹得分缺失或超出 0–1'],
    [{ model: 'VOC-5 v9' }, '模型版本未登记'],
    [{ values: 'none' }, '没有可用的测量值'],
  ])('with %j is stored as an invalid sample without verdict or score', async (wrong, reason) => {
    await send(wrong)
    expect(await tests()).toMatchObject([{ status: 'invalid', exit_reason: reason, verdict: null, score: null }])
  })

  it('for an unknown person is stored without a person', async () => {
    await send({ subject: 'B-0000000000' })
    expect(await tests()).toMatchObject([{ subject_id: null, status: 'resulted' }])
  })

  it('for a taken well is stored without a position', async () => {
    await send({ session: 'S-2', pos: 1 })
    clock.ms += 1_000
    await send({ session: 'S-2', pos: 1 })
    expect((await tests()).map(({ plate_pos: place }) => place)).toEqual([1, null])
  })

  it('completes the waiting test, but only on that device', async () => {
    const waiting = (id: string, no: string, deviceId: string) =>
      network.pool.query(
        `insert into mon_breath_test (id, no, subject_id, device_id, region_code, sys_org_code, method, status, sample_ts)
         values ($1, $2, 's1', $3, '130100', 'A01', 'GC-MS', 'analysing', $4)`,
        [id, no, deviceId, new Date(clock.ms - 60_000)],
      )
    await waiting('t1', 'BT20261121-9001', device.id)
    await waiting('t2', 'BT20261121-9002', other.id)
    await send({ no: 'BT20261121-9001', score: 0.1 })
    await send({ no: 'BT20261121-9002', score: 0.1 })
    const rows = await tests()
    expect(rows.find(({ id }) => id === 't1')).toMatchObject({
      status: 'resulted',
      verdict: 'neg',
      version: 1,
      sample_ts: new Date(clock.ms - 60_000),
    })
    expect(rows.find(({ id }) => id === 't2')).toMatchObject({ status: 'analysing', version: 0 })
    expect(rows).toHaveLength(3)
  })

  it('is not acknowledged while tests cannot be written, and arrives afterwards', async () => {
    const lock = await network.pool.connect()
    await lock.query('begin')
    await lock.query('lock table mon_breath_test in access exclusive mode')
    let isAcknowledged = false
    const sendAndNote = async () => {
      await send({})
      isAcknowledged = true
    }
    const sent = sendAndNote()
    await eventually(async () => {
      const { rows } = await network.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows.length).toBeGreaterThan(0)
    })
    expect(isAcknowledged).toBe(false)
    await lock.query('rollback')
    lock.release()
    await sent
    expect(await tests()).toHaveLength(1)
    const { rows } = await network.pool.query('select count(*)::int as n from mon_device_event')
    expect(rows).toEqual([{ n: 1 }])
  })

  it('gets a unique number from every process', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => send({ score: at / 100 })))
    const numbers = (await tests()).map(({ no }) => no)
    expect(new Set(numbers).size).toBe(20)
  })
})
