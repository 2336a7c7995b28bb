import { DownOutlined, FilterOutlined, UpOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer } from 'antd'
import { Children, type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { isServerAway } from '../../lib/socket/live.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { AdvancedQuery } from '../../widgets/advanced-query/advanced-query.tsx'
import { queryFieldsOf } from '../advanced-query.ts'
import { useListContext } from '../context.ts'
import { type Filters, withFilters } from '../list-state.ts'
import { SearchContext, type SearchDraft } from './search-context.ts'
import styles from './search-form.module.css'

export interface SearchFormProps {
  /** Filters, the most used first; on a phone only the first is in the row. */
  readonly children: ReactNode
  /** Number of filters in the row before 展开. */
  readonly collapsedCount?: number
}

/** Draft of the filters, typed but not submitted. Reset when the address changes. */
function useDraft(): SearchDraft & { submit: () => void; reset: () => void } {
  const list = useListContext()
  const notify = useNotify()
  const applied = list.state.filters
  const key = JSON.stringify(applied)
  const [typed, setTyped] = useState<{ readonly key: string; readonly filters: Filters }>({ key, filters: applied })
  const isOld = typed.key !== key
  // Dropped rather than hidden: the address may return to the value it was typed under.
  if (isOld) setTyped({ key, filters: applied })
  const filters = isOld ? applied : typed.filters
  return useMemo(() => {
    // A cleared filter is missing from the draft and must be removed by name.
    const none = Object.fromEntries(Object.keys(applied).map((name) => [name, undefined]))
    const ask = (next: Filters) => list.search({ ...none, ...next })
    return {
      value: (name) => filters[name],
      set: (name, value) => setTyped({ key, filters: withFilters(filters, { [name]: value }) }),
      commit: (name, value) => ask(withFilters(filters, { [name]: value })),
      submit: () => {
        if (isServerAway()) notify.line('当前离线，恢复连接后自动查询', 'warning')
        ask(filters)
      },
      reset: () => {
        setTyped({ key, filters: {} })
        list.reset()
      },
    }
  }, [applied, filters, key, list, notify])
}

/** Filter row: one line, 查询 and 重置 at the right (design §6). */
export function SearchForm({ children, collapsedCount = Number.POSITIVE_INFINITY }: SearchFormProps) {
  const list = useListContext()
  const isPhone = useIsPhone()
  const { submit, reset, ...draft } = useDraft()
  const [isOpen, setIsOpen] = useState(false)
  const fields = Children.toArray(children)
  const inRow = isPhone ? 1 : isOpen ? fields.length : collapsedCount
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <SearchContext value={draft}>
      <form role="search" className={styles.form} onSubmit={onSubmit} aria-label={`筛选${list.resource.entityLabel}`}>
        {fields.slice(0, inRow)}
        {isPhone ? (
          <>
            <PhoneFilters fields={fields.slice(1)} onSubmit={submit} onReset={reset} />
            <AdvancedButton />
          </>
        ) : (
          <div className={styles.actions}>
            <Button type="primary" htmlType="submit">
              查询
            </Button>
            <Button onClick={reset}>重置</Button>
            <AdvancedButton />
            {fields.length > collapsedCount && (
              <Button
                type="link"
                aria-expanded={isOpen}
                icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
                iconPlacement="end"
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? '收起' : '展开'}
              </Button>
            )}
          </div>
        )}
      </form>
    </SearchContext>
  )
}

/** 高级查询 of the list, where it has queryable fields. */
function AdvancedButton() {
  const { resource, query, ask } = useListContext()
  const fields = useMemo(() => queryFieldsOf(resource), [resource])
  if (fields.length === 0) return null
  return <AdvancedQuery fields={fields} value={query} onSearch={ask} onReset={() => ask(undefined)} />
}

interface PhoneFiltersProps {
  readonly fields: readonly ReactNode[]
  readonly onSubmit: () => void
  readonly onReset: () => void
}

/** The other filters on a phone: behind a button, in a bottom sheet (design §4). */
function PhoneFilters({ fields, onSubmit, onReset }: PhoneFiltersProps) {
  const list = useListContext()
  const [isOpen, setIsOpen] = useState(false)
  if (fields.length === 0) return null
  const close = (act: () => void) => {
    act()
    setIsOpen(false)
  }
  return (
    <>
      <Badge dot={Object.keys(list.state.filters).length > 0}>
        <Button
          className={styles.funnel}
          icon={<FilterOutlined aria-hidden />}
          aria-label="更多筛选"
          onClick={() => setIsOpen(true)}
        />
      </Badge>
      <Drawer
        open={isOpen}
        placement="bottom"
        size="large"
        title="筛选"
        onClose={() => setIsOpen(false)}
        footer={
          <div className={styles.drawerFoot}>
            <Button onClick={() => close(onReset)}>重置</Button>
            <Button type="primary" onClick={() => close(onSubmit)}>
              查询
            </Button>
          </div>
        }
      >
        <div className={styles.drawerFields}>{fields}</div>
      </Drawer>
    </>
  )
}
