import { HistoryOutlined } from '@ant-design/icons'
import type { MenuNode } from '@natim/contract/system/session'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBar } from '../../ui/error-state.tsx'
import type { RecentResult } from './recent-results.ts'
import { ResultRow } from './result-row.tsx'
import { SearchField } from './search-field.tsx'
import styles from './search-panel.module.css'
import { SearchPreview } from './search-preview.tsx'
import { KIND_NAMES, type Result, type ResultGroup, type ResultKind, ROWS_TOGETHER } from './search-results.ts'
import { type Choice, useChoice } from './use-choice.ts'
import { useGoing } from './use-going.ts'
import { useSearch } from './use-search.ts'

export interface SearchPanelProps {
  readonly menu: readonly MenuNode[]
  readonly isMobile: boolean
  /** Ref to the field, for the parent. */
  readonly field: RefObject<HTMLInputElement | null>
  readonly onDone: () => void
}

/** 全局搜索: one field above grouped results, a preview of the chosen one, and key hints (picture 33). */
export function SearchPanel({ menu, isMobile, field, onDone }: SearchPanelProps) {
  const [text, setText] = useState('')
  const isTyped = text.trim() !== ''
  const search = useSearch(menu, text)
  const choice = useChoice(search.groups, isTyped)
  const go = useGoing(search.paths, onDone)
  const panel = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { active, kind } = choice
  const total = search.groups.reduce((sum, group) => sum + group.total, 0)

  const type = (next: string) => {
    setText(next)
    choice.point(undefined)
  }
  const leave = (): boolean => {
    const target = panel.current?.querySelector<HTMLElement>('[data-action]')
    target?.focus()
    return target != null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Alt+letter works wherever the focus is in the panel.
    const action = event.altKey ? active?.actions.find(({ key }) => event.code === `Key${key}`) : undefined
    if (action && active) {
      event.preventDefault()
      go.to(active, action.path)
    } else if (event.key === 'ArrowLeft' && event.target instanceof HTMLButtonElement) field.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is pressed stands inside
    <div ref={panel} className={styles.panel} data-mobile={isMobile} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <SearchField
          field={field}
          text={text}
          choice={choice}
          listId={listId}
          onType={type}
          onOpen={(isWindow) => active && go.open(active, isWindow)}
          onLeave={leave}
        />
        <output className={styles.count}>{isTyped && (search.isPending ? '正在查找' : `${count(total)} 条`)}</output>
        {!isMobile && <kbd>Esc</kbd>}
      </div>
      {isTyped && <KindTabs groups={search.groups} total={total} chosen={kind} onChoose={choice.choose} />}
      {search.error && <ErrorBar message={`加载失败：${search.error.message}`} onRetry={search.retry} />}
      <div className={styles.body}>
        <ResultList id={listId} choice={choice} wanted={text} isPending={search.isPending} onOpen={go.open}>
          {search.error ? null : <NoResult text={text} />}
        </ResultList>
        {!isMobile && active && <SearchPreview result={active} onAction={({ path }) => go.to(active, path)} />}
      </div>
      <Recent recent={go.recent} onOpen={go.again} />
      {!isMobile && <Hints />}
    </div>
  )
}

interface ResultListProps {
  readonly id: string
  readonly choice: Choice
  readonly wanted: string
  readonly isPending: boolean
  readonly onOpen: (result: Result, isWindow: boolean) => void
  /** Shown when there are no results. */
  readonly children: ReactNode
}

function ResultList({ id, choice, wanted, isPending, onOpen, children }: ResultListProps) {
  const { active, groups, kind, point } = choice
  return (
    <div id={id} className={styles.list} role="listbox" aria-label="搜索结果" aria-busy={isPending}>
      {groups.map((group) => (
        <Group key={group.kind} group={group} isAlone={kind !== undefined} isTyped={wanted.trim() !== ''}>
          {group.results.map((result) => (
            <ResultRow
              key={result.key}
              id={`${id}-${result.key}`}
              result={result}
              wanted={wanted}
              isActive={result.key === active?.key}
              onPoint={() => point(result.key)}
              onOpen={(isWindow) => onOpen(result, isWindow)}
            />
          ))}
        </Group>
      ))}
      {!active && (isPending ? <Waiting /> : children)}
    </div>
  )
}

const count = (n: number) => n.toLocaleString('en')

interface KindTabsProps {
  readonly groups: readonly ResultGroup[]
  readonly total: number
  readonly chosen: ResultKind | undefined
  readonly onChoose: (kind: ResultKind | undefined) => void
}

/** Kinds with their counts; switched by the Tab key, so they are no tab stops themselves. */
function KindTabs({ groups, total, chosen, onChoose }: KindTabsProps) {
  const tab = (kind: ResultKind | undefined, name: string, found: number) => (
    <button
      key={name}
      type="button"
      tabIndex={-1}
      aria-pressed={kind === chosen}
      className={styles.tab}
      onClick={() => onChoose(kind)}
      onMouseDown={(event) => event.preventDefault()}
    >
      {name}
      <span>{count(found)}</span>
    </button>
  )
  return (
    <div className={styles.tabs}>
      {tab(undefined, '全部', total)}
      {groups.map((group) => tab(group.kind, KIND_NAMES[group.kind], group.total))}
      <span className={styles.hint}>可用名称、编号、客户端 ID</span>
    </div>
  )
}

interface GroupProps {
  readonly group: ResultGroup
  readonly isAlone: boolean
  /** Before typing, the results are the first menu pages. */
  readonly isTyped: boolean
  readonly children: ReactNode
}

function Group({ group: { kind, total, results }, isAlone, isTyped, children }: GroupProps) {
  const name = isTyped ? KIND_NAMES[kind] : '页面'
  return (
    <div role="group" aria-label={name}>
      <div className={styles.caption} aria-hidden>
        {name}
        <span>{isTyped && (total > ROWS_TOGETHER || isAlone) && `${results.length} / ${count(total)}`}</span>
      </div>
      {children}
    </div>
  )
}

const Waiting = () => (
  <div className={styles.waiting} aria-hidden>
    <span />
    <span />
    <span />
  </div>
)

const NoResult = ({ text }: { readonly text: string }) => (
  <EmptyState title={`没有“${text.trim()}”`} hint="换短一些的名称，或试试编号、客户端 ID；只查找您有权查看的内容" />
)

function Recent({ recent, onOpen }: { recent: readonly RecentResult[]; onOpen: (recent: RecentResult) => void }) {
  return (
    <div className={styles.recent}>
      {recent.length > 0 && <span>最近</span>}
      {recent.map((entry) => (
        <button key={entry.path} type="button" className={styles.recentEntry} onClick={() => onOpen(entry)}>
          <HistoryOutlined aria-hidden />
          <span className="ellipsis">{entry.title}</span>
        </button>
      ))}
      <span className={styles.hint}>只显示您有权查看的内容</span>
    </div>
  )
}

const HINTS = [
  [['↑', '↓'], '选择'],
  [['Enter'], '打开'],
  [['Ctrl', 'Enter'], '新标签打开'],
  [['Tab'], '换分类'],
  [['→'], '直接去'],
] as const

const Hints = () => (
  <div className={styles.hints} aria-hidden>
    {HINTS.map(([keys, text]) => (
      <span key={text}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {text}
      </span>
    ))}
    <span className={styles.hint}>
      <kbd>Ctrl</kbd>
      <kbd>K</kbd>随处打开
    </span>
  </div>
)
