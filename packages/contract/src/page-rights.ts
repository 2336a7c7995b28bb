import type { PermissionCode } from './permissions.ts'

/** What the calls of a page ask for when it opens, by the component of its menu row. */
export const PAGE_NEEDS: Readonly<Record<string, readonly PermissionCode[]>> = {
  'dashboard/Analysis': ['mon:home:view'],
  'mon/HomeMap': ['mon:home:view', 'mon:device:view', 'mon:ts:view'],
  'mon/Replay': ['mon:home:view', 'mon:ts:view'],
  // The wizard that adds a device asks where it stands.
  'mon/device/DeviceList': ['mon:device:view', 'mon:station:view'],
  'mon/device/DeviceMap': ['mon:device:view', 'mon:station:view'],
  'mon/device/DeviceDetail': ['mon:device:view', 'mon:ts:view'],
  // Devices choose from its list, so it asks for their right.
  'mon/device/ModelList': ['mon:model:view', 'mon:device:view'],
  'mon/device/PendingList': ['mon:pending:view'],
  'mon/device/RejectList': ['mon:reject:view'],
  'mon/alarm/AlarmList': ['mon:alarm:view'],
  'mon/alarm/AlarmStats': ['mon:alarm:view'],
  'mon/alarm/RuleList': ['mon:rule:view'],
  'mon/alarm/RuleEdit': ['mon:rule:view'],
  'mon/alarm/SuppressionList': ['mon:suppression:view'],
  'mon/alarm/NotifyPolicyList': ['mon:notify:view'],
  'mon/alarm/DutyRoster': ['mon:duty:view'],
  'mon/wall/WallList': ['mon:wall:view'],
  // Its sockets ask for the rights of their topics.
  'mon/wall/Wall': ['mon:wall:view', 'mon:ts:view', 'mon:device:view', 'mon:alarm:view', 'mon:home:view'],
  'mon/config/MetricList': ['mon:metric:view'],
  'mon/config/LimitSetList': ['mon:limit:view'],
  'mon/config/LimitList': ['mon:limit:view'],
  'mon/station/StationList': ['mon:station:view'],
  'mon/station/StationMap': ['mon:station:view'],
  // The newest values are those of the map's drawer.
  'mon/station/StationDetail': ['mon:station:view', 'mon:home:view'],
  'mon/History': ['mon:ts:view', 'mon:device:view'],
  'mon/Aqi': ['mon:aqi:view'],
  'mon/Review': ['mon:review:view', 'mon:ts:view'],
  'mon/report/Report': ['mon:report:view'],
  'mon/report/PublicationList': ['mon:publication:view'],
  'mon/report/TokenList': ['mon:token:view'],
  SensorData: ['mon:ts:view', 'mon:device:view'],
  'system/UserList': ['system:user:list'],
  'system/RoleUserList': ['system:role:list', 'system:user:list'],
  'system/NewPermissionList': ['system:permission:list'],
  'system/TenantList': ['system:tenant:list'],
  'system/RightsSimulator': ['system:rights:view'],
  'system/DepartList': ['system:depart:list'],
  'system/SysPositionList': ['system:position:list'],
  'system/DepartUserList': ['system:myDepart:manage'],
  'system/AddressList': ['system:address:list'],
  'system/DictList': ['system:dict:list'],
  'system/SysCategoryList': ['system:category:list'],
  'system/SysAnnouncementList': ['system:announcement:list'],
  'modules/oss/OSSFileList': ['system:file:list'],
  'system/SysUserOnlineList': ['system:online:list'],
  'system/QuartzJobList': ['system:quartzJob:list'],
  'system/LogList': ['system:log:list'],
  'system/DataLogList': ['system:dataLog:list'],
  'docs/Api': ['system:api:view'],
  'modules/monitor/SystemInfo': ['system:monitor:view'],
  'modules/message/SysMessageList': ['system:message:list'],
  'modules/message/SysMessageTemplateList': ['system:messageTemplate:list'],
  'system/SysFillRuleList': ['system:fillRule:list'],
  'system/SysCheckRuleList': ['system:checkRule:list'],
  'system/SysDataSourceList': ['system:dataSource:list'],
  'online/cgreport/ReportList': ['report:design'],
}

/** Rights that change something. Nobody gets one with a page; it is ticked by itself. */
const TICKED_BY_ITSELF: ReadonlySet<PermissionCode> = new Set(['system:myDepart:manage', 'report:design'])

/** The rights that whoever is granted a page gets with it: those to read what it shows. */
export const rightsOfPage = (component: string | null): readonly PermissionCode[] =>
  (PAGE_NEEDS[component ?? ''] ?? []).filter((code) => !TICKED_BY_ITSELF.has(code))

/**
 * Pages that only this console has, by the component of their menu row. Existing clients have no view for them, and a menu
 * item without one breaks when it is opened (contract/40); what an operator built into their own client stays.
 */
export const OWN_PAGES: ReadonlySet<string> = new Set([
  'mon/HomeMap',
  'mon/Replay',
  'mon/device/DeviceList',
  'mon/device/DeviceMap',
  'mon/device/DeviceDetail',
  'mon/device/ModelList',
  'mon/device/PendingList',
  'mon/device/RejectList',
  'mon/alarm/AlarmList',
  'mon/alarm/AlarmStats',
  'mon/alarm/RuleList',
  'mon/alarm/RuleEdit',
  'mon/alarm/SuppressionList',
  'mon/alarm/NotifyPolicyList',
  'mon/alarm/DutyRoster',
  'mon/wall/WallList',
  'mon/wall/Wall',
  'mon/config/MetricList',
  'mon/config/LimitSetList',
  'mon/config/LimitList',
  'mon/station/StationList',
  'mon/station/StationMap',
  'mon/station/StationDetail',
  'mon/History',
  'mon/Aqi',
  'mon/Review',
  'mon/report/Report',
  'mon/report/PublicationList',
  'mon/report/TokenList',
  'SensorData',
  'system/RightsSimulator',
  'docs/Api',
  'online/cgreport/ReportList',
])
