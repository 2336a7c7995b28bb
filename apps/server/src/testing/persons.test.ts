import { read, utils } from '@e965/xlsx'
import { FRAME_STEP_MS } from '@natim/contract/mon/map'
import { PERMISSION_CODES } from '@natim/contract/permissions'
import { signatureOf } from '@natim/domain/signature'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBreathTest, buildSubject } from '../modules/breath/testing/build-test.ts'
import { PERSON_LINKED, SCORE_EVENT } from '../modules/subject/index.ts'
import { buildWxImage } from '../modules/wx-image/testing/build-wx-image.ts'
import { newId } from '../platform/id.ts'
import { toDateTimeText } from '../platform/wire.ts'
import { buildAlarm } from './build-alarm.ts'
import { type Answer, buildTestApp, type TestApp } from './build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from './build-network.ts'
import { buildRollup, buildSamples } from './build-telemetry.ts'
import { FOR_ALL_MS, forAll } from './for-all.ts'
import { type Call, type CallInput, distinctInputs, everyCall } from './matrix.ts'

/**
 * For a user with every permission except mon:health:view, no call returns a subject code, an exact time or vault data.
 * The secrets are read from the rows themselves, from the tables listed as linked to persons.
 */
const CALLS = await everyCall()
const named = CALLS.map((call) => [call.name, call] as const)
const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'
const PERSON = { personName: '钱矩阵', idCard: '11010119900307999X', personPhone: '13877776666' }

let server: TestApp
let masked: string
let officer: string
let device: BuiltDevice
let worn: BuiltDevice
let bindingId: string
let pictureId: string
let subject: { id: string; subjectCode: string }
let test: { id: string; no: string }
let secrets: readonly string[]
let signs: readonly string[]
let blobMs = 0
let stationId: string
const sampled: Date[] = []

const planted = new Set<number>()
const plant = (ms: number) => {
  planted.add(ms)
  return new Date(ms)
}
/** Unique instants: one in the past for each column, at a time of day other than now. */
let instants = 0
const STARTED_MS = Date.now() + HOUR_MS
const instant = () => plant(Date.UTC(2026, 2, 4) + (STARTED_MS % DAY_MS) + (instants += 1) * 5_431_000)

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('officer', { roles: ['health_officer'] })
  await server.addUser('admin', { roles: ['admin'] })
  officer = await server.signIn('officer')
  masked = await signInWithout('mon:health:view', 'mon:wx:original')
  const station = await buildStation(server.db, { regionCode: '130100' })
  stationId = station.id
  device = await buildDevice(server.db, {
    kind: 'breath',
    metrics: ['feno'],
    regionCode: '130100',
    stationId: station.id,
    status: 'online',
  })
  await seedPersons()
  // For the cards of home page and map: an alarm on a personal device, and another device offline.
  await buildAlarm(server.db, { deviceId: worn.id, stationId, severity: 2, regionCode: '130100' })
  await buildDevice(server.db, { kind: 'gas', regionCode: '130100', status: 'offline' })
  await seedSamples()
  secrets = await secretsOf()
  signs = signsOf(secrets)
})
afterAll(() => server.close())

async function signInWithout(...missing: readonly string[]): Promise<string> {
  const roleId = newId()
  await server.db.insertInto('sysRole').values({ id: roleId, roleCode: 'masked', roleName: 'masked' }).execute()
  const rights = await server.db
    .selectFrom('sysPermission')
    .select('id')
    .where('perms', 'in', [...PERMISSION_CODES])
    .where('perms', 'not in', [...missing])
    .execute()
  await server.db
    .insertInto('sysRolePermission')
    .values(rights.map(({ id }) => ({ roleId, permissionId: id })))
    .execute()
  await server.addUser('masked', { roles: ['masked'] })
  return server.signIn('masked')
}

/** At least one row in each listed table, with every instant set. */
async function seedPersons(): Promise<void> {
  const { db } = server
  const form = { ageBand: '40-59', sex: 'male', consentId: 'C', consentScope: ['screening'], regionCode: '130100' }
  const added = await post(officer, '/mon/subject/add', { ...form, identity: PERSON })
  subject = added.result
  await db.updateTable('monSubject').set({ createTime: instant() }).where('id', '=', subject.id).execute()
  const sampleTs = instant()
  blobMs = sampleTs.getTime()
  test = await buildBreathTest(db, {
    deviceId: device.id,
    subjectId: subject.id,
    stationId,
    sampleTs,
    createTime: instant(),
    analyseTs: instant(),
    resultTs: instant(),
    confirmTs: instant(),
    confirmResult: 'positive',
    sessionNo: 'S-1',
    platePos: 1,
  })
  const doer = { testId: test.id, userId: 'x', userName: 'x' }
  await db
    .insertInto('monBreathStep')
    .values({ ...doer, status: 'resulted', action: 'result', at: instant() })
    .execute()
  await db
    .insertInto('monBreathVerdict')
    .values({ ...doer, newVerdict: 'presumptive', reason: 'x', at: instant() })
    .execute()
  await tellByDevice(sampleTs)
  await leaveTraces()
  await seedWearers()
  await seedPicture()
}

/** A wearer with the newest window, an earlier binding and a nurse's measurement; and one who took the device off. */
async function seedWearers(): Promise<void> {
  const { db } = server
  worn = await buildDevice(db, { kind: 'wearable', metrics: ['hr'], regionCode: '130100', status: 'online' })
  const idle = await buildDevice(db, { kind: 'wearable', regionCode: '130100', status: 'online' })
  await db.updateTable('monDeviceState').set({ lastSampleTs: new Date() }).execute()
  const other = await buildSubject(db)
  bindingId = newId()
  const idleId = newId()
  const place = { site: 'wrist', unit: '发热病区', regionCode: '130100', sysOrgCode: 'A01' }
  const bindings = [
    { id: newId(), deviceId: worn.id, subjectId: subject.id, boundFrom: instant(), boundTo: instant() },
    { id: bindingId, deviceId: worn.id, subjectId: subject.id, boundFrom: instant() },
    { id: idleId, deviceId: idle.id, subjectId: other.id, boundFrom: instant() },
  ]
  for (const binding of bindings)
    await db
      .insertInto('monWearableBinding')
      .values({ ...binding, ...place, createTime: instant(), updateTime: instant() })
      .execute()
  // In the future, so that it stays the newest during the calls.
  const newest = plant(STARTED_MS + 40 * DAY_MS)
  const scored = { hr: 118, hrN: 5, spo2Scale: 1, points: [2, 2, 0, 0, 2, 0, 1], total: 7, excluded: false }
  for (const window of [
    { subjectId: subject.id, bindingId, ts: newest },
    { subjectId: other.id, bindingId: idleId, ts: plant(Date.now() - 3 * HOUR_MS) },
  ])
    await db
      .insertInto('monVitalWindow')
      .values({ ...window, ...scored, severity: 2 })
      .execute()
  const measured = { sbp: 104, dbp: 62, onOxygen: false, consciousness: 'A', spo2Scale: 1, madeBy: 'x', madeName: 'x' }
  await db
    .insertInto('monVitalEntry')
    .values({ id: newId(), subjectId: subject.id, ts: plant(Date.now() - 2 * HOUR_MS), madeAt: instant(), ...measured })
    .execute()
  const told = { deviceId: worn.deviceNo, ts: newest, rx: newest, key: Buffer.from('n'), q: 0 }
  await db
    .insertInto('monDeviceEvent')
    .values({ ...told, kind: 'event', type: SCORE_EVENT, level: 2, data: JSON.stringify({ score: 7 }) })
    .execute()
}

/** A picture sent to the public account, with texts and places that reveal a home. */
async function seedPicture(): Promise<void> {
  const { db } = server
  const words = '三号楼王某家门口有味道'
  const openidHash = 'f00dfeedf00dfeedf00dfeedf00dfeed'
  const message = { msgId: 'secret-1', kind: 'text', openidHash, text: words, lng: 114.512931, lat: 38.041733 }
  await db
    .insertInto('monWxMessage')
    .values({ ...message, receivedAt: instant() })
    .execute()
  const picture = await buildWxImage(db, {
    openidHash,
    text: words,
    category: 'odour',
    risk: 0.5,
    band0: 1,
    band1: 2,
    band2: 3,
    band3: 4,
    receivedAt: instant(),
    takenAt: instant(),
    shotAt: instant(),
    createTime: instant(),
    updateTime: instant(),
    exifLng: 114.512877,
    exifLat: 38.041766,
    wxLng: 114.512931,
    wxLat: 38.041733,
    locSource: 'manual',
    lng: 114.512345,
    lat: 38.041234,
  })
  pictureId = picture.id
}

/** Samples of both devices, of a person at a time. The newest sample of each and its minute are secrets. */
async function seedSamples(): Promise<void> {
  for (const [index, { deviceNo, channelNos }] of [device, worn].entries()) {
    const at = { deviceNo, channelNo: channelNos[0] ?? 0 }
    // Avoids the instants of frames, which follow the clock and are not secret.
    const frameMs = Math.floor(Date.now() / FRAME_STEP_MS) * FRAME_STEP_MS
    const minute = plant(frameMs - 4 * FRAME_STEP_MS + (3 + 4 * index) * MINUTE_MS)
    const ts = plant(minute.getTime() - 7_333)
    await buildSamples(server.db, at, [[ts.getTime(), 21]])
    await buildRollup(server.db, 'monR1m', at, { endMs: minute.getTime(), v: 21, n: 1 })
    sampled.push(ts, minute)
  }
  server.bus.publish('registers', {})
}

/** Device data: the event, the blob, a rule for such events. */
async function tellByDevice(sampleTs: Date): Promise<void> {
  const { db } = server
  const told = { deviceId: device.deviceNo, ts: sampleTs, rx: sampleTs, key: Buffer.from('k'), q: 0 }
  const data = JSON.stringify({ subject: subject.subjectCode, score: 0.78 })
  await db
    .insertInto('monDeviceEvent')
    .values({ ...told, kind: 'event', type: 'breath.result', data })
    .execute()
  await db
    .insertInto('monBlobSample')
    .values({ ...told, channelNo: 0, kind: 'chromatogram', meta: data, content: Buffer.from(subject.subjectCode) })
    .execute()
}

/** Journal, access log and requests, as left by an officer with all permissions. */
async function leaveTraces(): Promise<void> {
  const other = await buildSubject(server.db)
  await server.call('GET', `/mon/breath/test/list?open=true&subjectCode=${subject.subjectCode}`, { token: officer })
  await server.call('GET', `/mon/subject/code?id=${subject.id}`, { token: officer })
  await server.call('POST', '/mon/breath/test/exportXls', {
    token: officer,
    body: { open: 'true', subjectCode: subject.subjectCode },
  })
  const form = { subjectCode: other.subjectCode, deviceId: device.id, method: 'GC-MS' }
  await post(officer, '/mon/breath/test/add', form)
  await post(officer, '/mon/breath/test/review', { id: test.id, version: 0, note: '' })
  const { result } = await post(officer, '/mon/reid/request', { subjectId: subject.id, reason: '流调', caseNo: 'C-1' })
  await post(masked, '/mon/reid/approve', { id: result.id, isApproved: true })
  await post(officer, '/mon/reid/view', { id: result.id })
}

/** Number of access log lines of a user. */
const linesOf = async (username: string): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>(
    `select count(*)::int as n from mon_health_access as line join sys_user as reader on reader.id = line.user_id
     where reader.username = $1`,
    [username],
  )
  return rows[0]?.n ?? 0
}

const post = async (token: string, path: string, body: object) =>
  (await server.call('POST', path, { token, body })).body

/** All spellings of the secrets: codes, and instants as numbers and texts, to the second. */
async function secretsOf(): Promise<string[]> {
  const found: string[] = [...Object.values(PERSON), ...sampled.flatMap(textsOf)]
  for (const { table, codes, instants: times } of PERSON_LINKED) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(server.db)
    expect(rows.length, `${table} has rows to keep secret`).toBeGreaterThan(0)
    for (const row of rows) {
      for (const code of codes) found.push(String(row[camel(code)]))
      for (const time of times) if (row[camel(time)] instanceof Date) found.push(...textsOf(row[camel(time)] as Date))
    }
  }
  return found
}

/**
 * The minimal secrets, which contain no other, such as the time of an instant without its day: if none occurs, no
 * secret does.
 */
function signsOf(all: readonly string[]): string[] {
  const texts = [...new Set(all)]
  return texts.filter((text) => !texts.some((part) => part !== text && text.includes(part)))
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Empty for instants just created: many other lines share their second. */
function textsOf(at: Date): string[] {
  if (!planted.has(at.getTime())) return []
  const local = toDateTimeText(at)
  return [String(at.getTime()), local, local.replace(' ', 'T'), at.toISOString().slice(0, 19), local.slice(11)]
}

function textOf({ raw, headers }: Answer): string {
  const type = String(headers['content-type'] ?? '')
  if (!type.includes('spreadsheet')) return raw.toString('utf8')
  const book = read(raw)
  return book.SheetNames.map((name) => utils.sheet_to_csv(book.Sheets[name] ?? {})).join('\n')
}

const leaksOf = (answer: Answer): string[] => {
  const text = textOf(answer)
  return signs.some((sign) => text.includes(sign)) ? secrets.filter((secret) => text.includes(secret)) : []
}

/** Inputs of somebody searching for a person: ids of existing rows, names, words and tables. */
function inputsFor({ method, endpoint }: Call): (CallInput & { readonly param: string })[] {
  const ids = {
    id: test.id,
    ids: test.id,
    dataId: test.id,
    subjectId: subject.id,
    testId: test.id,
    selections: test.id,
  }
  const near = { from: '1772503200000', to: '1793503200000', pageSize: '200', sessionNo: 'S-1', days: '90' }
  const onMap = { bbox: '73,3,136,54', zoom: '8', region: '13' }
  const queries: Record<string, string>[] = [
    {},
    { ...ids, ...near },
    { ...ids, id: subject.id, deviceId: device.id, open: 'true' },
    { ...ids, ...near, id: bindingId, deviceId: worn.id, layer: 'status', ...onMap },
    { ...near, id: pictureId, tab: 'all', open: 'true', layer: 'aqi', ...onMap },
    { ...near, id: pictureId, tab: 'all', text: '王某', layer: 'atl', ...onMap },
    {
      ...near,
      tableName: 'mon_subject',
      fieldName: 'subject_code',
      fieldVal: subject.subjectCode,
      dataTable: 'mon_breath_test',
    },
    { ...near, ...samplesOf(), agg: 'raw', layer: 'dose', ...onMap },
    {
      ...samplesOf(),
      agg: '1m',
      span: '24h',
      hours: '24',
      stationId,
      day: today(),
      month: today().slice(0, 7),
    },
    {
      keyword: subject.subjectCode.slice(0, 8),
      q: subject.subjectCode.slice(0, 8),
      column: 'subjectCode',
      order: 'asc',
    },
  ]
  const inputs = queries.flatMap((query) =>
    (endpoint.path.includes(':') ? [device.id, worn.id, test.id] : [test.id]).map((param) => ({
      query,
      param,
      ...(method !== 'GET' && { body: bodyOf(query) }),
    })),
  )
  return distinctInputs(endpoint, inputs)
}

/** The channels of both devices over the last day. */
function samplesOf(): Record<string, string> {
  const channelNos = [...device.channelNos, ...worn.channelNos]
  const list = channelNos.join(',')
  const now = Date.now()
  return {
    channels: list,
    channelNos: list,
    channelNo: String(channelNos[0]),
    deviceId: worn.id,
    from: String(now - DAY_MS),
    to: String(now),
    maxPoints: '1500',
    kind: 'wearable',
    words: '心率',
  }
}
const today = () => toDateTimeText(new Date()).slice(0, 10)

/** Numbers and lists in the types that bodies use. */
const bodyOf = (query: Record<string, string>) => ({
  ...query,
  ...('channels' in query && {
    channels: query.channels?.split(',').map(Number),
    channelNos: query.channelNos?.split(',').map(Number),
    channelNo: Number(query.channelNo),
    from: Number(query.from),
    to: Number(query.to),
    format: 'csv',
  }),
})

function send(ask: TestApp['call'], { method, endpoint }: Call, input: ReturnType<typeof inputsFor>[number]) {
  const path = endpoint.path.replace(/:\w+/g, encodeURIComponent(input.param))
  const signature = signatureOf({ url: path, parameters: input.query }, SECRET)
  return ask(method, `${path}?${new URLSearchParams(input.query)}`, {
    token: masked,
    ...(input.body !== undefined && { body: input.body }),
    headers: { 'x-sign': signature, 'x-timestamp': String(Date.now()) },
  })
}

describe('persons, without mon:health:view', () => {
  it('appear in no response of any call, including files and sheets', { timeout: FOR_ALL_MS }, async () => {
    const leaks: string[] = []
    await forAll(
      server,
      // They end the calling session.
      named.filter(([name]) => !name.includes('logout') && !name.includes('forceLogout')),
      async (call, ask) => {
        for (const input of inputsFor(call)) {
          const answer = await send(ask, call, input)
          for (const secret of leaksOf(answer)) leaks.push(`${call.name} ${JSON.stringify(input.query)}: ${secret}`)
        }
      },
    )
    expect(leaks).toEqual([])
  })

  it.each([
    ['a test', () => `/mon/breath/test/queryById?id=${test.id}`, 3],
    ['the board', () => '/mon/wearable/board?', 1],
    ['a wearer', () => `/mon/wearable/wearer?id=${bindingId}`, 5],
    ['what is not worn', () => '/mon/wearable/hygiene?', 0],
  ])('[BZ-24] appear with the permission in the same queries, each logged: %s', async (_name, path, few) => {
    const [open, none] = [await linesOf('officer'), await linesOf('masked')]
    const seen = await server.call('GET', `${path()}&open=true`, { token: officer })
    // Proves that the query could leak.
    expect(leaksOf(seen).length).toBeGreaterThan(few)
    const closed = await server.call('GET', `${path()}&open=true`, { token: masked })
    expect([closed.status, closed.body.message]).toEqual([403, '没有查看受试者码与确切时间的权限'])
    const own = await server.call('GET', path(), { token: masked })
    expect(own.body.success).toBe(true)
    expect(leaksOf(own)).toEqual([])
    expect([await linesOf('officer'), await linesOf('masked')]).toEqual([open + 1, none])
  })

  it.each([
    ['the newest events', () => '/mon/home/events?region=13', true],
    ['the passes of today', () => '/mon/home/passes?region=13', false],
    ['areas with what is offline', () => '/mon/map/worst?layer=status&region=13', true],
    ['the share online', () => '/mon/map/trend?layer=status&region=13', true],
    ['stations by their index', () => '/mon/map/worst?layer=aqi&limit=50', false],
    ['a dose over a day', () => '/mon/map/trend?layer=dose', true],
  ])('appear in no card of home page and map: %s', async (_name, path, hasRows) => {
    const { body, ...answer } = await server.call('GET', path(), { token: masked })
    const { rows = body.result, points = rows } = body.result
    expect([body.success, points.length > 0, leaksOf({ body, ...answer })]).toEqual([true, hasRows, []])
  })

  it('[BZ-24] senders of pictures appear with mon:wx:original, with each query logged', async () => {
    const admin = await server.signIn('admin')
    for (const path of [`get?id=${pictureId}&`, 'list?tab=all&', 'points?tab=all&']) {
      const open = await server.call('GET', `/mon/wx/image/${path}open=true`, { token: admin })
      expect([path, leaksOf(open).length > 0]).toEqual([path, true])
      const closed = await server.call('GET', `/mon/wx/image/${path}open=true`, { token: masked })
      expect([closed.status, closed.body.message]).toEqual([403, '没有查看原图与确切位置的权限'])
      const own = await server.call('GET', `/mon/wx/image/${path}`, { token: masked })
      expect([path, own.body.success, leaksOf(own)]).toEqual([path, true, []])
    }
    const lines = await server.db
      .selectFrom('monHealthAccess')
      .select('object')
      .where('object', 'like', 'wx_image%')
      .execute()
    expect(lines).toHaveLength(3)
  })

  it('appear in no log line, version or removed row that could be read later', async () => {
    for (const table of [
      'sys_log',
      'sys_data_log',
      'sys_removed_row',
      'sys_file',
      'mon_alarm',
      'mon_alarm_log',
      'mon_health_access',
    ]) {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(t::text, ' ') as text from ${sql.table(table)} as t`.execute(server.db)
      const text = rows[0]?.text ?? ''
      expect([table, secrets.filter((secret) => text.includes(secret))]).toEqual([table, []])
    }
  })

  it('appear in no device blob, even with its key, and in no event list', async () => {
    const place = { kind: 'chromatogram', channelNo: '0', tsMs: String(blobMs), key: Buffer.from('k').toString('hex') }
    for (const token of [masked, officer]) {
      const blob = await server.call('GET', `/mon/device/${device.id}/blob?${new URLSearchParams(place)}`, { token })
      expect([blob.status, blob.body.success]).toEqual([200, false])
      for (const { id } of [device, worn]) {
        const { body } = await server.call('GET', `/mon/device/${id}/events`, { token })
        expect(body.result).toEqual([])
      }
    }
  })

  it('are unreachable for online reports: no view uses them, and their role may not read these tables', async () => {
    const tables = [
      ...PERSON_LINKED.map(({ table }) => table),
      'mon_breath_value',
      'mon_reid_request',
      'mon_health_access',
    ]
    const { rows } = await sql<{ view: string }>`
      select distinct view_table::text as view from (
        select view_schema || '.' || view_name as view_table, table_name from information_schema.view_table_usage
        where view_schema = 'report') as used
      where table_name = any(${tables}::text[])`.execute(server.db)
    expect(rows).toEqual([])
    for (const name of ['mon_subject', 'mon_breath_test', 'mon_vault.identity']) {
      const body = { sql: `select * from ${name}`, cgrSql: `select * from ${name}` }
      const answer = await server.call('POST', '/online/cgreport/head/parseSql', { token: masked, body })
      expect(leaksOf(answer)).toEqual([])
    }
  })
})

describe('the list of tables linked to persons', () => {
  /** Requesters and readers: these tables refer to persons by id only. */
  const BY_ID_ALONE = ['mon_reid_request', 'mon_health_access']

  it("contains every table that refers to a person or a person's test", async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name::text as name from information_schema.columns
      where table_schema = 'public' and table_name like 'mon%'
        and column_name in ('subject_id', 'subject_ids', 'subject_code')`.execute(server.db)
    const listed: readonly string[] = PERSON_LINKED.map(({ table }) => table)
    expect(
      rows.map(({ name }) => name).filter((name) => !listed.includes(name) && !BY_ID_ALONE.includes(name)),
    ).toEqual([])
  })

  it('contains every instant of its tables, except those of decisions', async () => {
    const DECISIONS = ['sample_hour', 'reviewed_at', 'released_at']
    for (const { table, instants: listed } of PERSON_LINKED) {
      const { rows } = await sql<{ name: string }>`
        select column_name::text as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and data_type like 'timestamp%'`.execute(server.db)
      const known: readonly string[] = [...listed, ...DECISIONS]
      expect([table, rows.map(({ name }) => name).filter((name) => !known.includes(name))]).toEqual([table, []])
    }
  })
})
