import type { PermissionCode } from '@natim/contract/permissions'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { CATEGORY } from '../category/index.ts'
import { CHECK_RULE } from '../check/index.ts'
import { DATA_SOURCE } from '../data-source/index.ts'
import { DEPART } from '../depart/index.ts'
import { DICT } from '../dict-admin/index.ts'
import { FILL_RULE } from '../fill-rule/index.ts'
import { TEMPLATE } from '../message/index.ts'
import { POSITION } from '../position/index.ts'
import { createResource, type ResourceSpec, type ResourceTable } from '../resource/index.ts'
import { ROLE } from '../role/index.ts'
import type { RegisterLookup } from './search.repository.ts'

/** A resource searchable by users who may list it. */
export interface SearchedRegister extends Omit<RegisterLookup, 'conditions'> {
  readonly access: PermissionCode
  /** Component of its page's menu row. */
  readonly component: string
  /** List filter that finds a row by its code; trees have none. */
  readonly filter: string | undefined
  readonly conditionsFor: (user: SessionUser) => Promise<RegisterLookup['conditions']>
}

interface Names<Fields> {
  readonly access: PermissionCode
  readonly name: Fields
  readonly code: Fields
  readonly isTree?: boolean
}

function searched<T extends ResourceTable, Row, Form>(
  db: Db,
  spec: ResourceSpec<T, Row, Form>,
  { access, name, code, isTree = false }: Names<keyof Row & string>,
): SearchedRegister {
  const { entityLabel: noun, table, component, fields } = spec
  const { conditionsFor } = createResource(db, spec)
  const filter = isTree ? undefined : code
  return { noun, table, component, fields, nameField: name, codeField: code, access, filter, conditionsFor }
}

/** Resources with names and codes. */
export const searchedRegisters = (db: Db): readonly SearchedRegister[] => [
  searched(db, DEPART, { access: 'system:depart:list', name: 'departName', code: 'orgCode', isTree: true }),
  searched(db, ROLE, { access: 'system:role:list', name: 'roleName', code: 'roleCode' }),
  searched(db, POSITION, { access: 'system:position:list', name: 'name', code: 'code' }),
  searched(db, DICT, { access: 'system:dict:list', name: 'dictName', code: 'dictCode' }),
  searched(db, CATEGORY, { access: 'system:category:list', name: 'name', code: 'code', isTree: true }),
  searched(db, TEMPLATE, { access: 'system:messageTemplate:list', name: 'templateName', code: 'templateCode' }),
  searched(db, CHECK_RULE, { access: 'system:checkRule:list', name: 'ruleName', code: 'ruleCode' }),
  searched(db, FILL_RULE, { access: 'system:fillRule:list', name: 'ruleName', code: 'ruleCode' }),
  searched(db, DATA_SOURCE, { access: 'system:dataSource:list', name: 'name', code: 'code' }),
]
