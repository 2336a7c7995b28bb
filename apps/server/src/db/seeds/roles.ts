import type { PermissionCode } from '@natim/contract/permissions'

export interface SeedRole {
  readonly id: string
  readonly roleCode: string
  readonly roleName: string
  /** Permission codes; the menus above them follow. `*` = everything shipped. */
  readonly grants: readonly PermissionCode[] | '*'
}

const READ = [
  'mon:home:view',
  'mon:station:view',
  'mon:device:view',
  'mon:channel:view',
  'mon:model:view',
  'mon:ts:view',
  'mon:aqi:view',
  'mon:limit:view',
  'mon:metric:view',
  'mon:alarm:view',
  'mon:rule:view',
  'mon:suppression:view',
  'mon:duty:view',
  'mon:report:view',
  'mon:wall:view',
  'report:view',
  'system:address:list',
] as const

const HANDLE_ALARMS = [
  'mon:alarm:ack',
  'mon:alarm:close',
  'mon:alarm:shelve',
  'mon:alarm:assign',
  'mon:alarm:comment',
  'mon:alarm:export',
  'mon:alarm:drill',
  'mon:duty:handover',
  'mon:map:draft',
] as const

/** Whoever reviews; what they did is approved by another role. */
const REVIEW = ['mon:review:view', 'mon:review:edit', 'mon:ts:invalidate', 'mon:ts:validate'] as const

/** domain §2; admin and test are the codes existing clients know (contract/40 D). */
export const SEED_ROLES: readonly SeedRole[] = [
  { id: 'r-admin', roleCode: 'admin', roleName: '管理员', grants: '*' },
  { id: 'r-nat-admin', roleCode: 'nat_admin', roleName: '国家级管理员', grants: '*' },
  {
    id: 'r-nat-duty',
    roleCode: 'nat_duty',
    roleName: '国家值班员',
    grants: [
      ...READ,
      ...HANDLE_ALARMS,
      'mon:alarm:closeActive',
      'mon:review:view',
      'mon:review:approve',
      'mon:suppression:add',
      'mon:suppression:edit',
      'mon:notify:view',
      'mon:report:run',
      'mon:duty:edit',
      'mon:wall:edit',
      'mon:aqi:export',
      'mon:rule:simulate',
      'mon:device:export',
      'mon:device:track',
      'mon:station:export',
      'mon:ts:export',
      'mon:ts:note',
    ],
  },
  {
    id: 'r-prov-duty',
    roleCode: 'prov_duty',
    roleName: '省级值班员',
    grants: [
      ...READ,
      ...HANDLE_ALARMS,
      'mon:report:run',
      'mon:wall:edit',
      'mon:aqi:export',
      'mon:review:view',
      'mon:review:approve',
      'mon:device:export',
      'mon:device:track',
      'mon:station:export',
      'mon:ts:export',
      'mon:ts:note',
    ],
  },
  {
    id: 'r-station-ops',
    roleCode: 'station_ops',
    roleName: '运维人员',
    grants: [
      ...READ,
      'mon:alarm:ack',
      'mon:alarm:comment',
      ...REVIEW,
      'mon:device:add',
      'mon:device:edit',
      'mon:device:delete',
      'mon:device:secret',
      'mon:device:track',
      'mon:pending:view',
      'mon:pending:ignore',
      'mon:reject:view',
      'mon:reject:export',
      'mon:channel:add',
      'mon:channel:edit',
      'mon:channel:delete',
      'mon:device:export',
      'mon:station:edit',
      'mon:ts:export',
      'mon:ts:note',
    ],
  },
  {
    id: 'r-analyst',
    roleCode: 'analyst',
    roleName: '分析员',
    grants: [
      ...READ,
      ...REVIEW,
      'mon:ts:import',
      'mon:report:add',
      'mon:report:edit',
      'mon:report:delete',
      'mon:report:run',
      'mon:reject:view',
      'mon:aqi:export',
      'mon:reject:export',
      'mon:alarm:export',
      'mon:rule:simulate',
      'mon:device:export',
      'mon:station:export',
      'mon:ts:export',
      'mon:ts:note',
    ],
  },
  {
    id: 'r-auditor',
    roleCode: 'auditor',
    roleName: '审计员',
    grants: [
      ...READ,
      'mon:token:view',
      'mon:publication:view',
      'mon:review:view',
      'mon:alarm:export',
      'mon:ts:export',
      'system:log:list',
      'system:dataLog:list',
    ],
  },
  { id: 'r-test', roleCode: 'test', roleName: '临时角色', grants: [] },
  { id: 'r-third', roleCode: 'third_role', roleName: '第三方登录角色', grants: [] },
]
