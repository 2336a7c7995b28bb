import type { Db } from '../platform/db/db.ts'
import { everyCall } from './matrix.ts'

/** Test data of a register beyond what its endpoints define. */
export interface ResourceSample {
  /** `/sys/position`. */
  readonly base: string
  /** A valid form; `n` makes codes unique. Numbers are sent as numbers. */
  form(n: number): Readonly<Record<string, unknown>>
  /** An editable free text column that lists filter by and exports show. */
  readonly text: string
  /** A column set on creation and immutable afterwards, with another valid value. */
  readonly forGood?: readonly [field: string, other: string]
  /** Path of the list, when it is not `base/list`. */
  readonly list?: string
  /** Message when the same form is added again. */
  readonly duplicate?: string
  /** Message for a missing row, when it differs from the usual one. */
  readonly unread?: string
  /** Deleted rows go to a recycle bin: of concurrent restores one succeeds, and restoring a version is another call. */
  readonly hasBin?: boolean
  /** Menu row, when another page holds its permissions. */
  readonly page?: string
  /** Table name in the log. */
  readonly table: string
}

const SAMPLE_DEVICE = 'reg-device'
/** Each device has at most one piece of equipment. */
const nbcDevice = (n: number) => `reg-rad-${n}`
/** Tests number their samples from 0, 9,000 and 9,500. */
const SAMPLE_NUMBERS = [0, 9_000, 9_500].flatMap((first) => Array.from({ length: 500 }, (_, n) => first + n))
const steps = (message: string) => JSON.stringify([{ digits: '2', message, pattern: 'GD' }])

export const RESOURCES: readonly ResourceSample[] = [
  {
    base: '/sys/position',
    table: 'sys_position',
    form: (n) => ({ code: `reg_${n}`, name: '巡检员', postRank: '2' }),
    text: 'name',
    forGood: ['code', 'other_code'],
    duplicate: '职务编码已存在！',
  },
  {
    base: '/sys/checkRule',
    table: 'sys_check_rule',
    form: (n) => ({ ruleCode: `reg_${n}`, ruleName: '工单', ruleJson: steps('以 GD 开头'), ruleDescription: '样例' }),
    text: 'ruleName',
    forGood: ['ruleCode', 'other_code'],
  },
  {
    base: '/sys/dict',
    table: 'sys_dict',
    form: (n) => ({ dictCode: `reg_${n}`, dictName: '值班类别', description: '样例', type: 1 }),
    text: 'dictName',
  },
  {
    base: '/sys/dictItem',
    table: 'sys_dict_item',
    form: (n) => ({ dictId: 'dict-sex', itemText: '未说明', itemValue: `reg_${n}`, sortOrder: 7, status: 0 }),
    text: 'itemText',
    forGood: ['dictId', 'dict-status'],
    list: '/sys/dictItem/list?dictId=dict-sex',
  },
  {
    base: '/sys/message/sysMessage',
    table: 'sys_sms',
    form: () => ({ esTitle: '标定', esType: 'system', esReceiver: 'keeper', esContent: '请标定', esParam: '{"a":1}' }),
    text: 'esTitle',
  },
  {
    base: '/sys/message/sysMessageTemplate',
    table: 'sys_sms_template',
    form: (n) => ({
      templateCode: `reg_${n}`,
      templateName: '标定提醒',
      templateType: '1',
      templateContent: '请标定 ${device}',
      templateTestJson: '{"device":"江北 2#"}',
      useStatus: '0',
    }),
    text: 'templateName',
    forGood: ['templateCode', 'other_code'],
  },
  {
    base: '/sys/quartzJob',
    table: 'sys_quartz_job',
    form: () => ({ jobClassName: 'sample', cronExpression: '0 0 2 * * ? *', description: '每日', status: -1 }),
    text: 'description',
  },
  {
    base: '/sys/fillRule',
    table: 'sys_fill_rule',
    form: (n) => ({ ruleCode: `reg_${n}`, ruleName: '单号', ruleClass: 'orderNumber', ruleParams: '{"prefix":"XJ"}' }),
    text: 'ruleName',
    forGood: ['ruleCode', 'other_code'],
  },
  {
    base: '/sys/role',
    table: 'sys_role',
    form: (n) => ({ roleCode: `reg_${n}`, roleName: '夜班', description: '样例' }),
    text: 'roleName',
    forGood: ['roleCode', 'other_code'],
  },
  {
    base: '/sys/dataSource',
    table: 'sys_data_source',
    form: (n) => ({
      code: `reg_${n}`,
      name: '历史库',
      dbType: '6',
      dbUrl: 'jdbc:postgresql://db.example.org:5432/air',
      dbUsername: 'reader',
    }),
    text: 'name',
    forGood: ['code', 'other_code'],
  },
  {
    base: '/sys/category',
    table: 'sys_category',
    form: () => ({ name: '网络中断' }),
    text: 'name',
    forGood: ['pid', '0'],
    list: '/sys/category/rootList',
    unread: '分类不存在',
  },
  {
    base: '/mon/station',
    table: 'mon_station',
    form: (n) => ({
      code: `reg_${n}`,
      name: '江北站',
      shortName: '江北',
      stationType: 'park',
      lng: 118.72,
      lat: 32.22,
      regionCode: '320100',
    }),
    text: 'name',
    hasBin: true,
  },
  {
    base: '/mon/device',
    table: 'mon_device',
    form: (n) => ({ clientId: `reg_${n}`.padEnd(6, '_'), name: '江北 2#', modelId: 'model-qt-am1200', tags: ['夜间'] }),
    text: 'name',
    forGood: ['modelId', 'model-hx-gd600'],
    hasBin: true,
  },
  {
    base: '/mon/deviceModel',
    table: 'mon_device_model',
    form: (n) => ({
      code: `reg_${n}`,
      name: 'QT-AM 样机',
      vendor: '清探',
      kind: 'air',
      protocol: 'mqtt',
      calibIntervalD: 90,
      channelTemplate: [{ seq: 1, metricCode: 'pm25', unit: 'µg/m³', periodS: 60 }],
    }),
    text: 'name',
    forGood: ['kind', 'gas'],
    hasBin: true,
  },
  {
    base: '/mon/channel',
    table: 'mon_channel',
    form: (n) => ({
      deviceId: SAMPLE_DEVICE,
      seq: n,
      metricCode: 'pm25',
      alias: '进气口',
      unitIn: 'µg/m³',
      periodS: 60,
    }),
    text: 'alias',
    forGood: ['metricCode', 'pm10'],
    hasBin: true,
  },
  {
    base: '/mon/limitSet',
    page: 'm-limit-set',
    table: 'mon_limit_set',
    form: (n) => ({
      code: `reg_${n}`,
      name: '园区控制值',
      standardNo: 'Q/JB 1-2026',
      validFrom: '2026-01-01',
      source: '园区管委会 2026 年第 1 号文',
      confidence: 'own',
      status: 'draft',
    }),
    text: 'name',
    forGood: ['code', 'other_code'],
    duplicate: '限值集编码已存在！',
    hasBin: true,
  },
  {
    base: '/mon/limit',
    table: 'mon_limit',
    form: (n) => ({
      setId: 'limit-set-AEGL',
      metricCode: 'cl2',
      kind: 'OWN',
      level: `reg_${n}`,
      avgPeriod: 'instant',
      op: '>=',
      value: 0.3,
      unit: 'ppm',
      severity: 4,
      note: '厂界',
    }),
    text: 'note',
    forGood: ['setId', 'limit-set-HJ169-2018'],
    duplicate: '限值集中该因子的这一限值已存在！',
    hasBin: true,
  },
  {
    base: '/mon/rule',
    page: 'm-alarm-rule',
    table: 'mon_alarm_rule',
    form: (n) => ({
      code: `reg_${n}`,
      name: '氯气超标',
      scope: { metricCodes: ['cl2'] },
      branches: [{ type: 'threshold', severity: 3, op: '>=', value: 0.5, forS: 60 }],
      guide: '样例',
    }),
    text: 'name',
    forGood: ['code', 'other_code'],
    duplicate: '规则编号已存在！',
    hasBin: true,
  },
  {
    base: '/mon/suppression',
    page: 'm-alarm-suppression',
    table: 'mon_suppression',
    form: (n) => ({
      name: `检修 ${n}`,
      kind: 'mark',
      fromTs: '2099-01-01 08:00:00',
      toTs: '2099-01-01 16:00:00',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,WE',
      scope: { deviceKinds: ['gas'] },
      reason: '年度检修',
    }),
    text: 'reason',
    hasBin: true,
  },
  {
    base: '/mon/reportDef',
    page: 'm-mon-report',
    table: 'mon_report_def',
    form: (n) => ({ name: `日报 ${n}`, kind: 'air_day', cron: '0 30 0 * * ? *', formats: ['html'], receivers: '' }),
    text: 'name',
    forGood: ['kind', 'alarm_week'],
  },
  {
    base: '/mon/wall',
    page: 'm-wall',
    table: 'mon_wall_screen',
    form: (n) => ({ name: `值守屏 ${n}`, staleS: 60, note: '值班大厅' }),
    text: 'note',
    hasBin: true,
  },
  {
    base: '/mon/nbc/equipment',
    page: 'm-nbc-equipment',
    table: 'mon_nbc_profile',
    form: (n) => ({ deviceId: nbcDevice(n), detector: 'NaI', libraryVersion: 'RN-1', note: '样例' }),
    // The only text column that is also exported.
    text: 'libraryVersion',
    forGood: ['deviceId', nbcDevice(0)],
    duplicate: '该设备已建立装备档案！',
    hasBin: true,
  },
  {
    base: '/mon/notify',
    page: 'm-alarm-notify',
    table: 'mon_notify_policy',
    form: (n) => ({
      name: `夜班 ${n}`,
      severities: [1, 2],
      toRoles: ['nat_duty'],
      channels: ['console', 'sms'],
      repeatMin: 5,
    }),
    text: 'name',
    hasBin: true,
  },
  {
    base: '/mon/satellite',
    page: 'm-sat-satellite',
    table: 'mon_satellite',
    form: (n) => ({
      code: `SAT-${n}`,
      name: `样星 ${n}`,
      sensorType: 'SAR',
      swathKm: 100,
      resM: 10,
      offNadirMax: 45,
      tle1: '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
      tle2: '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
    }),
    text: 'name',
    duplicate: '卫星代号已存在！',
  },
]

/** Rows that the sample forms refer to. */
export async function prepareSamples(db: Db): Promise<void> {
  const device = { modelId: 'model-qt-am1200', regionCode: '320500', sysOrgCode: 'A01', onlineTimeoutS: 180 }
  await db
    .insertInto('monDevice')
    .values([
      { ...device, id: SAMPLE_DEVICE, clientId: SAMPLE_DEVICE, name: '样机', kind: 'air' },
      ...SAMPLE_NUMBERS.map(nbcDevice).map((id) => ({
        ...device,
        id,
        clientId: id,
        name: '样机',
        kind: 'rad' as const,
      })),
    ])
    .execute()
}

/** The call that restores a version. */
export const backTo = ({ base, hasBin = false }: ResourceSample) => `${base}/${hasBin ? 'restoreVersion' : 'restore'}`

/** Calls of every plain register; a base with all of them is one. */
const KIT = ['add', 'edit', 'delete', 'deleteBatch', 'queryById', 'uses', 'history', 'restore'] as const

/** A custom tree with all those calls; tested in modules/depart and record/restore-by-edit. */
const NO_PLAIN_REGISTER = '/sys/sysDepart'

/** Bases of the registers in the contract, with the paths below each. */
export async function declaredResources(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const paths = new Map<string, Set<string>>()
  for (const { endpoint } of await everyCall()) {
    const at = endpoint.path.lastIndexOf('/')
    const base = endpoint.path.slice(0, at)
    paths.set(base, (paths.get(base) ?? new Set()).add(endpoint.path.slice(at + 1)))
  }
  const isPlain = ([base, names]: [string, Set<string>]) =>
    base !== NO_PLAIN_REGISTER && KIT.every((name) => names.has(name))
  return new Map([...paths].filter(isPlain))
}
