import { deviceEndpoints } from '@natim/contract/mon/device'
import { userEndpoints } from '@natim/contract/system/pickers'
import type { ServerFigures } from '@natim/contract/system/monitor'
import type { Colleague } from './drivers/api.ts'
import { Bell } from './drivers/notices.ts'
import type { Operator } from './drivers/operator.ts'
import { Overview } from './drivers/overview.ts'
import { Shell } from './drivers/shell.ts'

/** A picture of docs/manual: a page, and what is opened on it. */
export interface ManualPicture {
  /** File name in docs/manual/images, without extension. */
  readonly name: string
  readonly path: string
  readonly show?: (operator: Operator) => Promise<unknown>
}

/** Subjects of the pictures in the demonstration network. */
export interface ManualSubjects {
  readonly deviceId: string
  readonly userId: string
}

/** Creates a duty user whose rights are shown, and a deleted device for the recycle bin. */
export async function prepareManual(colleague: Colleague, deviceId: string): Promise<ManualSubjects> {
  const people = await colleague.call(userEndpoints.list, { query: { pageNo: 1, pageSize: 10 } })
  const person = people.records.find(({ username }) => username !== 'admin')
  if (!person) throw new Error('The demonstration network has nobody but its administrator')
  const retired = await colleague.call(deviceEndpoints.list, { query: { status: 'inactive', pageNo: 1, pageSize: 1 } })
  for (const { id } of retired.records) await colleague.call(deviceEndpoints.remove, { query: { id } })
  return { deviceId, userId: person.id }
}

const press =
  (...names: readonly string[]) =>
  async (operator: Operator) => {
    for (const name of names) await operator.press(name)
  }

const search = (text: string) => async (operator: Operator) => {
  await operator.pressKey('Control+k')
  await operator.fill({ '搜索菜单、设备、人员': text })
}

/** Hides the facts of the machine that takes the pictures. */
const ELSEWHERE = {
  hostName: 'console-1',
  os: 'Linux 6.1.0 x64',
  cpuModel: 'x86-64',
  cpuCount: 8,
  load1: 1.24,
  load5: 1.08,
  load15: 0.96,
} satisfies Partial<ServerFigures>

async function showElsewhere(operator: Operator): Promise<void> {
  await operator.wire.change<{ result: ServerFigures }>('/sys/monitor/server', ({ result }) =>
    Object.assign(result, ELSEWHERE),
  )
  await operator.press('刷新')
}

const page = (name: string, path: string): ManualPicture => ({ name, path })

/** All pictures of the manual. */
export const manualPictures = ({ deviceId, userId }: ManualSubjects): readonly ManualPicture[] => [
  page('sign-in', '/user/login'),
  page('home', '/dashboard/analysis'),
  { name: 'map', path: '/mon/homemap', show: (operator) => new Overview(operator).untilMapIsDrawn() },
  page('sensordata', '/sensordata'),
  page('device-list', '/mon/device/list'),
  { name: 'device-add', path: '/mon/device/list', show: press('新增设备') },
  { name: 'advanced-query', path: '/mon/device/list', show: press('高级查询') },
  page('device-detail', `/mon/device/detail/${deviceId}`),
  {
    name: 'device-history',
    path: `/mon/device/detail/${deviceId}`,
    show: (operator) => operator.openTab('历史'),
  },
  page('station-list', '/mon/station/list'),
  page('my-notices', '/isps/userAnnouncement'),
  { name: 'bell', path: '/dashboard/analysis', show: (operator) => new Bell(operator).open() },
  page('address', '/isystem/addressList'),
  page('account-settings', '/account/settings/base'),
  { name: 'search', path: '/dashboard/analysis', show: search('南京') },
  { name: 'settings', path: '/dashboard/analysis', show: (operator) => new Shell(operator).openSettings() },
  page('user', '/isystem/user'),
  { name: 'user-add', path: '/isystem/user', show: press('新增用户') },
  page('role', '/isystem/roleUserList'),
  {
    name: 'role-grant',
    path: '/isystem/roleUserList',
    show: (operator) => operator.pressInRow('省级值班员', /^授权/),
  },
  page('menu', '/isystem/newPermissionList'),
  page('tenant', '/isys/tenant'),
  page('rights', `/isystem/rights?kind=user&id=${userId}`),
  { name: 'depart', path: '/isystem/depart', show: (operator) => operator.words('北京市监测中心').click() },
  page('position', '/isystem/position'),
  page('dict', '/isystem/dict'),
  page('category', '/isys/category'),
  page('notice', '/isystem/annountCement'),
  { name: 'notice-add', path: '/isystem/annountCement', show: press('新增通告') },
  page('message', '/modules/message/sysMessageList'),
  page('message-template', '/modules/message/sysMessageTemplateList'),
  page('fill-rule', '/isystem/fillRule'),
  page('check-rule', '/isystem/checkRule'),
  page('report', '/online/cgreport'),
  { name: 'report-edit', path: '/online/cgreport', show: (operator) => operator.pressInRow('监测站点选择', /^编辑/) },
  page('file', '/oss/file'),
  page('online', '/isystem/online'),
  page('log', '/isystem/log'),
  page('data-log', '/sys/dataLog-list'),
  { name: 'import', path: '/isystem/position', show: press('导入') },
  { name: 'recycle-bin', path: '/mon/device/list', show: press('回收站') },
  { name: 'performance', path: '/monitor/server', show: showElsewhere },
  page('job', '/isystem/QuartzJobList'),
  { name: 'job-runs', path: '/isystem/QuartzJobList', show: (operator) => operator.row('清理过期会话').click() },
  page('data-source', '/isystem/dataSource'),
]
