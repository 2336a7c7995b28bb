import {
  ClockCircleOutlined,
  CloseOutlined,
  CloudUploadOutlined,
  DisconnectOutlined,
  LockOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import styles from './global-bar.module.css'
import { IconButton } from './icon-button.tsx'
import { PlainButton } from './plain/plain-button.tsx'

/** Subject of the bar; determines colour, icon and announcement (design §4). */
export type GlobalBarKind = 'disconnected' | 'queued' | 'historical' | 'drill'

const ICONS: Readonly<Record<GlobalBarKind, ReactNode>> = {
  disconnected: <DisconnectOutlined />,
  queued: <CloudUploadOutlined />,
  historical: <ClockCircleOutlined />,
  drill: <LockOutlined />,
}

export interface GlobalBarProps {
  readonly kind: GlobalBarKind
  /** Leading word of a drill or «view as» bar. */
  readonly title?: string
  readonly children: ReactNode
  /** Second fact, for instance the time at which the page is frozen. */
  readonly detail?: ReactNode
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Only closable bars have the close button. */
  readonly onClose?: () => void
}

/** 36 px line below the tab bar that pushes the content down. */
export function GlobalBar({ kind, title, children, detail, action, onClose }: GlobalBarProps) {
  return (
    <div className={styles.bar} data-kind={kind} role={kind === 'disconnected' ? 'alert' : 'status'}>
      <span className={styles.icon} aria-hidden>
        {ICONS[kind]}
      </span>
      {title && <strong className={styles.title}>{title}</strong>}
      <span className={styles.text}>{children}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {action && (
        <PlainButton isLink className={styles.action} onClick={action.onClick}>
          {action.label}
        </PlainButton>
      )}
      {onClose && <IconButton className={styles.close} icon={<CloseOutlined />} aria-label="关闭" onClick={onClose} />}
    </div>
  )
}
