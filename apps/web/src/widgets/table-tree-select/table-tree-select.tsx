import { type DictTreeNode, dictEndpoints } from '@natim/contract/system/dict'
import { useWarning } from '../dict-select/use-dict.ts'
import { useDictTexts } from '../dict-select/use-dict-texts.ts'
import { LazyTreeSelect, type TreeControlProps, treeValues, useSeen } from '../lazy-tree/lazy-tree-select.tsx'
import { type LazyNode, ROOTS } from '../lazy-tree/tree-levels.ts'
import { useCondition } from '../lazy-tree/use-condition.ts'
import { levelQuery, useLazyTree } from '../lazy-tree/use-lazy-tree.ts'

export interface TableTreeSelectProps extends TreeControlProps {
  /** `table,text,key` of a registered table. */
  readonly dict: string
  /** Column that holds the parent's key. */
  readonly pidField?: string
  /** Key of the parent of the roots; empty = none. */
  readonly pidValue?: string
  /** Column that is `1` where there are children; without it every node is expandable. */
  readonly hasChildField?: string
  /** JSON object: columns and what they contain. */
  readonly condition?: string
}

/** Some servers send 0 and 1. */
const isLeaf = (leaf: unknown): boolean => leaf === true || leaf === 1 || leaf === '1'

export const tableNodes = (nodes: readonly DictTreeNode[]): LazyNode[] =>
  nodes.map(({ key, title, leaf }) => ({ key, value: key, title, isLeaf: isLeaf(leaf) }))

/** Select over the rows of a tree table (WG-64 to WG-66); emits the key and its label. */
export function TableTreeSelect({
  dict,
  pidField = 'pid',
  pidValue = '',
  hasChildField = '',
  condition = '',
  ...control
}: TableTreeSelectProps) {
  const mayAsk = useCondition(condition)
  const [tableName = '', text = '', code = ''] = dict.split(',')
  const [seen, setSeen] = useSeen()
  const captionOf = useDictTexts(dict, treeValues(control.value), seen)
  const tree = useLazyTree([dict, pidField, pidValue, hasChildField, condition].join('\n'), (parent) => {
    const pid = parent === ROOTS ? pidValue : parent
    const query = { tableName, text, code, pidField, pid, hasChildField, condition, converIsLeafVal: '1' }
    return mayAsk ? levelQuery(dictEndpoints.tree, { query }, tableNodes) : undefined
  })
  useWarning(tree.error)
  return <LazyTreeSelect {...control} tree={tree} captionOf={captionOf} onSeen={setSeen} />
}
