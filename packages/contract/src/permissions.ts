/** Permission codes. A code named by an endpoint or a menu row must stand here; everything else does not compile. */
export const PERMISSION_CODES = [
  'mon:home:view',
  'mon:station:view',
  'mon:station:add',
  'mon:station:edit',
  'mon:station:delete',
  'mon:station:export',
  'mon:device:view',
  'mon:device:add',
  'mon:device:edit',
  'mon:device:delete',
  'mon:device:export',
  'mon:device:secret',
  'mon:ts:view',
  'mon:config:view',
  'system:online:list',
  'system:online:forceLogout',
  'system:monitor:metrics',
  'system:announcement:list',
  'system:announcement:add',
  'system:announcement:edit',
  'system:announcement:delete',
  'system:announcement:release',
] as const

export type PermissionCode = (typeof PERMISSION_CODES)[number]
