import type { DepartIdNode, DepartNode } from '@natim/contract/system/pickers'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { Serialised } from '../../platform/http/serialised.ts'
import { createLoader, createSingleFlight } from '../../platform/loader.ts'
import { growTree } from '../../platform/tree.ts'
import {
  type DepartRecord,
  findCharge,
  findDeparts,
  findDepartsBelow,
  findDepartsByKeys,
  findDepartsWithin,
  findTreeStamp,
  searchDeparts,
} from './depart.repository.ts'

/** 部门: trees for selectors (contract/20 §5). Names and codes of departments are public. */
export function createDepartTrees({ db }: { readonly db: Db }) {
  const wholeTree = createKept(db, async () => new Serialised(growTree(await findDeparts(db), null, WITH_FIELDS)))
  const idTree = createKept(db, async () => new Serialised(growTree(await findDeparts(db), null, NAMES_ONLY)))
  const levels = createLoader(async (parents: readonly string[]) => {
    const found = parents.map(async (parent) => {
      const nodes = (await findDepartsBelow(db, parent || undefined)).map((record) => toNode(record, []))
      return [parent, new Serialised(nodes)] as const
    })
    return new Map(await Promise.all(found))
  })

  return {
    idTree,

    /** The whole tree, or the given departments as flat rows. */
    async tree(ids: string | undefined): Promise<DepartNode[] | Serialised<DepartNode[]>> {
      const keys = keysOf(ids)
      if (keys.length > 0) return (await findDepartsByKeys(db, 'id', keys)).map((record) => toNode(record, null))
      return wholeTree()
    },

    /** One level for lazy trees, or the given departments. */
    async level(query: { pid?: string | undefined; ids?: string | undefined; primaryKey: 'id' | 'orgCode' }) {
      const keys = keysOf(query.ids)
      if (keys.length === 0) return (await levels(query.pid ?? '')) ?? []
      return (await findDepartsByKeys(db, query.primaryKey, keys)).map((record) => toNode(record, []))
    },

    /** Departments the user heads, with their descendants; undefined if there are none. */
    async mine(userId: string): Promise<DepartNode[] | undefined> {
      const codes = await findCharge(db, userId)
      if (codes === undefined) return undefined
      const isBelowAnother = ({ orgCode }: DepartRecord) =>
        codes.some((code) => code !== orgCode && orgCode.startsWith(code))
      return growTree(await findDepartsWithin(db, codes), null, {
        ...WITH_FIELDS,
        parentOf: (record) => (isBelowAnother(record) ? record.parentId : null),
      })
    },

    /** @throws AppError row.not_found */
    async get(id: string): Promise<DepartNode> {
      const [record] = await findDepartsByKeys(db, 'id', [id])
      if (!record) throw new AppError('row.not_found')
      return toNode(record, null)
    },

    /** @throws AppError depart.none_found */
    async search(keyWord: string): Promise<DepartNode[]> {
      const found = keyWord === '' ? [] : await searchDeparts(db, keyWord)
      if (found.length === 0) throw new AppError('depart.none_found')
      return found.map((record) => toNode(record, null))
    },
  }
}

/**
 * Caches the serialised tree, hundreds of kilobytes and the same for every user, until the database stamp changes;
 * concurrent requests share one stamp query.
 */
function createKept<T>(db: Db, write: () => Promise<Serialised<T>>): () => Promise<Serialised<T>> {
  let kept: { readonly stamp: string; readonly answer: Serialised<T> } | undefined
  return createSingleFlight(async () => {
    // Read before the rows: a change in between yields another stamp next time.
    const stamp = await findTreeStamp(db)
    if (kept?.stamp === stamp) return kept.answer
    const answer = await write()
    kept = { stamp, answer }
    return answer
  })
}

const keysOf = (list: string | undefined) => (list ?? '').split(',').filter((key) => key !== '')

const treeOf = <Node>(toTreeNode: (record: DepartRecord, children: Node[]) => Node) => ({
  keyOf: ({ id }: DepartRecord): string | null => id,
  parentOf: ({ parentId }: DepartRecord) => parentId,
  toNode: toTreeNode,
})
const WITH_FIELDS = treeOf<DepartNode>((record, children) => toNode(record, children.length > 0 ? children : null))
const NAMES_ONLY = treeOf<DepartIdNode>(({ id, departName }, children) => ({
  key: id,
  value: id,
  title: departName,
  children,
}))

function toNode(record: DepartRecord, children: DepartNode[] | null): DepartNode {
  return {
    id: record.id,
    key: record.id,
    value: record.id,
    title: record.departName,
    parentId: record.parentId,
    pid: record.parentId,
    departName: record.departName,
    departNameEn: record.departNameEn,
    departOrder: record.departOrder,
    description: record.description,
    orgCategory: record.orgCategory,
    orgType: record.orgType,
    orgCode: record.orgCode,
    mobile: record.mobile,
    fax: record.fax,
    address: record.address,
    memo: record.memo,
    status: record.status,
    directorUserIds: record.directorUserIds,
    isLeaf: record.isLeaf,
    children,
  }
}
