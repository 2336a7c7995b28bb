import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, requiredText, rowId } from '../fields.ts'
import { userInfo } from './session.ts'

const role = z.object({ id: z.string(), roleName: z.string(), roleCode: z.string() })

/** A menu or right as somebody has it or not. Parents stand before their children, siblings in their order. */
const rightsRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  menuType: z.number().int(),
  perms: z.string().nullable(),
  permsType: z.string(),
  /** `0`: switched off for everybody. */
  status: z.string(),
  hidden: z.boolean(),
  /** Roles through which the subject holds it; none = they do not. */
  roleIds: z.array(z.string()),
  /** Of a page they hold, rights that its calls ask for and they lack. */
  lacks: z.array(z.string()),
  /** Enabled data rules that bind the subject on this page, in words. */
  rules: z.array(z.string()),
})
export type RightsRow = z.output<typeof rightsRow>

/** The rights of somebody, or of a role. */
export const rightsView = z.object({
  name: z.string(),
  /** Why they may do nothing at all at the moment: frozen, deleted. Empty otherwise. */
  blocked: z.string(),
  roles: z.array(role),
  rows: z.array(rightsRow),
})
export type RightsView = z.output<typeof rightsView>

/**
 * `held`: has it. `disabled`: granted, but switched off for everybody. `hidden_parent`: granted, but a menu above it is
 * not, so that they never find it. `not_granted`: no role of their has it. `unknown`: no menu row carries the code.
 */
export const RIGHT_VERDICTS = ['held', 'disabled', 'hidden_parent', 'not_granted', 'unknown'] as const
export type RightVerdict = (typeof RIGHT_VERDICTS)[number]

/** Why somebody may, or may not. */
export const rightAnswer = z.object({
  code: z.string(),
  verdict: z.enum(RIGHT_VERDICTS),
  /** When a page was asked for: rights that its calls ask for and they lack. */
  lacks: z.array(z.string()),
  /** Where the code hangs: 系统管理 / 角色管理 / 授权. */
  places: z.array(z.string()),
  /** Menus above it that are not granted. */
  missingParents: z.array(z.string()),
  /** Roles that hold it, with how many people have them. */
  roles: z.array(role.extend({ members: z.number().int(), isOwn: z.boolean() })),
  /** Some of the people who have it. */
  holders: z.array(z.object({ username: z.string(), realname: z.string() })),
  holderCount: z.number().int(),
})
export type RightAnswer = z.output<typeof rightAnswer>

const subject = { kind: z.enum(['user', 'role'], '请选择用户或角色'), id: rowId }

/** The permission simulator: read only, and every look is noted in the operation log. */
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

/** Tokens of views begin so: calls with other tokens never ask whether they are one. */
export const VIEW_TOKEN_PREFIX = 'view_'

/** A view that began (ADR 0027). It ends with `expiresAt`, with the session of its viewer, or when its token logs out. */
export const lookResult = z.object({
  token: z.string(),
  /** Who or what is looked as: 张三（zhangsan）, or the name of a role. */
  name: z.string(),
  expiresAt: epochMs,
  /** How long it has left; clocks differ. */
  lifeMs: z.number().int(),
  /** The user it shows, without what is private; of a role, the viewer. */
  userInfo,
  /** The tenant to send with its calls; null = none. */
  tenantId: z.number().int().nullable(),
})
export type LookResult = z.output<typeof lookResult>

/** The console as somebody else sees it: read only, for a while, noted in the operation log. */
export const lookEndpoints = defineEndpoints({
  look: {
    method: 'POST',
    path: '/sys/rights/look',
    access: 'system:rights:lookAs',
    body: z.object(subject),
    result: lookResult,
  },
})
