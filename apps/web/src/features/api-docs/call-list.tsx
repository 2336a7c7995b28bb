import { Input } from 'antd'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { isTyping } from '@/lib/is-typing.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { type ApiCall, findCalls, groupsOf } from './api-document.ts'
import styles from './api-docs.module.css'
import { Method } from './method.tsx'

interface CallListProps {
  readonly calls: readonly ApiCall[]
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
}

/** Every call below its group, narrowed by what is typed. */
export function CallList({ calls, chosen, onChoose }: CallListProps) {
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const found = useMemo(() => findCalls(calls, wanted), [calls, wanted])
  const list = useRef<HTMLDivElement>(null)
  const search = useSearchKey()

  function walk(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || found.length === 0) return
    event.preventDefault()
    const at = found.findIndex(({ key }) => key === chosen)
    const next = found[at === -1 ? 0 : Math.min(Math.max(at + step, 0), found.length - 1)]
    if (next === undefined) return
    onChoose(next.key)
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    const item = items.find(({ dataset }) => dataset['key'] === next.key)
    item?.focus()
  }

  return (
    <Panel isFlush className={styles.list ?? ''}>
      <div className={styles.search} onKeyDown={walk}>
        <Input.Search
          ref={search}
          allowClear
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
      <div className={styles.calls} ref={list} onKeyDown={walk} role="navigation" aria-label="接口">
        {groupsOf(found).map(([group, members]) => (
          <section key={group} aria-label={group}>
            <h3 className={styles.group}>{group}</h3>
            {members.map((call) => (
              <button
                key={call.key}
                type="button"
                className={styles.call}
                data-key={call.key}
                aria-current={call.key === chosen ? 'true' : undefined}
                onClick={() => onChoose(call.key)}
              >
                <Method name={call.method} />
                <span className="ellipsis" title={call.path}>
                  {call.path.slice(group.length + 1) || '/'}
                </span>
              </button>
            ))}
          </section>
        ))}
        {found.length === 0 && <EmptyState title="没有找到接口" hint="换一个词，或少输入几个字" />}
      </div>
    </Panel>
  )
}

/** `/` leads into the search, as on lists. */
function useSearchKey() {
  const input = useRef<React.ComponentRef<typeof Input.Search>>(null)
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return input
}
