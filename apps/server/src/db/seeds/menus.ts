import type { PermissionCode } from '@natim/contract/permissions'

/** A row of sys_permission as shipped. Ids are stable: grants refer to them. */
export interface SeedMenu {
  readonly id: string
  readonly parentId?: string
  readonly name: string
  readonly menuType: 0 | 1 | 2
  readonly url?: string
  readonly component?: string
  readonly componentName?: string
  readonly perms?: PermissionCode
  readonly icon?: string
  readonly sortNo: number
  readonly keepAlive?: boolean
  readonly hidden?: boolean
  /** False: shown in the menu, but no route is made of it. */
  readonly isRoute?: boolean
  /** Granted to every shipped role: pages about nobody but oneself. */
  readonly forEveryone?: boolean
}

const button = (parentId: string, perms: PermissionCode, name: string, sortNo = 1): SeedMenu => ({
  id: `p-${perms.replaceAll(':', '-')}`,
  parentId,
  name,
  menuType: 2,
  perms,
  sortNo,
})

/** The rights of a plain register (contract/record.ts). */
const RECORD_ACTIONS = [
  ['list', '查看'],
  ['add', '新增'],
  ['edit', '编辑'],
  ['delete', '删除'],
  ['export', '导出'],
  ['import', '导入'],
] as const

type RecordCode = PermissionCode extends infer Code ? (Code extends `${infer Base}:import` ? Base : never) : never

const recordButtons = (parentId: string, code: Exclude<RecordCode, 'mon:station' | 'mon:device'>, noun: string) =>
  RECORD_ACTIONS.map(([action, verb], index) => button(parentId, `${code}:${action}`, `${verb}${noun}`, index + 1))

/** Only views that exist in the console (contract/40). A page's own view code is the first button below it. */
export const SEED_MENUS: readonly SeedMenu[] = [
  {
    id: 'm-home',
    name: '首页',
    menuType: 0,
    url: '/dashboard/analysis',
    component: 'dashboard/Analysis',
    icon: 'home',
    sortNo: 0,
    keepAlive: true,
  },
  button('m-home', 'mon:home:view', '查看首页与地图'),
  {
    id: 'm-map',
    name: '监测一张图',
    menuType: 0,
    url: '/mon/homemap',
    component: 'mon/HomeMap',
    icon: 'environment',
    sortNo: 1,
    keepAlive: true,
  },
  {
    id: 'm-device',
    name: '设备管理',
    menuType: 0,
    url: '/mon/device',
    component: 'layouts/RouteView',
    icon: 'cluster',
    sortNo: 2,
  },
  {
    id: 'm-device-list',
    parentId: 'm-device',
    name: '设备列表',
    menuType: 1,
    url: '/mon/device/list',
    component: 'mon/device/DeviceList',
    sortNo: 1,
    keepAlive: true,
  },
  button('m-device-list', 'mon:device:view', '查看设备'),
  button('m-device-list', 'mon:device:add', '新增设备', 2),
  button('m-device-list', 'mon:device:edit', '编辑设备', 3),
  button('m-device-list', 'mon:device:delete', '删除设备', 4),
  button('m-device-list', 'mon:device:export', '导出设备', 5),
  button('m-device-list', 'mon:device:secret', '设备凭证', 6),
  button('m-device-list', 'mon:device:import', '导入设备', 7),
  {
    id: 'm-device-detail',
    parentId: 'm-device',
    name: '设备详情',
    menuType: 1,
    url: '/mon/device/detail/:id',
    component: 'mon/device/DeviceDetail',
    sortNo: 2,
    keepAlive: true,
    hidden: true,
  },
  {
    id: 'm-station-list',
    name: '站点管理',
    menuType: 0,
    url: '/mon/station/list',
    component: 'mon/station/StationList',
    icon: 'bank',
    sortNo: 3,
    keepAlive: true,
  },
  button('m-station-list', 'mon:station:view', '查看站点'),
  button('m-station-list', 'mon:station:add', '新增站点', 2),
  button('m-station-list', 'mon:station:edit', '编辑站点', 3),
  button('m-station-list', 'mon:station:delete', '删除站点', 4),
  button('m-station-list', 'mon:station:export', '导出站点', 5),
  button('m-station-list', 'mon:station:import', '导入站点', 6),
  {
    id: 'm-sensordata',
    name: '实时数据',
    menuType: 0,
    url: '/sensordata',
    component: 'SensorData',
    icon: 'dashboard',
    sortNo: 4,
    isRoute: false,
  },
  button('m-sensordata', 'mon:ts:view', '查看监测数据'),
  {
    id: 'm-system',
    name: '系统管理',
    menuType: 0,
    url: '/isystem',
    component: 'layouts/RouteView',
    icon: 'setting',
    sortNo: 5,
  },
  {
    id: 'm-position',
    parentId: 'm-system',
    name: '职务管理',
    menuType: 1,
    url: '/isystem/position',
    component: 'system/SysPositionList',
    sortNo: 2,
    keepAlive: true,
  },
  ...recordButtons('m-position', 'system:position', '职务'),
  {
    id: 'm-message',
    name: '消息中心',
    menuType: 0,
    url: '/message',
    component: 'layouts/RouteView',
    icon: 'message',
    sortNo: 6,
    forEveryone: true,
  },
  {
    id: 'm-my-notice',
    parentId: 'm-message',
    name: '我的公告',
    menuType: 1,
    url: '/isps/userAnnouncement',
    component: 'system/UserAnnouncementList',
    sortNo: 3,
    keepAlive: true,
    forEveryone: true,
  },
  button('m-message', 'system:announcement:list', '查看系统通告', 11),
  button('m-message', 'system:announcement:add', '新增系统通告', 12),
  button('m-message', 'system:announcement:edit', '编辑系统通告', 13),
  button('m-message', 'system:announcement:delete', '删除系统通告', 14),
  button('m-message', 'system:announcement:release', '发布与撤销系统通告', 15),
  {
    id: 'm-report',
    name: '在线报表',
    menuType: 0,
    url: '/online/cgreport',
    component: 'online/cgreport/ReportList',
    icon: 'table',
    sortNo: 7,
    keepAlive: true,
  },
  button('m-report', 'report:design', '设计在线报表'),
  {
    id: 'm-account-center',
    name: '个人中心',
    menuType: 0,
    url: '/account/center',
    component: 'account/center/Index',
    sortNo: 90,
    keepAlive: true,
    hidden: true,
    forEveryone: true,
  },
  {
    id: 'm-account-settings',
    name: '个人设置',
    menuType: 0,
    url: '/account/settings/base',
    component: 'account/settings/Index',
    sortNo: 91,
    keepAlive: true,
    hidden: true,
    forEveryone: true,
  },
  button('m-home', 'system:online:list', '查看在线用户', 10),
  button('m-home', 'system:online:forceLogout', '强制下线', 11),
  button('m-home', 'system:monitor:metrics', '查看运行指标', 12),
  button('m-home', 'mon:config:view', '查看因子与限值', 13),
  button('m-home', 'system:file:list', '查看文件', 24),
  button('m-home', 'system:file:delete', '删除文件', 25),
  button('m-home', 'report:view', '查看在线报表', 26),
  button('m-home', 'system:user:list', '查看用户联系方式', 14),
  button('m-home', 'system:category:list', '查看分类字典', 15),
  button('m-home', 'system:dict:list', '查看数据字典', 16),
  button('m-home', 'system:dict:add', '新增数据字典', 17),
  button('m-home', 'system:dict:edit', '编辑数据字典', 18),
  button('m-home', 'system:dict:export', '导出数据字典', 19),
  button('m-home', 'system:user:export', '导出用户', 20),
  button('m-home', 'system:role:export', '导出角色', 21),
]
