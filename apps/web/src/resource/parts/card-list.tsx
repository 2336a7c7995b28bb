import type { ReactNode } from 'react'
import { rowEvents, rowMarks } from '@/ui/data-table/row-events.ts'
import type { Column } from '../columns.tsx'
import { useListContext } from '../context.ts'
import type { ResourceRow } from '../define-resource.ts'
import styles from './card-list.module.css'

export interface CardListProps<Row extends ResourceRow> {
  readonly columns: readonly Column<Row>[]
  readonly card: ((row: Row) => ReactNode) | undefined
  readonly actions: ((row: Row) => ReactNode) | undefined
  readonly onOpen: ((row: Row) => void) | undefined
}

const FACTS = 5

/** Rows on a phone, one below the other (design 13). */
export function CardList<Row extends ResourceRow>({ columns, card, actions, onOpen }: CardListProps<Row>) {
  const { rows, selection } = useListContext<Row>()
  const rowOf = (key: string) => rows.find(({ id }) => id === key)
  return (
    <ul className={styles.list} {...rowEvents({ rowOf, onOpen, onToggle: selection.toggle })}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card} data-openable={onOpen && true} {...rowMarks(row.id)}>
          {card ? card(row) : <Facts row={row} columns={columns} actions={actions} />}
        </li>
      ))}
    </ul>
  )
}

type FactsProps<Row extends ResourceRow> = Pick<CardListProps<Row>, 'columns' | 'actions'> & { readonly row: Row }

function Facts<Row extends ResourceRow>({ row, columns: [first, ...others], actions }: FactsProps<Row>) {
  return (
    <>
      <div className={styles.head}>{first?.render(row)}</div>
      <dl className={styles.facts}>
        {others.slice(0, FACTS).map(({ key, title, render }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{render(row)}</dd>
          </div>
        ))}
      </dl>
      {actions && <div className={styles.actions}>{actions(row)}</div>}
    </>
  )
}
