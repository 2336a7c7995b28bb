import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, requiredText, rowId } from '../fields.ts'
import { userInfo } from './session.ts'

const role = z.object({ id: z.string(), roleName: z.string(), roleCode: z.string() })

/** A menu or permission with its grant state. Parents precede their children, siblings are in order. */
const rightsRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  menuType: z.number().int(),
  perms: z.string().nullable(),
  permsType: z.string(),
  /** `0`: disabled globally. */
  status: z.string(),
  hidden: z.boolean(),
  /** Roles through which the subject holds it; empty = not held. */
  roleIds: z.array(z.string()),
  /** For a held page: permissions its calls need and the subject lacks. */
  lacks: z.array(z.string()),
  /** Enabled data rules that apply to the subject on this page, as text. */
  rules: z.array(z.string()),
})
export type RightsRow = z.output<typeof rightsRow>

/** The permissions of a user or a role. */
export const rightsView = z.object({
  name: z.string(),
  /** Why the user can currently do nothing: frozen, deleted. Empty otherwise. */
  blocked: z.string(),
  roles: z.array(role),
  rows: z.array(rightsRow),
})
export type RightsView = z.output<typeof rightsView>

/**
 * `held`: has it. `disabled`: granted, but disabled globally. `hidden_parent`: granted, but a parent menu is not, so
 * the user cannot reach it. `not_granted`: none of the user's roles has it. `unknown`: no menu row carries the code.
 */
export const RIGHT_VERDICTS = ['held', 'disabled', 'hidden_parent', 'not_granted', 'unknown'] as const
export type RightVerdict = (typeof RIGHT_VERDICTS)[number]

/** Why a user has a permission, or not. */
export const rightAnswer = z.object({
  code: z.string(),
  verdict: z.enum(RIGHT_VERDICTS),
  /** For a page: permissions its calls need and the user lacks. */
  lacks: z.array(z.string()),
  /** Positions of the code in the menu: 系统管理 / 角色管理 / 授权. */
  places: z.array(z.string()),
  /** Parent menus that are not granted. */
  missingParents: z.array(z.string()),
  /** Roles that hold it, with their member counts. */
  roles: z.array(role.extend({ members: z.number().int(), isOwn: z.boolean() })),
  /** Some of the users who have it. */
  holders: z.array(z.object({ username: z.string(), realname: z.string() })),
  holderCount: z.number().int(),
})
export type RightAnswer = z.output<typeof rightAnswer>

const subject = { kind: z.enum(['user', 'role'], '请选择用户或角色'), id: rowId }

/** The permission simulator: read-only, and every use is recorded in the operation log. */
export const rightsEndpoints = defineEndpoints({
  view: {
    method: 'GET',
    path: '/sys/rights/view',
    access: 'system:rights:view',
    query: z.object(subject),
    result: rightsView,
  },
  /** `code`: a permission code, or the id of a menu row. */
  explain: {
    method: 'GET',
    path: '/sys/rights/explain',
    access: 'system:rights:view',
    query: z.object({ ...subject, code: requiredText(255) }),
    result: rightAnswer,
  },
})

/** Prefix of view tokens: other tokens are not looked up as one. */
export const VIEW_TOKEN_PREFIX = 'view_'

/** A started view (ADR 0027). It ends at `expiresAt`, with the session of its viewer, or when its token logs out. */
export const lookResult = z.object({
  token: z.string(),
  /** Subject of the view: 张三（zhangsan）, or the name of a role. */
  name: z.string(),
  expiresAt: epochMs,
  /** Remaining lifetime; relative, because clocks differ. */
  lifeMs: z.number().int(),
  /** The viewed user without private data; for a role, the viewer. */
  userInfo,
  /** The tenant to send with its calls; null = none. */
  tenantId: z.number().int().nullable(),
})
export type LookResult = z.output<typeof lookResult>

/** The console as seen by another user: read-only, time-limited, recorded in the operation log. */
export const lookEndpoints = defineEndpoints({
  look: {
    method: 'POST',
    path: '/sys/rights/look',
    access: 'system:rights:lookAs',
    body: z.object(subject),
    result: lookResult,
  },
})
