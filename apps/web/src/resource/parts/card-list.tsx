import { type ReactNode, useId } from 'react'
import { rowEvents, rowMarks } from '@/ui/data-table/row-events.ts'
import { TickBox } from '@/ui/data-table/tick-box.tsx'
import { useExpansion } from '@/ui/data-table/use-expansion.ts'
import type { Column } from '../columns.tsx'
import { useListContext } from '../context.ts'
import type { ResourceRow } from '../define-resource.ts'
import styles from './card-list.module.css'
import { headFirst } from './head-first.ts'
import { rowName } from './row-name.ts'

export interface CardListProps<Row extends ResourceRow> {
  readonly columns: readonly Column<Row>[]
  readonly card: ((row: Row) => ReactNode) | undefined
  readonly actions: ((row: Row) => ReactNode) | undefined
  readonly onOpen: ((row: Row) => void) | undefined
  /** Whether ticked rows have any action. */
  readonly isTickable: boolean
  /** Expandable content of a card. */
  readonly expand: ((row: Row) => ReactNode) | undefined
}

const FACTS = 5

/** Rows as a stack of cards on a phone (design 13). */
export function CardList<Row extends ResourceRow>(props: CardListProps<Row>) {
  const { columns, card, actions, onOpen, isTickable, expand } = props
  const { resource, rows: paged, printing, selection } = useListContext<Row>()
  const rows = printing.printed ?? paged
  const unfolded = useExpansion()
  const rowOf = (key: string) => rows.find(({ id }) => id === key)
  const onToggle = isTickable ? selection.toggle : undefined
  return (
    <ul className={styles.list} {...rowEvents({ rowOf, onOpen, onToggle })}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={styles.card}
          data-openable={onOpen && true}
          data-ticked={selection.ids.includes(row.id) || undefined}
          {...rowMarks(row.id)}
        >
          {card ? card(row) : <Facts row={row} columns={headFirst(columns)} tick={isTickable && <Tick row={row} />} />}
          {expand && (
            <Fold
              name={rowName(resource, row)}
              isOpen={unfolded.keys.has(row.id)}
              onToggle={() => unfolded.toggle(row.id)}
            >
              {expand(row)}
            </Fold>
          )}
          {!card && actions && <div className={styles.actions}>{actions(row)}</div>}
        </li>
      ))}
    </ul>
  )
}

interface FactsProps<Row extends ResourceRow> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly tick: ReactNode
}

function Facts<Row extends ResourceRow>({ row, columns: [first, ...others], tick }: FactsProps<Row>) {
  return (
    <>
      <div className={styles.head}>
        <div className={styles.name}>{first?.render(row)}</div>
        {tick}
      </div>
      <dl className={styles.facts}>
        {others.slice(0, FACTS).map(({ key, title, render }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{render(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Tick<Row extends ResourceRow>({ row }: { readonly row: Row }) {
  const { resource, selection } = useListContext<Row>()
  return (
    <div className={styles.tick}>
      <TickBox
        type="checkbox"
        label={`选择 ${rowName(resource, row)}`}
        isTicked={selection.ids.includes(row.id)}
        onChange={() => selection.toggle(row)}
      />
    </div>
  )
}

interface FoldProps {
  /** Accessible name of the row. */
  readonly name: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** The expandable content of a table row, shown below the facts of a card. */
function Fold({ name, isOpen, onToggle, children }: FoldProps) {
  const id = useId()
  const verb = isOpen ? '收起' : '展开'
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`${verb} ${name}`}
        onClick={onToggle}
      >
        {verb}
      </button>
      {isOpen && (
        <div id={id} className={styles.unfolded}>
          {children}
        </div>
      )}
    </>
  )
}
