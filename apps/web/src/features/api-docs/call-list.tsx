import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isTyping } from '@/lib/is-typing.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import styles from './api-docs.module.css'
import { type ApiCall, findCalls, groupsOf } from './api-document.ts'
import { Method } from './method.tsx'

interface CallListProps {
  readonly calls: readonly ApiCall[]
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
}

/** All calls by group, filtered by the typed text. */
export function CallList({ calls, chosen, onChoose }: CallListProps) {
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const found = useMemo(() => findCalls(calls, wanted), [calls, wanted])
  const search = useSearchKey()

  const pane = useArrows((step, element) => {
    const at = found.findIndex(({ key }) => key === chosen)
    const next = found[at === -1 ? 0 : Math.min(Math.max(at + step, 0), found.length - 1)]
    if (next === undefined) return
    onChoose(next.key)
    const items = [...element.querySelectorAll<HTMLElement>('[data-key]')]
    const item = items.find(({ dataset }) => dataset['key'] === next.key)
    item?.focus()
  })
  // A call opened by link is scrolled into view in the list.
  useEffect(() => pane.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'center' }), [pane])

  return (
    <Panel isFlush className={styles.list ?? ''}>
      <div className={styles.pane} ref={pane}>
        <div className={styles.search}>
          <Input
            ref={search}
            type="search"
            allowClear
            prefix={<SearchOutlined aria-hidden />}
            aria-label="搜索接口"
            placeholder="路径、权限代码、参数名"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={100}
          />
          <span className="t-caption" role="status">
            {found.length === calls.length ? `共 ${calls.length} 个` : `${found.length} / ${calls.length} 个`}
          </span>
        </div>
        <div className={styles.calls} role="navigation" aria-label="接口">
          {groupsOf(found).map(([group, members]) => (
            <section key={group} aria-label={group}>
              <h3 className={styles.group}>{group}</h3>
              {members.map((call) => (
                <CallItem key={call.key} call={call} isChosen={call.key === chosen} onChoose={onChoose} />
              ))}
            </section>
          ))}
          {found.length === 0 && <EmptyState title="没有找到接口" hint="换一个词，或少输入几个字" />}
        </div>
      </div>
    </Panel>
  )
}

interface CallItemProps extends Pick<CallListProps, 'onChoose'> {
  readonly call: ApiCall
  readonly isChosen: boolean
}

const CallItem = ({ call, isChosen, onChoose }: CallItemProps) => (
  <button
    type="button"
    className={styles.call}
    data-key={call.key}
    aria-current={isChosen ? 'true' : undefined}
    onClick={() => onChoose(call.key)}
  >
    <Method name={call.method} />
    <span className="ellipsis" title={call.path}>
      {pathBelow(call)}
    </span>
  </button>
)

/** `/add` below `sys/position`; a group with a single call repeats its last segment. */
const pathBelow = ({ path, group }: ApiCall) => path.slice(group.length + 1) || path.slice(path.lastIndexOf('/'))

/** Steps with the arrow keys, wherever the focus is inside the element. */
function useArrows(onStep: (step: 1 | -1, element: HTMLElement) => void) {
  const pane = useRef<HTMLDivElement>(null)
  const step = useEffectEvent(onStep)
  useEffect(() => {
    const element = pane.current
    const walk = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      if (element) step(event.key === 'ArrowDown' ? 1 : -1, element)
    }
    element?.addEventListener('keydown', walk)
    return () => element?.removeEventListener('keydown', walk)
  }, [])
  return pane
}

/** `/` focuses the search, as on lists. */
function useSearchKey() {
  const input = useRef<InputRef>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return input
}
