import { ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import styles from './error-state.module.css'
import { PlainButton } from './plain/plain-button.tsx'

export interface ErrorBarProps {
  /** What failed and why, without exclamation: `加载失败：网络超时`. */
  readonly message: string
  readonly onRetry?: () => void
  /** Shown beside the text so that a call to support can name the request. */
  readonly requestId?: string
}

/** Error bar inside a panel whose loading failed (design §7). */
export function ErrorBar({ message, onRetry, requestId }: ErrorBarProps) {
  return (
    <div className={styles.bar} role="alert">
      <WarningOutlined aria-hidden className={styles.icon} />
      <span className={styles.message}>{message}</span>
      {requestId && <span className={styles.request}>请求 {requestId}</span>}
      {onRetry && (
        <PlainButton isLink icon={<ReloadOutlined />} onClick={onRetry} className={styles.retry}>
          重试
        </PlainButton>
      )}
    </div>
  )
}

interface ErrorStateProps extends ErrorBarProps {
  /** Alternative action, beside 重试. */
  readonly children?: ReactNode
}

/** A whole block that failed to load and has no old content to keep. */
export function ErrorState({ message, onRetry, requestId, children }: ErrorStateProps) {
  return (
    <div className={styles.block} role="alert">
      <WarningOutlined aria-hidden className={styles.blockIcon} />
      <p className={styles.blockTitle}>{message}</p>
      {requestId && <p className={styles.request}>请求 {requestId}</p>}
      {onRetry && (
        <PlainButton icon={<ReloadOutlined />} onClick={onRetry}>
          重试
        </PlainButton>
      )}
      {children}
    </div>
  )
}
