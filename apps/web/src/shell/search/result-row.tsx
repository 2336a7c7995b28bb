import { BankOutlined, FileTextOutlined, RightSquareOutlined, UserOutlined } from '@ant-design/icons'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import { Marked } from './marked.tsx'
import styles from './search-panel.module.css'
import type { Result } from './search-results.ts'

export function ResultIcon({ result: { kind, hit } }: { readonly result: Result }) {
  if (hit?.device) return <KindIcon kind={hit.device.kind} size={16} isDecorative />
  if (kind === 'station') return <BankOutlined aria-hidden />
  if (kind === 'person') return <UserOutlined aria-hidden />
  return kind === 'menu' ? <RightSquareOutlined aria-hidden /> : <FileTextOutlined aria-hidden />
}

/** End of a row: device state, else the kind of result. */
const Tail = ({ hit }: Pick<Result, 'hit'>) => {
  if (!hit) return null
  return (
    <span className={styles.tail}>{hit.device ? <StatusLamp status={hit.device.status} hasLabel /> : hit.noun}</span>
  )
}

export interface ResultRowProps {
  readonly id: string
  readonly result: Result
  readonly wanted: string
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onOpen: (isWindow: boolean) => void
}

export function ResultRow({ id, result, wanted, isActive, onPoint, onOpen }: ResultRowProps) {
  const { title, detail, hit } = result
  return (
    // The keyboard is that of the field, which says which row is chosen.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      title={title}
      className={styles.row}
      ref={(row) => {
        if (isActive) row?.scrollIntoView?.({ block: 'nearest' })
      }}
      onMouseMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <span className={styles.icon}>
        <ResultIcon result={result} />
      </span>
      <span className={styles.name}>
        <Marked text={title} wanted={wanted} />
      </span>
      <span className={styles.detail}>
        <Marked text={detail} wanted={wanted} />
        {hit?.place ? ` · ${hit.place}` : ''}
      </span>
      <Tail hit={hit} />
    </div>
  )
}
