import { CATEGORY_ROOT, categoryEndpoints } from '@natim/contract/system/category'
import { useQueries } from '@tanstack/react-query'
import { call } from '@/lib/api/http.ts'
import { endpointKey, useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useWarning } from '../dict-select/use-dict.ts'
import { LazyTreeSelect, type TreeControlProps, treeValues, useSeen } from '../lazy-tree/lazy-tree-select.tsx'
import { ROOTS } from '../lazy-tree/tree-levels.ts'
import { useCondition } from '../lazy-tree/use-condition.ts'
import { levelQuery, useLazyTree } from '../lazy-tree/use-lazy-tree.ts'
import { type CategoryField, categoryNodes } from './category-nodes.ts'

export interface CategorySelectProps extends TreeControlProps {
  /** Id of the parent of the roots; takes precedence over `pcode`. */
  readonly pid?: string
  /** Code of the parent of the roots; `0` = all top-level categories. */
  readonly pcode?: string
  /** JSON object: fields and the values they must equal. */
  readonly condition?: string
}

/** Categories by id (WG-68). The second argument of `onChange` is for a `back` field of a form. */
export function CategorySelect({ pid = '', pcode = CATEGORY_ROOT, condition = '', ...control }: CategorySelectProps) {
  const mayAsk = useCondition(condition)
  const values = treeValues(control.value)
  const [seen, setSeen] = useSeen()
  const unknown = values.filter((value) => !seen.some((option) => option.value === value))
  const names = useEndpoint(
    categoryEndpoints.names,
    { params: { ids: unknown.join(',') }, query: { delNotExist: 'false' } },
    { enabled: unknown.length > 0 },
  )
  const texts = new Map([
    ...unknown.map((value, index) => [value, names.isPlaceholderData ? undefined : names.data?.[index]] as const),
    ...seen.map(({ value, label }) => [value, label] as const),
  ])
  const tree = useLazyTree([pid, pcode, condition].join('\n'), (parent) => {
    const top = pid === '' ? { pcode } : { pid }
    const query = { ...(parent === ROOTS ? top : { pid: parent }), ...(condition !== '' && { condition }) }
    return mayAsk ? levelQuery(categoryEndpoints.treeData, { query }, (nodes) => categoryNodes(nodes)) : undefined
  })
  useWarning(tree.error)
  return <LazyTreeSelect {...control} tree={tree} captionOf={(value) => texts.get(value) ?? value} onSeen={setSeen} />
}

export interface CategoryTreeSelectProps extends TreeControlProps {
  /** Code of the category whose children are the roots; empty = all top-level categories. */
  readonly parentCode?: string
  /** Loads levels when opened; otherwise the whole tree at once. */
  readonly isAsync?: boolean
  /** The stored field. */
  readonly field?: CategoryField
}

/** Category tree dictionary (WG-67): roots below a code, stored by id or by code. */
export function CategoryTreeSelect({
  parentCode = '',
  isAsync = true,
  field = 'id',
  ...control
}: CategoryTreeSelectProps) {
  const [seen, setSeen] = useSeen()
  const values = treeValues(control.value)
  const unknown = values.filter((value) => !seen.some((option) => option.value === value))
  const rows = useQueries({
    queries: unknown.map((val) => ({
      queryKey: endpointKey(categoryEndpoints.one, { query: { field, val } }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(categoryEndpoints.one, { query: { field, val } }, { signal, silent: true }),
    })),
  })
  const texts = new Map([
    ...unknown.map((value, index) => [value, rows[index]?.data?.name] as const),
    ...seen.map(({ value, label }) => [value, label] as const),
  ])
  const tree = useLazyTree([parentCode, isAsync, field].join('\n'), (parent) => {
    const nodesOf = (nodes: Parameters<typeof categoryNodes>[0]) => categoryNodes(nodes, field)
    if (parent !== ROOTS) return levelQuery(categoryEndpoints.treeChildren, { query: { pid: parent } }, nodesOf)
    const query = { async: isAsync ? ('true' as const) : ('false' as const), pcode: parentCode }
    return levelQuery(categoryEndpoints.treeRoot, { query }, nodesOf)
  })
  useWarning(tree.error, 'error')
  return <LazyTreeSelect {...control} tree={tree} captionOf={(value) => texts.get(value) ?? value} onSeen={setSeen} />
}
