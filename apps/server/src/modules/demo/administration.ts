import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { newId } from '../../platform/id.ts'

/** Initial data of the administration pages; rows keyed by column. */
export interface AdministrationRows {
  readonly tenants: readonly object[]
  readonly departRoles: readonly object[]
  readonly views: readonly object[]
  readonly jobRuns: readonly object[]
  /** Contents hold the differences from the inserted row. */
  readonly versions: readonly Version[]
  readonly lines: readonly object[]
}

interface Version {
  readonly data_id: string
  readonly data_content: object
}

interface Station {
  readonly id: string
  readonly code: string
  readonly name: string
}

/** Names unlikely to clash with an installation's tenants. `org_codes`: departments whose people belong to it. */
const TENANTS = [
  { id: 90_001, name: '长三角大气联防联控中心', status: 1, org_codes: ['A01A09', 'A01A10', 'A01A11'] },
  { id: 90_002, name: '京津冀大气联防联控中心', status: 1, org_codes: ['A01A01', 'A01A02', 'A01A03'] },
  { id: 90_003, name: '汾渭平原联合课题组（已结题）', status: 0, org_codes: [] },
] as const

const DEPART_ROLES = [
  ['d-a01', '值班调度组', 'demo_center_dispatch', '汇总各省情况，组织会商'],
  ['d-a01', '数据审核组', 'demo_center_review', '复核存疑数据与补传数据'],
  ['d-a01a01', '现场运维组', 'demo_a01_field', '设备巡检、校准与更换'],
] as const

const NEWEST = { field: 'createTime', order: 'desc' } as const
/** Shared with a role; the last one is private. */
const VIEWS = [
  ['/mon/device/list', '离线设备', { filters: { status: 'offline' }, sort: NEWEST, columns: {} }, 'nat_admin'],
  [
    '/mon/device/list',
    '校准到期在前',
    { filters: {}, sort: { field: 'nextCalibDate', order: 'asc' }, columns: {} },
    null,
  ],
] as const

const NIGHTS = 7
const LOST = '运行中断：执行它的进程已退出'

/** @param stations recently edited ones: first entered with another contact */
export function administrationRows(nowMs: number, stations: readonly Station[], createBy: string): AdministrationRows {
  const iso = (tsMs: number) => new Date(tsMs).toISOString()
  const edits = stations.map((station, index) => editOf(station, nowMs - (index * 26 + 5) * HOUR_MS))
  return {
    tenants: TENANTS.map((tenant) => ({
      ...tenant,
      begin_date: iso(nowMs - 300 * DAY_MS),
      end_date: tenant.status === 1 ? iso(nowMs + 430 * DAY_MS) : iso(nowMs - 30 * DAY_MS),
      create_by: createBy,
    })),
    departRoles: DEPART_ROLES.map(([depart_id, role_name, role_code, description]) => ({
      id: newId(),
      depart_id,
      role_name,
      role_code,
      description,
      create_by: createBy,
    })),
    views: VIEWS.map(([list_path, name, content, role_code]) => ({ id: newId(), list_path, name, content, role_code })),
    jobRuns: runs(nowMs, iso),
    versions: edits.flatMap(({ versions, atMs }) =>
      versions.map((version) => ({ ...version, id: newId(), create_by: createBy, create_time: iso(atMs) })),
    ),
    lines: edits
      .toSorted((a, b) => a.atMs - b.atMs)
      .map(({ line, atMs }) => ({ ...line, username: createBy, create_time: iso(atMs) })),
  }
}

function editOf({ id, code, name }: Station, atMs: number) {
  const [before, after] = [{ contactName: '张工' }, { contactName: '值班室' }]
  const version = { data_table: 'mon_station', data_id: id }
  return {
    atMs,
    versions: [
      { ...version, data_version: 1, operate_type: 2, data_content: before },
      { ...version, data_version: 2, operate_type: 3, data_content: after },
    ],
    line: {
      log_content: `编辑站点：${name}（${code}）`,
      operate_type: 3,
      object_id: id,
      route: '/mon/station/edit',
      request_method: 'PUT',
      request_param: JSON.stringify({ id, ...after }),
      cost_ms: 14,
      detail: { table: 'mon_station', before, after },
    },
  }
}

/** A week of nightly runs; one was lost with its process and made up for. */
function runs(nowMs: number, iso: (tsMs: number) => string): object[] {
  const nightMs = (ago: number) => Math.floor(nowMs / DAY_MS) * DAY_MS - (ago + 1) * DAY_MS + 19 * HOUR_MS
  const run = (job_id: string, job_class_name: string, startMs: number, message: string, rest: object = {}) => ({
    id: newId(),
    job_id,
    job_class_name,
    cause: 'schedule',
    status: 1,
    message,
    start_time: iso(startMs),
    end_time: iso(startMs + 2_400),
    ...rest,
  })
  const nights = Array.from({ length: NIGHTS }, (_, ago) => nightMs(ago))
  return nights.flatMap((startMs, ago) => [
    run('job-run-history', 'runHistoryCleanup', startMs, '删除 0 条执行记录'),
    ...(ago === 3
      ? [
          run('job-session-cleanup', 'sessionCleanup', startMs, LOST, { status: 2 }),
          run('job-session-cleanup', 'sessionCleanup', startMs + MINUTE_MS, '清理 2 个过期会话', { cause: 'retry' }),
        ]
      : [run('job-session-cleanup', 'sessionCleanup', startMs, '清理 0 个过期会话')]),
  ])
}
