import { exampleOf } from '@natim/contract/doc/example'
import { jsonSchemaOf } from '@natim/contract/doc/json-schema'
import { signatureOf } from '@natim/domain/signature'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBreathTest, buildSubject } from '../modules/breath/testing/build-test.ts'
import { takeNbcEvents } from '../modules/nbc/take-events.ts'
import { tellEvent } from '../modules/nbc/testing/tell.ts'
import { satForm } from '../modules/sat/testing/sat-form.ts'
import { buildWxImage } from '../modules/wx-image/testing/build-wx-image.ts'
import { productForm } from '../modules/wx-product/testing/product-form.ts'
import { createManualClock } from '../platform/clock.ts'
import { refusalInView } from '../platform/http/view-rules.ts'
import { buildAlarm } from './build-alarm.ts'
import { buildTestApp, type TestApp } from './build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from './build-network.ts'
import { FOR_ALL_MS, forAll } from './for-all.ts'
import { bindRule, lookAs } from './look-as.ts'
import { type Call, everyCall } from './matrix.ts'
import { prepareSamples, RESOURCES } from './resource-samples.ts'

/**
 * Calls allowed in a view (ADR 0027) are watched in the database: a statement trigger on every table records writers,
 * even without affected rows. Detects a GET that changes something without being marked so in the contract.
 */
const GUARDED = (await everyCall()).filter(({ endpoint }) => endpoint.access !== 'public')
const READABLE = GUARDED.filter(({ method, endpoint }) => refusalInView(endpoint, method) === undefined)
const CHANGING = GUARDED.filter(({ method, endpoint }) => refusalInView(endpoint, method) !== undefined)
const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'
const EXAMPLE_ID = '1990000000000000001'

/** A stopped clock: sessions are touched once a minute, and a slow machine takes longer than that. */
const clock = createManualClock(Date.now())
let server: TestApp
let admin: string
let token: string
let station: { id: string }
let device: BuiltDevice
let noticeId: string
let bossId: string
let keeperId: string
let SAMPLES: Awaited<ReturnType<typeof samples>>

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await prepareSamples(server.db)
  keeperId = await server.addUser('keeper', { roles: ['admin'] })
  bossId = await server.addUser('boss', { roles: ['admin'] })
  admin = await server.signIn('keeper')
  station = await buildStation(server.db)
  device = await buildDevice(server.db, { stationId: station.id, status: 'online' })
  await buildAlarm(server.db, { deviceId: device.id })
  for (const { base, form } of RESOURCES) await post(`${base}/add`, form(1))
  const notice = { titile: '通知', msgContent: '请查收', msgType: 'ALL', msgCategory: '1', priority: 'M' }
  noticeId = (await post('/sys/annountCement/add', notice)).id
  await bindRule(server, 'r-analyst', 'm-station-list', '站')
  await post('/sys/tenant/add', { id: 9, name: '九号', status: 1 })
  SAMPLES = await samples()
  token = (await lookAs(server, admin, { kind: 'user', id: bossId })).token
  await watchTables()
})
afterAll(() => server.close())

async function post(path: string, body: object) {
  const answer = await server.call('POST', path, { token: admin, body })
  expect(answer.body, path).toMatchObject({ success: true })
  return answer.body.result
}

/** Records every writing statement on every table, except the record itself. */
async function watchTables(): Promise<void> {
  await sql`create table written (at bigint generated always as identity, place text not null)`.execute(server.db)
  await sql`create function note_writing() returns trigger language plpgsql security definer as $$
    begin
      insert into public.written (place) values (tg_op || ' ' || tg_table_name);
      return null;
    end $$`.execute(server.db)
  await sql`do $$
    declare place regclass;
    begin
      for place in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'written'
      loop
        execute format('create trigger note_writing after insert or update or delete on %s
          for each statement execute function note_writing()', place);
      end loop;
    end $$`.execute(server.db)
}

async function takeWritten(): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    with taken as (delete from written returning *) select place from taken order by at`.execute(server.db)
  return rows.map(({ place }) => place)
}

/** A breath test, a wearer, a satellite task, a picture and a product, for the calls about one. */
async function buildSubjects() {
  const { subjectCode } = await buildSubject(server.db)
  const wearable = await buildDevice(server.db, { kind: 'wearable', stationId: station.id, status: 'online' })
  server.bus.publish('registers', {})
  const worn = { clientId: wearable.clientId, subjectCode, site: 'wrist', unit: '留观 A 区' }
  const window = { from: clock.now() + 3_600_000, to: clock.now() + 90_000_000 }
  const { area, sensorType, satelliteIds, offNadirMax } = satForm(window)
  return {
    breath: { id: (await buildBreathTest(server.db, { deviceId: device.id })).id },
    wearer: { id: (await post('/mon/wearable/bind', worn)).id },
    task: { id: (await post('/mon/sat/task/add', satForm(window))).id },
    wxProduct: { id: (await post('/mon/wx/product/add', productForm())).id },
    passes: { ...window, area, sensorType, satelliteIds, offNadirMax },
    picture: await buildWxImage(server.db),
    incident: await post('/mon/incident/add', {
      ids: await buildAlarm(server.db),
      title: '氯气泄漏',
      type: 'chem',
      level: 2,
    }),
  }
}

/** Lists to take ids from: a call's own list, unless given here. */
const LISTS: Readonly<Record<string, string>> = {
  category: '/sys/category/rootList',
  message: '/sys/message/sysMessage/list',
  sysMessageTemplate: '/sys/message/sysMessageTemplate/list',
  cgreport: '/online/cgreport/head/list',
}
async function idFor(path: string): Promise<string> {
  if (path.startsWith('/mon/device/')) return device.id
  if (path.startsWith('/mon/nbc/'))
    return firstOf(path.includes('/event/') ? '/mon/nbc/event/list' : '/mon/nbc/equipment/list')
  const parts = path.split('/')
  const own = LISTS[parts[3] ?? ''] ?? LISTS[parts[2] ?? '']
  return firstOf(own ?? `${parts.slice(0, 3).join('/')}/list?pageSize=1&dictId=dict-sex`)
}

async function firstOf(list: string): Promise<string> {
  const known = IDS.get(list)
  if (known !== undefined) return known
  const { body } = await server.call('GET', list, { token: admin })
  const rows = body?.result?.records ?? body?.result ?? []
  const id = String(rows[0]?.id ?? EXAMPLE_ID)
  IDS.set(list, id)
  return id
}
const IDS = new Map<string, string>()

type Sample = Readonly<Record<string, unknown>>

/** Input that an example made from the schema cannot provide. */
async function samples(): Promise<Readonly<Record<string, Sample>>> {
  const first = async (path: string) => (await server.call('GET', path, { token: admin })).body.result.records[0]
  const depart = (await server.call('GET', '/sys/sysDepart/queryTreeList', { token: admin })).body.result[0]
  const category = await first('/sys/category/rootList')
  const message = await first('/sys/message/sysMessage/list')
  const template = await first('/sys/message/sysMessageTemplate/list')
  const rule = await first('/sys/checkRule/list')
  const role = await server.call('POST', '/sys/sysDepartRole/add', {
    token: admin,
    body: { departId: depart.id, roleName: '班长', roleCode: 'leader' },
  })
  const ofDepart = { departId: depart.id, deptId: depart.id, userId: bossId, permissionId: 'm-station-list' }
  const ofRole = { ...ofDepart, roleId: role.body.result.id }
  const inDepart = '/sys/sysDepartPermission/'
  const dict = { dict: 'sex', code: 'sex' }
  const code = { pcode: category.code, condition: '', pid: '' }
  const subject = { kind: 'user', id: bossId }
  const shifts = [{ name: '早', startMin: 480, lengthMin: 480 }]
  const form = { name: '值班组', level: 'national', sysOrgCode: 'A01', regionCode: '', shifts }
  const history = { from: '1700000000000', to: '1700003600000', channels: String(device.channelNos[0]) }
  const kinds = ['rad', 'chem', 'bio'] as const
  const [rad, chem, bio] = (await Promise.all(
    kinds.map((kind) => buildDevice(server.db, { kind, stationId: station.id })),
  )) as [BuiltDevice, BuiltDevice, BuiltDevice]
  server.bus.publish('registers', {})
  await tellEvent(server.db, chem, { type: 'nbc.chem', tsMs: clock.now() - 60_000 })
  await takeNbcEvents(server.db, clock.now())
  const { breath, wearer, task, passes, picture, wxProduct, incident } = await buildSubjects()
  const report = { id: (await post('/mon/report/run', { defId: 'rd-air-day' })).id }
  const ofTeam = { teamId: (await post('/mon/duty/saveTeam', form)).id }
  const { dataTable, dataId } = await server.db.selectFrom('sysDataLog').selectAll().executeTakeFirstOrThrow()
  return {
    '/mon/report/run': report,
    '/sys/category/loadTreeRoot': code,
    '/mon/home/areas': { metric: 'pm25' },
    // The schema's example is in µg/m³, which does not fit every metric.
    '/mon/rule/match': { scope: { metricCodes: ['pm25'] } },
    ...Object.fromEntries(
      ['rad', 'dose', 'spectrum', 'export'].map((call) => [`/mon/nbc/${call}`, { ...history, deviceId: rad.id }]),
    ),
    '/mon/breath/test/queryById': breath,
    '/mon/breath/test/chromatogram': breath,
    '/mon/wearable/wearer': wearer,
    '/mon/wearable/timeline': wearer,
    '/mon/wearable/exposure': wearer,
    '/mon/sat/task/get': task,
    '/mon/wx/image/get': picture,
    '/mon/incident/queryById': { id: incident.id },
    '/mon/wx/product/get': wxProduct,
    '/mon/sat/passes': passes,
    '/mon/nbc/chem': { ...history, deviceId: chem.id },
    '/mon/nbc/bio': { ...history, deviceId: bio.id },
    '/mon/wall/series': { ...history, clientId: device.clientId },
    '/mon/wall/alarms': history,
    '/sys/category/loadOne': { field: 'id', val: category.id },
    '/sys/category/loadTreeData': code,
    '/sys/category/loadAllData': { code: category.code },
    '/sys/category/childList': { parentId: category.id, pid: category.id, condition: '' },
    '/sys/duplicate/check': { tableName: 'sys_role', fieldName: 'role_code', fieldVal: 'x', dataId: '' },
    '/sys/checkRule/checkByCode': { ruleCode: rule.ruleCode, value: 'GD' },
    '/sys/sysDepart/searchBy': { keyWord: depart.departName },
    '/sys/permission/queryDepartPermission': ofDepart,
    [`${inDepart}datarule/:permissionId/:departId`]: ofDepart,
    '/sys/sysDepartRole/list': ofDepart,
    '/sys/sysDepartRole/getDeptRoleList': ofDepart,
    '/sys/sysDepartRole/getDeptRoleByUserId': ofDepart,
    [`${inDepart}queryTreeListForDeptRole`]: ofDepart,
    [`${inDepart}queryDeptRolePermission`]: ofRole,
    '/sys/sysDepartRole/datarule/:permissionId/:departId/:roleId': ofRole,
    '/sys/dict/loadDict/:dict': dict,
    '/sys/dict/loadDictOrderByValue/:dict': dict,
    '/sys/dict/loadDictItem/:dict': dict,
    '/sys/dict/getDictItems/:code': dict,
    '/sys/dict/loadTreeData': {
      tableName: 'sys_category',
      text: 'name',
      code: 'id',
      pidField: 'pid',
      pid: '0',
      hasChildField: '',
      condition: '',
    },
    '/sys/fillRule/testFillRule': { ruleCode: (await first('/sys/fillRule/list')).ruleCode },
    '/sys/dataLog/queryDataVerList': { dataTable, dataId },
    '/sys/message/sysMessage/history': { id: message.id },
    '/sys/message/sysMessage/queryById': { id: message.id },
    '/sys/message/sysMessageTemplate/history': { id: template.id },
    '/sys/message/sysMessageTemplate/queryById': { id: template.id },
    '/sys/annountCement/history': { id: noticeId },
    '/online/cgreport/api/getRpColumns/:code': { code: (await first('/online/cgreport/head/list')).code },
    '/sys/role/datarule/:permissionId/:roleId': { ...ofRole, roleId: 'r-analyst' },
    '/sys/rights/view': subject,
    '/sys/rights/explain': { ...subject, code: 'mon:ts:view' },
    '/sys/tenant/queryById': { id: '9' },
    '/sys/sysUserAgent/queryByUserName': { userName: 'boss', username: 'boss' },
    '/sys/dict/getDictText/:dictCode/:key': { dictCode: 'sex', key: '1' },
    '/actuator/metrics/:name': { name: 'process.uptime' },
    '/mon/aqi/calendar': { place: 'station', id: station.id },
    '/mon/aqi/revisions': { place: 'station', id: station.id },
    '/mon/duty/candidates': ofTeam,
    '/mon/duty/handover': ofTeam,
    '/mon/home/station/:id': { id: station.id },
    '/mon/review/day': { stationId: station.id },
    '/mon/review/capture': { stationId: station.id },
    '/mon/ts/markEffect': { from: clock.now() - 60_000, to: clock.now(), channelNos: [device.channelNos[0]] },
    ...Object.fromEntries(
      ['query', 'alarms', 'exceedances', 'nearest', 'note/list'].map((call) => [`/mon/ts/${call}`, history]),
    ),
  }
}

const exampleFor = (schema: Call['endpoint']['query']): Record<string, unknown> =>
  schema === undefined ? {} : (exampleOf(jsonSchemaOf(schema)) as Record<string, unknown>)

/** Sends calls with a valid example, built from existing rows. */
async function send(ask: TestApp['call'], { method, endpoint }: Call, as: string) {
  const id = await idFor(endpoint.path)
  const sample = SAMPLES[endpoint.path] ?? {}
  const fit = (schema: Call['endpoint']['query']) => {
    const example = JSON.parse(JSON.stringify(exampleFor(schema)).replaceAll(EXAMPLE_ID, id)) as Sample | null
    return Object.fromEntries(Object.entries(example ?? {}).map(([key, value]) => [key, sample[key] ?? value]))
  }
  const query = Object.fromEntries(Object.entries(fit(endpoint.query)).map(([key, value]) => [key, String(value)]))
  const params = fit(endpoint.params)
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  await takeWritten()
  return ask(method, `${path}?${new URLSearchParams(query)}`, {
    token: as,
    ...(method !== 'GET' && { body: fit(endpoint.body) }),
    headers: {
      'x-sign': signatureOf({ url: decodeURIComponent(path), parameters: query }, SECRET),
      'x-timestamp': String(clock.now()),
    },
  })
}

/** Sequential: writes can be attributed to a call by their time only. */
const oneByOne = (calls: readonly Call[], check: (call: Call, ask: TestApp['call']) => Promise<void>) =>
  forAll(
    server,
    calls.map((call) => [call.name, call] as const),
    check,
    { atOnce: 1 },
  )

/**
 * Calls answered for missing rows, which reads them all the same: one implementation serves the jobs of all imports;
 * files are sent otherwise.
 */
const ANSWERED_OTHERWISE =
  /\/import\/(job|rows)$|dataLog\/query\w+List$|annountCement\/history$|sysDepartRole\/datarule|queryByUserName$|home\/station\/:id$|rule\/simulation$|area\/shape$/

/** Reads of personal data are logged too, under the viewer. */
const LOGS: ReadonlySet<string> = new Set(['INSERT sys_log', 'INSERT mon_health_access'])

/** The newest lines of the log. */
const newest = (count: number) =>
  count === 0
    ? []
    : server.db.selectFrom('sysLog').select(['username', 'logType']).orderBy('id', 'desc').limit(count).execute()

it('a read in a view writes nothing but log lines of the viewer', { timeout: FOR_ALL_MS }, () =>
  oneByOne(READABLE, async (call, ask) => {
    const { status, body } = await send(ask, call, token)
    const written = await takeWritten()
    expect(written.filter((place) => !LOGS.has(place))).toEqual([])
    const lines = await newest(written.filter((place) => place === 'INSERT sys_log').length)
    expect(lines.filter(({ username, logType }) => username !== 'keeper' || logType === 3)).toEqual([])
    // A call refused early would prove nothing.
    const isAnswered = body?.success === true || (call.endpoint.wire === 'bare' && status === 200)
    expect(isAnswered || ANSWERED_OTHERWISE.test(call.endpoint.path), body?.message).toBe(true)
  }),
)

it('reads of personal data are logged under the viewer', async () => {
  const lines = await server.db.selectFrom('monHealthAccess').select('userId').distinct().execute()
  expect(lines).toEqual([{ userId: keeperId }])
})

it('all other calls are refused and write nothing but a log line', { timeout: FOR_ALL_MS }, () =>
  oneByOne(CHANGING, async (call, ask) => {
    expect((await send(ask, call, token)).status).toBe(403)
    expect(await takeWritten()).toEqual(['INSERT sys_log'])
  }),
)

it('the watch detects changes by a GET', async () => {
  const call = CHANGING.find(({ name }) => name === 'GET /sys/quartzJob/pause')
  if (call === undefined) throw new Error('no such call')
  expect((await send(server.call, call, admin)).body).toMatchObject({ success: true })
  expect(await takeWritten()).toContain('UPDATE sys_quartz_job')
})
